package dev.cosmosblog.store;

/** A container of the blog, by what it holds. */
public enum BlogContainer {
  /** Users, their reserved names and their posts in short form, by {@code userId}. */
  USERS("userId"),
  /** Posts with their comments and likes, by {@code postId}. */
  POSTS("postId"),
  /** The newest posts in short form, by {@code type}. */
  FEED("type");

  private final String partitionKey;

  BlogContainer(String partitionKey) {
    this.partitionKey = partitionKey;
  }

  /** The property that is the partition key. */
  String partitionKey() {
    return partitionKey;
  }
}
