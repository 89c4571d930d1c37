package dev.cosmosblog.model.item;

import org.jspecify.annotations.Nullable;

/** The values of the property {@code type}. */
public final class ItemType {
  /** A user, in the container of users. */
  public static final String USER = "user";

  /** The tombstone that replaces an erased user, in the container of users. */
  public static final String ERASED_USER = "erasedUser";

  /** A username's reservation, in the container of users. */
  public static final String USERNAME = "username";

  /** A slug's reservation, in the container of users. */
  public static final String SLUG = "slug";

  /** A post, in the container of posts, and the summary of a published one. */
  public static final String POST = "post";

  /** The summary of a post that readers do not see, beside its author. */
  public static final String UNPUBLISHED_COPY = "unpublishedPost";

  /** The tombstone of a removed summary; no late change can create the summary again. */
  public static final String REMOVED_COPY = "removedPost";

  /** A comment that readers see, in the container of posts. */
  public static final String COMMENT = "comment";

  /** A comment that readers do not see, hidden or pending, in the container of posts. */
  public static final String HIDDEN_COMMENT = "hiddenComment";

  /** The tombstone of a deleted comment that was pending once, in the container of posts. */
  public static final String REMOVED_COMMENT = "removedComment";

  /** A like, in the container of posts. */
  public static final String LIKE = "like";

  /** The front page, in the container {@code feed}. */
  public static final String FRONT_PAGE = "feed";

  /** A pending comment in the queue of all posts, in the container of listings. */
  public static final String PENDING_COMMENT = "pendingComment";

  /** A tag with the number of its published posts, in the container of listings. */
  public static final String TAG = "tag";

  /** The tags of a post that was published, in the container of listings. */
  public static final String TAGGED_POST = "taggedPost";

  /** The list of the months' buckets, in the container of listings. */
  public static final String BUCKETS = "buckets";

  /** Separates the prefix of an id from the rest. */
  public static final String SEPARATOR = "~";

  private ItemType() {}

  /**
   * {@return whether a type is that of a post's summary, published or not}
   *
   * @param type the type
   */
  public static boolean isCopy(@Nullable String type) {
    return POST.equals(type) || UNPUBLISHED_COPY.equals(type);
  }

  /**
   * {@return whether a type is that of a comment, hidden or not}
   *
   * @param type the type
   */
  public static boolean isComment(@Nullable String type) {
    return COMMENT.equals(type) || HIDDEN_COMMENT.equals(type);
  }
}
