package dev.cosmosblog.model.item;

/** The values of the property {@code type}. */
public final class ItemType {
  /** A user, in the container of users. */
  public static final String USER = "user";

  /** The mark that replaces an erased user, in the container of users. */
  public static final String ERASED_USER = "erasedUser";

  /** A username's reservation, in the container of users. */
  public static final String USERNAME = "username";

  /** A post, in the container of posts, and its short copies. */
  public static final String POST = "post";

  /** The mark of a post's short copy that was removed; no late change can create the copy again. */
  public static final String REMOVED_COPY = "removedPost";

  /** A comment, in the container of posts. */
  public static final String COMMENT = "comment";

  /** A like, in the container of posts. */
  public static final String LIKE = "like";

  /** The front page, in the container {@code feed}. */
  public static final String FRONT_PAGE = "feed";

  private ItemType() {}
}
