package dev.cosmosblog.benchmarks.ladder.rung;

import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import java.util.List;

/**
 * Writes a blog in the shapes of a rung, as it is when all its commands were given and its copies
 * have followed: users, then the newest posts, then the others, then comments and likes. All but
 * the newest posts may be loaded by several threads.
 */
public interface Loading {
  /**
   * Loads users, in bulk.
   *
   * @param users the users
   */
  void users(List<User> users);

  /**
   * Loads posts that are too old for the feed, in bulk.
   *
   * @param posts the posts with the counts that they will have
   */
  void posts(List<Post> posts);

  /**
   * Loads the newest posts, before all others, and the feed that shows them.
   *
   * @param newest the posts that belong into the feed, with the counts that they will have
   */
  void newest(List<Post> newest);

  /**
   * Loads what was written about a post, whose counts know of it.
   *
   * @param post the post
   * @param comments its comments
   * @param likes its likes
   */
  void reactions(PostId post, List<Comment> comments, List<Like> likes);
}
