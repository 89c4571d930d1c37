package dev.cosmosblog.model.item;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The feed as stored: the newest posts in short form, all in one item, so that the front page is
 * one point read.
 *
 * @param id {@link #ID}
 * @param type {@link ItemType#FEED}, the partition key in the container of the feed
 * @param size how many posts it holds when full
 * @param incomplete whether posts may be missing that are as new as its oldest
 * @param posts short copies, the newest first
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record FeedItem(
    @Nullable String id,
    @Nullable String type,
    int size,
    boolean incomplete,
    List<PostItem> posts) {
  /** The id of the one item. */
  public static final String ID = "newest";

  /** Copies the posts; none where they are missing. */
  public FeedItem {
    List<PostItem> given = posts;
    posts = given == null ? List.of() : List.copyOf(given);
  }

  /**
   * A feed.
   *
   * @param size how many posts it holds when full
   * @param incomplete whether posts may be missing
   * @param posts short copies, the newest first
   * @return the item
   */
  public static FeedItem of(int size, boolean incomplete, List<PostItem> posts) {
    return new FeedItem(ID, ItemType.FEED, size, incomplete, posts);
  }
}
