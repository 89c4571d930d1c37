package dev.cosmosblog.benchmarks.overhead;

/**
 * The ids and names of one round of one caller: its commands are given by a user and about a post
 * that it has created itself, so that what the queries ask for stays as it is.
 *
 * @param user the user's id
 * @param name the user's name
 * @param newName the user's name from the rename on
 * @param post the post's id
 * @param comment the comment's id
 */
record Round(String user, String name, String newName, String post, String comment) {
  static Round of(String caller, int number) {
    String own = caller + number;
    return new Round(
        SampleBlog.id("user", own),
        "newcomer " + own,
        "regular " + own,
        SampleBlog.id("post", own),
        SampleBlog.id("comment", own));
  }
}
