package dev.cosmosblog.benchmarks.chaos;

/**
 * What a command is about.
 *
 * @param kind what kind of item
 * @param partition the post's id, or the user's
 * @param id the comment's id, the liker's, or the same as the partition
 */
record Target(Kind kind, String partition, String id) {
  enum Kind {
    USER,
    POST,
    COMMENT,
    LIKE
  }

  static Target user(String id) {
    return new Target(Kind.USER, id, id);
  }

  static Target post(String id) {
    return new Target(Kind.POST, id, id);
  }

  static Target comment(String postId, String id) {
    return new Target(Kind.COMMENT, postId, id);
  }

  static Target like(String postId, String userId) {
    return new Target(Kind.LIKE, postId, userId);
  }

  /** The post that it is in, or is. */
  Target post() {
    return post(partition);
  }
}
