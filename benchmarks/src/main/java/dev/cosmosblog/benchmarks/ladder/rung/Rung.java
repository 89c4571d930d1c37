package dev.cosmosblog.benchmarks.ladder.rung;

import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import java.util.List;
import java.util.Optional;

/**
 * The requests of Microsoft's article "How to model and partition data on Azure Cosmos DB using a
 * real-world example" on one design. Commands carry the username of their author, as in the
 * article, where the application knows who is signed in; a rung may read it nevertheless. All calls
 * block, and throw the exceptions of the SDK or of the store.
 *
 * <p>Queries return the library's values, and the stored items in {@link BareSdk}, because a
 * conversion would be measured, too.
 */
public interface Rung {
  /** C1. */
  void createUser(User user);

  /** C1, the edit. */
  void renameUser(User user);

  /** Q1. */
  Optional<?> findUser(UserId id);

  /** C2. */
  void createPost(Post post);

  /** C2, the edit. */
  void editPost(PostId id, String title, String content);

  /** Q2: the post with its author's username and its counts. */
  Optional<?> findPost(PostId id);

  /** Q3: summaries of all posts of a user, the newest first. */
  List<?> postsOf(UserId user);

  /** C3. */
  void createComment(Comment comment);

  /** Q4: all comments of a post with their authors' usernames, the newest first. */
  List<?> commentsOf(PostId post);

  /** C4. */
  void likePost(Like like);

  /** Q5: all likes of a post with the likers' usernames, the newest first. */
  List<?> likesOf(PostId post);

  /** Q6: summaries of the newest posts of all users, at most 100, the newest first. */
  List<?> recentPosts(int count);

  /** Handles all changes that the change feed has for the rung's copies. */
  void drain();

  /** Loads users in bulk, before posts. */
  void loadUsers(List<User> users);

  /** Loads the posts that belong on the front page, before the others, and the front page. */
  void loadNewest(List<Post> newest);

  /** Loads older posts in bulk, with the counts that they will have. Thread-safe. */
  void loadPosts(List<Post> posts);

  /** Loads the comments and likes of a post, which are counted in the post already. Thread-safe. */
  void loadReactions(PostId post, List<Comment> comments, List<Like> likes);
}
