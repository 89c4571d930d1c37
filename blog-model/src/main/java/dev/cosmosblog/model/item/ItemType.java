package dev.cosmosblog.model.item;

/** The values of the property {@code type}. */
public final class ItemType {
  /** A user, in the container of users. */
  public static final String USER = "user";

  /** What is left of a user who was erased, where the user was. */
  public static final String ERASED_USER = "erasedUser";

  /** A username's reservation, in the container of users. */
  public static final String USERNAME = "username";

  /** A post, in the container of posts; its short copy, in that of users and within the feed. */
  public static final String POST = "post";

  /** A comment, in the container of posts. */
  public static final String COMMENT = "comment";

  /** A like, in the container of posts. */
  public static final String LIKE = "like";

  /** The feed, in its container. */
  public static final String FEED = "feed";

  private ItemType() {}
}
