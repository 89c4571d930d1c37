package dev.cosmosblog.benchmarks.springdata;

/**
 * The requests by their names. The commands of a round are given by the user and about the post
 * that its C1 and C2 created, so that the data that queries read stays the same.
 */
enum SpringRequest {
  C1,
  C1_EDIT,
  Q1,
  C2,
  C2_EDIT,
  Q2,
  Q3,
  C3,
  Q4,
  C4,
  Q5,
  Q6;

  /**
   * The cost of a request.
   *
   * @param nanos the time
   * @param entries how many entries the answer has
   */
  record Answer(long nanos, int entries) {}

  Answer ask(SpringBlog blog, String number) {
    String user = SpringSample.id("new-user", number);
    String post = SpringSample.id("new-post", number);
    String comment = SpringSample.id("new-comment", number);
    int entries = 1;
    long start = System.nanoTime();
    switch (this) {
      case C1 -> blog.createUser(user, "newcomer " + number);
      case C1_EDIT -> blog.renameUser(user, "regular " + number);
      case Q1 -> blog.findUser(SpringSample.READER).orElseThrow();
      case C2 -> blog.createPost(post, user, SpringSample.TITLE, SpringSample.POST);
      case C2_EDIT -> blog.editPost(post, "another.", SpringSample.POST);
      case Q2 -> blog.findPost(SpringSample.DISCUSSED).orElseThrow();
      case Q3 -> entries = blog.postsOf(SpringSample.READER).size();
      case C3 -> blog.createComment(comment, post, user, SpringSample.COMMENT);
      case Q4 -> entries = blog.commentsOf(SpringSample.DISCUSSED).size();
      case C4 -> blog.likePost(post, user);
      case Q5 -> entries = blog.likesOf(SpringSample.DISCUSSED).size();
      case Q6 -> entries = blog.recentPosts().size();
    }
    return new Answer(System.nanoTime() - start, entries);
  }
}
