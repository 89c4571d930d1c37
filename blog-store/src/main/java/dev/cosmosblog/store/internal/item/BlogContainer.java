package dev.cosmosblog.store.internal.item;

/** A container of the blog. */
public enum BlogContainer {
  /** Users, their reserved names and their posts as summaries, by {@code userId}. */
  USERS("userId"),
  /** Posts with their comments and likes, by {@code postId}. */
  POSTS("postId"),
  /** The front page, one item with the newest posts as summaries, by {@code type}. */
  FEED("type"),
  /** The change feed's leases and this library's internal documents, by {@code id}. */
  LEASES("id"),
  /**
   * The the listings' entries and the list of its buckets, by {@code bucket}; not every blog has
   * it.
   */
  LISTINGS("bucket");

  private final String partitionKey;

  BlogContainer(String partitionKey) {
    this.partitionKey = partitionKey;
  }

  public String partitionKey() {
    return partitionKey;
  }
}
