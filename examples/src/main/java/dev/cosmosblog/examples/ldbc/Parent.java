package dev.cosmosblog.examples.ldbc;

/**
 * What a comment replies to.
 *
 * @param isPost whether it is a post; else it is a comment
 * @param id its id
 */
record Parent(boolean isPost, long id) {
  /** The data files leave the other column empty, the update streams say -1. */
  static Parent of(Row row, int postColumn, int commentColumn) throws MalformedRowException {
    boolean post = given(row, postColumn);
    boolean comment = given(row, commentColumn);
    if (post == comment) {
      throw new MalformedRowException(
          post ? "replies to both a post and a comment" : "replies to nothing");
    }
    return post
        ? new Parent(true, row.id("replied post", postColumn))
        : new Parent(false, row.id("replied comment", commentColumn));
  }

  private static boolean given(Row row, int column) {
    return !row.text(column).isEmpty() && !row.text(column).equals("-1");
  }
}
