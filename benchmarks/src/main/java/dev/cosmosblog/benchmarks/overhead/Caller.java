package dev.cosmosblog.benchmarks.overhead;

import java.util.Collection;
import java.util.Optional;

/** One way to make the requests. */
interface Caller {
  /**
   * A part of the names and ids of what it creates, of four characters: items are as long as
   * another's.
   */
  String label();

  Object createUser(Round round);

  Object renameUser(Round round);

  Optional<?> findUser(String user);

  Object createPost(Round round);

  Object editPost(Round round);

  Optional<?> findPost(String post);

  Collection<?> postsOf(String user);

  Object createComment(Round round);

  Collection<?> commentsOf(String post);

  Object likePost(Round round);

  Collection<?> likesOf(String post);

  Collection<?> recentPosts();
}
