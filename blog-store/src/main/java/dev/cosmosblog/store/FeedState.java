package dev.cosmosblog.store;

import java.util.Optional;
import java.util.Set;

/**
 * The feed after it was cut.
 *
 * @param postIds the posts that it holds
 * @param floor the last of them where the feed is full, or empty where there is room
 */
public record FeedState(Set<String> postIds, Optional<FeedFloor> floor) {
  /** Copies the ids. */
  public FeedState {
    postIds = Set.copyOf(postIds);
  }
}
