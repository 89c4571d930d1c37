package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.benchmarks.ladder.rung.Rung;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import java.util.function.IntSupplier;

/**
 * The article's ten requests and its two edits, in an order in which each finds what it needs. The
 * commands of a round are given by a user and about a post that the round itself created, so that
 * the data that queries read stays the same.
 */
enum LadderRequest {
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
  Q6("list the newest 100 posts");

  private final String description;

  LadderRequest(String description) {
    this.description = description;
  }

  String description() {
    return description;
  }

  /** Returns the request's name in the article. */
  String id() {
    return name().substring(0, 2);
  }

  /** Prepares the request of a round; the call returns how many entries the response has. */
  IntSupplier prepare(Rung rung, LadderBlog blog, int round) {
    User user = blog.user(blog.plan().users() + round);
    Post post = blog.newPost(round, user);
    UserId reader = blog.reader(round).id();
    PostId discussed = blog.discussed();
    return switch (this) {
      case C1 -> one(() -> rung.createUser(user));
      case C1_EDIT -> {
        User renamed = blog.renamed(user);
        yield one(() -> rung.renameUser(renamed));
      }
      case Q1 -> () -> rung.findUser(reader).isPresent() ? 1 : 0;
      case C2 -> one(() -> rung.createPost(post));
      case C2_EDIT -> one(() -> rung.editPost(post.id(), "another.", post.content()));
      case Q2 -> () -> rung.findPost(discussed).isPresent() ? 1 : 0;
      case Q3 -> () -> rung.postsOf(reader).size();
      case C3 -> {
        var comment = blog.comment(blog.newCommentNumber(round), post, user);
        yield one(() -> rung.createComment(comment));
      }
      case Q4 -> () -> rung.commentsOf(discussed).size();
      case C4 -> {
        var like = blog.like(post, user, 0);
        yield one(() -> rung.likePost(like));
      }
      case Q5 -> () -> rung.likesOf(discussed).size();
      case Q6 -> () -> rung.recentPosts(BlogPlan.FRONT_PAGE).size();
    };
  }

  private static IntSupplier one(Runnable command) {
    return () -> {
      command.run();
      return 1;
    };
  }
}
