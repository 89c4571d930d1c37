package dev.cosmosblog.store;

import dev.cosmosblog.model.item.PostItem;
import java.util.Comparator;
import java.util.Objects;

/**
 * The last post of a full feed. As long as no post leaves the feed but by newer ones, a post that
 * comes after this one in the feed's order can never enter it.
 *
 * @param creationDate when the last post was written, as {@link
 *     dev.cosmosblog.model.item.ItemDates} writes it
 * @param postId its id
 */
public record FeedFloor(String creationDate, String postId) implements Comparable<FeedFloor> {
  private static final Comparator<FeedFloor> OLDEST_FIRST =
      Comparator.comparing(FeedFloor::creationDate).thenComparing(FeedFloor::postId);

  /** Checks that nothing is missing. */
  public FeedFloor {
    Objects.requireNonNull(creationDate, "creationDate");
    Objects.requireNonNull(postId, "postId");
  }

  /**
   * A post's place in the feed's order.
   *
   * @param post a short copy
   * @return where it stands
   */
  public static FeedFloor of(PostItem post) {
    return new FeedFloor(String.valueOf(post.creationDate()), String.valueOf(post.id()));
  }

  /** Older posts come first. */
  @Override
  public int compareTo(FeedFloor other) {
    return OLDEST_FIRST.compare(this, other);
  }
}
