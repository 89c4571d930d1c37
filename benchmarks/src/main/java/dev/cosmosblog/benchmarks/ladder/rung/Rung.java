package dev.cosmosblog.benchmarks.ladder.rung;

import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import java.util.List;
import java.util.Optional;

/**
 * The ten requests of Microsoft's article "How to model and partition data on Azure Cosmos DB using
 * a real-world example", as one version of its design answers them. Commands carry the name of who
 * gives them, as in the article, where the application knows who is signed in; a rung may look it
 * up all the same. All calls block and throw the SDK's or the store's exceptions.
 */
public interface Rung {
  /**
   * C1. Creates a user.
   *
   * @param user the user
   */
  void createUser(User user);

  /**
   * C1. Gives a user another name.
   *
   * @param user the user with the new name
   */
  void renameUser(User user);

  /**
   * Q1. Finds a user.
   *
   * @param id the user's id
   * @return the user, or empty
   */
  Optional<User> findUser(UserId id);

  /**
   * C2. Creates a post.
   *
   * @param post the post, without comments and likes
   */
  void createPost(Post post);

  /**
   * C2. Gives a post another title and content.
   *
   * @param id the post
   * @param title its new title
   * @param content its new content
   */
  void editPost(PostId id, String title, String content);

  /**
   * Q2. Finds a post with its author's name and its counts.
   *
   * @param id the post's id
   * @return the post, or empty
   */
  Optional<Post> findPost(PostId id);

  /**
   * Q3. Lists a user's posts in short form.
   *
   * @param user the user
   * @return all of them, the newest first
   */
  List<PostSummary> postsOf(UserId user);

  /**
   * C3. Creates a comment.
   *
   * @param comment the comment
   */
  void createComment(Comment comment);

  /**
   * Q4. Lists a post's comments with their authors' names.
   *
   * @param post the post
   * @return all of them, the newest first
   */
  List<Comment> commentsOf(PostId post);

  /**
   * C4. Likes a post.
   *
   * @param like the like
   */
  void likePost(Like like);

  /**
   * Q5. Lists a post's likes with the likers' names.
   *
   * @param post the post
   * @return all of them, the newest first
   */
  List<Like> likesOf(PostId post);

  /**
   * Q6. Lists the newest posts of all users in short form.
   *
   * @param count how many, at most 100
   * @return as many, or fewer where there are no more, the newest first
   */
  List<PostSummary> recentPosts(int count);

  /**
   * Handles all changes that the change feed has for this rung's copies; nothing where it has none.
   */
  void drain();

  /**
   * Fills the rung with a blog faster than its commands would.
   *
   * @return a loading, for a rung that is empty
   */
  Loading loading();

  /**
   * Writes a blog in the shapes of a rung, as it is when all its commands were given and its copies
   * have followed: users, then the newest posts, then the others, then comments and likes. All but
   * the newest posts may be loaded by several threads.
   */
  interface Loading {
    /**
     * Loads users, in bulk.
     *
     * @param users the users
     */
    void users(List<User> users);

    /**
     * Loads posts that are too old for the front page, in bulk.
     *
     * @param posts the posts with the counts that they will have
     */
    void posts(List<Post> posts);

    /**
     * Loads the newest posts, before all others, and the front page that shows them.
     *
     * @param newest the posts that belong on the front page, with the counts that they will have
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
}
