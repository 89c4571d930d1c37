package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.benchmarks.ladder.rung.Rung;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.User;

/**
 * The article's ten requests. The commands of a round are given by a user and about a post that the
 * round itself has created, so that what the queries ask for stays as it is.
 */
enum ArticleRequest {
  C1("create a user"),
  Q1("retrieve a user"),
  C2("create a post"),
  Q2("retrieve a post"),
  Q3("list a user's posts"),
  C3("create a comment"),
  Q4("list a post's comments"),
  C4("like a post"),
  Q5("list a post's likes"),
  Q6("list the newest 100 posts");

  private final String what;

  ArticleRequest(String what) {
    this.what = what;
  }

  String what() {
    return what;
  }

  /** Asks it; how many entries the answer has. */
  int ask(Rung rung, LadderBlog blog, int round) {
    User user = blog.user(blog.plan().users() + round);
    switch (this) {
      case C1 -> rung.createUser(user);
      case C2 -> rung.createPost(blog.newPost(round, user));
      case C3 -> {
        Post post = blog.newPost(round, user);
        rung.createComment(blog.comment(blog.newCommentNumber(round), post, user));
      }
      case C4 -> rung.likePost(blog.like(blog.newPost(round, user), user, 0));
      default -> {
        return query(rung, blog, round);
      }
    }
    return 1;
  }

  private int query(Rung rung, LadderBlog blog, int round) {
    return switch (this) {
      case Q1 -> rung.findUser(blog.reader(round).id()).isPresent() ? 1 : 0;
      case Q2 -> rung.findPost(blog.discussed()).isPresent() ? 1 : 0;
      case Q3 -> rung.postsOf(blog.reader(round).id()).size();
      case Q4 -> rung.commentsOf(blog.discussed()).size();
      case Q5 -> rung.likesOf(blog.discussed()).size();
      case Q6 -> rung.recentPosts(BlogPlan.FRONT_PAGE).size();
      default -> throw new IllegalStateException(this + " is no query");
    };
  }
}
