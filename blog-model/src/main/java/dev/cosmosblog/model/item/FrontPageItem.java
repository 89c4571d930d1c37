package dev.cosmosblog.model.item;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of the front page: the newest posts in short form, all in one item, so that
 * reading the front page is one point read.
 *
 * @param id {@link #ID}
 * @param type {@link ItemType#FRONT_PAGE}, the partition key of the container {@code feed}
 * @param size the number of posts on a full front page
 * @param incomplete whether posts may be missing that are as new as the oldest one
 * @param posts the posts in short form, the newest first
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record FrontPageItem(
    @Nullable String id,
    @Nullable String type,
    int size,
    boolean incomplete,
    List<PostItem> posts) {
  /** The id of the only item. */
  public static final String ID = "newest";

  /** Copies the posts; a missing list is empty. */
  public FrontPageItem {
    posts = posts == null ? List.of() : List.copyOf(posts);
  }

  /** {@return a front page of these posts} */
  public static FrontPageItem of(int size, boolean incomplete, List<PostItem> posts) {
    return new FrontPageItem(ID, ItemType.FRONT_PAGE, size, incomplete, posts);
  }
}
