package dev.cosmosblog.examples.ldbc;

/** What the data set becomes in the blog. */
enum Entity {
  /** A person is a user. */
  USER("users"),
  /** A post is a post. */
  POST("posts"),
  /** A comment belongs to the post at the root of its reply chain. */
  COMMENT("comments"),
  /** A person's like of a post is a like. */
  LIKE("likes");

  private final String label;

  Entity(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }
}
