package dev.cosmosblog.benchmarks.overhead;

import dev.cosmosblog.benchmarks.overhead.Comparison.Round;
import dev.cosmosblog.benchmarks.overhead.InThisProcess.Caller;

/** The ten requests and the two edits, in an order in which each finds what it needs of a round. */
enum BlogRequest {
  C1("create a user"),
  C1_EDIT("rename a user"),
  Q1("retrieve a user"),
  C2("create a post"),
  C2_EDIT("edit a post"),
  Q2("retrieve a post"),
  Q3("list a user's posts"),
  C3("create a comment"),
  Q4("list a post's comments"),
  C4("like a post"),
  Q5("list a post's likes"),
  Q6("list the newest posts");

  private final String what;

  BlogRequest(String what) {
    this.what = what;
  }

  String what() {
    return what;
  }

  /** Returns the request's name in the article. */
  String id() {
    return name().substring(0, 2);
  }

  /** Asks it; the answer is given back so that nobody can leave out making it. */
  Object ask(Caller caller, Round round) {
    return switch (this) {
      case C1 -> caller.createUser(round);
      case C1_EDIT -> caller.renameUser(round);
      case Q1 -> caller.findUser(SampleBlog.READER);
      case C2 -> caller.createPost(round);
      case C2_EDIT -> caller.editPost(round);
      case Q2 -> caller.findPost(SampleBlog.DISCUSSED);
      case Q3 -> caller.postsOf(SampleBlog.READER);
      case C3 -> caller.createComment(round);
      case Q4 -> caller.commentsOf(SampleBlog.DISCUSSED);
      case C4 -> caller.likePost(round);
      case Q5 -> caller.likesOf(SampleBlog.DISCUSSED);
      case Q6 -> caller.recentPosts();
    };
  }
}
