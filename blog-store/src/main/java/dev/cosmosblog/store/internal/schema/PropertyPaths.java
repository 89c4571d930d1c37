package dev.cosmosblog.store.internal.schema;

/** The paths of stored properties that patches, partition keys and indexes use. */
public final class PropertyPaths {
  public static final String ID = "/id";
  public static final String TYPE = "/type";
  public static final String USER_ID = "/userId";
  public static final String POST_ID = "/postId";
  // The first day of the bucket of a listed post.
  public static final String BUCKET = "/bucket";
  public static final String USERNAME = "/username";
  public static final String TITLE = "/title";
  public static final String CONTENT = "/content";
  public static final String EXCERPT = "/excerpt";
  public static final String SLUG = "/slug";
  // The slugs that a post had before.
  public static final String FORMER_SLUGS = "/formerSlugs";
  public static final String TAGS = "/tags";
  // The number of posts with a tag.
  public static final String POSTS = "/posts";
  public static final String CREATION_DATE = "/creationDate";
  public static final String COMMENT_COUNT = "/commentCount";
  public static final String LIKE_COUNT = "/likeCount";
  public static final String AUTHOR = "/userId";
  public static final String AUTHOR_NAME = "/userUsername";
  // The version of the user that the author's name was read from.
  public static final String AUTHOR_VERSION = "/userVersion";
  // Grows with each write of a user or post.
  public static final String VERSION = "/version";
  // Grows only with edits of a post or comment.
  public static final String EDIT_VERSION = "/editVersion";
  public static final String UPDATED_AT = "/updatedAt";
  public static final String STATUS = "/status";
  public static final String PUBLISH_AT = "/publishAt";
  // True in a post that accepts no new comments.
  public static final String COMMENTS_CLOSED = "/commentsClosed";
  // Whether a comment waits for a moderator.
  public static final String PENDING = "/pending";
  // The object of the custom properties.
  public static final String PROPERTIES = "/properties";
  // The note of the summary's entry in the listings.
  public static final String ENTRIES = "/entries";
  public static final String DELETED = "/deleted";
  public static final String ERASURE = "/erasure";
  // The name of a user whose erasure is not complete.
  public static final String FORMER_USERNAME = "/formerUsername";
  // The seconds after its last write after which the service deletes an item.
  public static final String TIME_TO_LIVE = "/ttl";

  private PropertyPaths() {}
}
