package dev.cosmosblog.store;

import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.error.FrontPageSizeExceededException;
import dev.cosmosblog.store.error.InvalidContinuationTokenException;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.observe.OperationReport;
import dev.cosmosblog.store.query.CommentOrder;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import java.util.List;
import java.util.Optional;

/**
 * The queries of a blog. Every query blocks, and sends nothing before its arguments are checked;
 * its cost does not grow with the blog. A list leaves out stored items that cannot be read, which
 * costs one query more; {@link OperationReport#malformed} holds their ids, and the page may have
 * fewer entries than were asked for.
 */
public interface BlogQueries {
  /**
   * Q1. Finds a user: one point read.
   *
   * @param id the user's id
   * @return the user, or empty
   * @throws dev.cosmosblog.model.MalformedItemException if the stored item cannot be read
   * @throws StoreException if Cosmos DB failed or refused
   */
  Optional<User> findUser(UserId id);

  /**
   * Q2. Finds a post with its author's name and its counts: one point read.
   *
   * @param id the post's id
   * @return the post, or empty
   * @throws dev.cosmosblog.model.MalformedItemException if the stored item cannot be read
   * @throws StoreException if Cosmos DB failed or refused
   */
  Optional<Post> findPost(PostId id);

  /**
   * Q3. Lists a user's posts in short form, the newest first: one query in one partition for each
   * page. The list follows the posts within the change feed's lag.
   *
   * @param userId the user; the list of a missing user is empty
   * @param page which page
   * @return the page
   * @throws InvalidContinuationTokenException if the token is not of this list
   * @throws StoreException if Cosmos DB failed or refused
   */
  Page<PostSummary> postsOf(UserId userId, PageRequest page);

  /**
   * Q4. Lists a post's comments with their authors' names, the newest first: one query in one
   * partition for each page.
   *
   * @param postId the post; the list of a missing post is empty
   * @param page which page
   * @return the page
   * @throws InvalidContinuationTokenException if the token is not of this list
   * @throws StoreException if Cosmos DB failed or refused
   */
  Page<Comment> commentsOf(PostId postId, PageRequest page);

  /**
   * Q4. Lists a post's comments with their authors' names: one query in one partition for each
   * page.
   *
   * @param postId the post; the list of a missing post is empty
   * @param page which page
   * @param order which comments come first; a token belongs to the order of its list
   * @return the page
   * @throws InvalidContinuationTokenException if the token is not of this list
   * @throws StoreException if Cosmos DB failed or refused
   */
  Page<Comment> commentsOf(PostId postId, PageRequest page, CommentOrder order);

  /**
   * Q5. Lists a post's likes with the likers' names, the newest first: one query in one partition
   * for each page.
   *
   * @param postId the post; the list of a missing post is empty
   * @param page which page
   * @return the page
   * @throws InvalidContinuationTokenException if the token is not of this list
   * @throws StoreException if Cosmos DB failed or refused
   */
  Page<Like> likesOf(PostId postId, PageRequest page);

  /**
   * Q6. Returns the newest posts of all users in short form, the newest first: one point read of
   * the front page, whose charge grows with its size (about 5 RU, modelled, for a hundred posts).
   * The front page follows the posts within the change feed's lag.
   *
   * @param count how many, 1 to {@link BlogDatabase#frontPageSize}
   * @return as many posts, or fewer where there are not as many
   * @throws FrontPageSizeExceededException if the front page does not hold as many
   * @throws StoreException if Cosmos DB failed or refused
   */
  List<PostSummary> recentPosts(int count);

  /**
   * Finds the user who holds a name, compared without case and Unicode-normalized: a point read of
   * the reservation and one of the user.
   *
   * @param username the name
   * @return the user, or empty
   * @throws dev.cosmosblog.model.InvalidUsernameException if it cannot be a username
   * @throws IllegalStateException if the store does not reserve names
   * @throws StoreException if Cosmos DB failed or refused
   */
  Optional<User> findUserByUsername(String username);
}
