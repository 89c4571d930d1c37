package dev.cosmosblog.benchmarks.springdata;

/**
 * The requests by their names. The commands of a number are given by a user and about a post that
 * the number's C1 and C2 have created, so that what the queries ask for stays as it is.
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
    String user = SampleBlog.id("new-user", number);
    String post = SampleBlog.id("new-post", number);
    String comment = SampleBlog.id("new-comment", number);
    int entries = 1;
    long start = System.nanoTime();
    switch (this) {
      case C1 -> blog.createUser(user, "newcomer " + number);
      case C1_EDIT -> blog.renameUser(user, "regular " + number);
      case Q1 -> blog.findUser(SampleBlog.READER).orElseThrow();
      case C2 -> blog.createPost(post, user, SampleBlog.TITLE, SampleBlog.POST);
      case C2_EDIT -> blog.editPost(post, "another.", SampleBlog.POST);
      case Q2 -> blog.findPost(SampleBlog.DISCUSSED).orElseThrow();
      case Q3 -> entries = blog.postsOf(SampleBlog.READER).size();
      case C3 -> blog.createComment(comment, post, user, SampleBlog.COMMENT);
      case Q4 -> entries = blog.commentsOf(SampleBlog.DISCUSSED).size();
      case C4 -> blog.likePost(post, user);
      case Q5 -> entries = blog.likesOf(SampleBlog.DISCUSSED).size();
      case Q6 -> entries = blog.recentPosts().size();
    }
    return new Answer(System.nanoTime() - start, entries);
  }
}
