package dev.cosmosblog.store;

import dev.cosmosblog.model.ArchivedMonth;
import dev.cosmosblog.model.ArchivedPost;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.error.ArchiveDisabledException;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.observe.OperationReport;
import dev.cosmosblog.store.query.CommentOrder;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.store.query.Visibility;
import java.time.YearMonth;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The queries of a blog. Each blocks, and sends nothing before its arguments are checked. Their
 * costs do not grow with the blog, except that of {@link #archiveMonths}. Each throws a {@link
 * StoreException} if Cosmos DB failed or refused, and one that finds one item a {@link
 * MalformedItemException} if it cannot be read.
 *
 * <p>A list costs one query in one partition for each page, and throws an {@link
 * InvalidInputException} if the token is not of this list. It leaves out stored items that cannot
 * be read, which costs one query more; {@link OperationReport#malformed} holds their ids. A page
 * costs one query more, too, that ends at an item of another program's without a date, and has a
 * next one. The list of a missing user or post is empty.
 */
public interface BlogQueries {
  /** The most months of a page of {@link #archiveMonths}. */
  int MAX_ARCHIVE_MONTHS = 24;

  /**
   * {@return the user of an id, or empty} Q1, one point read.
   *
   * @param id the user's id
   */
  Optional<User> findUser(UserId id);

  /**
   * {@return a post with its author's name and its counts, or empty} Q2, one point read. It finds a
   * post of any status: look at {@link Post#status} before you show it to a reader.
   *
   * @param id the post's id
   */
  Optional<Post> findPost(PostId id);

  /**
   * {@return a user's published posts as summaries, the newest first, within the change feed's lag}
   * Q3.
   *
   * @param userId the user
   * @param page which page
   */
  default Page<PostSummary> postsOf(UserId userId, PageRequest page) {
    return postsOf(userId, page, Visibility.LISTED);
  }

  /**
   * {@return a user's posts as summaries, the newest first, within the change feed's lag} Q3, with
   * drafts, scheduled and hidden posts if they are asked for. {@link Visibility#ALL} costs two
   * queries for each page, in one partition.
   *
   * @param userId the user
   * @param page which page; a token belongs to the visibility of its list
   * @param visibility which posts
   */
  Page<PostSummary> postsOf(UserId userId, PageRequest page, Visibility visibility);

  /**
   * {@return a post's comments with their authors' names, the newest first} Q4.
   *
   * @param postId the post
   * @param page which page
   */
  default Page<Comment> commentsOf(PostId postId, PageRequest page) {
    return commentsOf(postId, page, CommentOrder.NEWEST_FIRST);
  }

  /**
   * {@return a post's comments with their authors' names, without the hidden ones} Q4.
   *
   * @param postId the post
   * @param page which page
   * @param order which comments come first; a token belongs to the order of its list
   */
  default Page<Comment> commentsOf(PostId postId, PageRequest page, CommentOrder order) {
    return commentsOf(postId, page, order, Visibility.LISTED);
  }

  /**
   * {@return a post's comments with their authors' names} Q4, with the hidden ones if they are
   * asked for.
   *
   * @param postId the post
   * @param page which page; a token belongs to the order and the visibility of its list
   * @param order which comments come first
   * @param visibility which comments
   */
  Page<Comment> commentsOf(
      PostId postId, PageRequest page, CommentOrder order, Visibility visibility);

  /**
   * {@return a post's likes with the likers' names, the newest first} Q5.
   *
   * @param postId the post
   * @param page which page
   */
  Page<Like> likesOf(PostId postId, PageRequest page);

  /**
   * {@return a user's like of a post, or empty} One point read. It finds a like that this client
   * wrote; a like of another client may be missing while a replica lags. The like of a deleted post
   * may be found until the change feed has purged the post.
   *
   * @param postId the post
   * @param userId the user
   */
  Optional<Like> findLike(PostId postId, UserId userId);

  /**
   * {@return which of some posts a user likes, in the order given} Sends one point read for each
   * post in parallel, or one request to each physical partition that has some of the posts,
   * whichever is cheaper. The modelled charge is at most 1 RU a post, and about 2.8 RU a partition
   * and 0.12 RU a post if that is less; for no posts nothing is sent. Once an hour a request
   * without a charge asks how many partitions there are. Replicas that lag have the same effect as
   * in {@link #findLike}.
   *
   * @param userId the user
   * @param postIds at most {@link PageRequest#MAX_SIZE} posts, such as those of a page
   * @throws InvalidInputException if there are more
   */
  Set<PostId> likedPosts(UserId userId, Collection<PostId> postIds);

  /**
   * {@return the newest posts of all users as summaries, within the change feed's lag} Q6, one
   * point read of the front page, whose charge grows with its size (about 5 RU, modelled, for a
   * hundred posts).
   *
   * @param count how many at most, 1 to {@link BlogDatabase#frontPageSize}
   * @throws InvalidInputException if the front page does not hold as many
   */
  List<PostSummary> recentPosts(int count);

  /**
   * {@return all published posts without content and counts, the newest first, within the change
   * feed's lag} Each page is one query in one logical partition (5.4 RU for 20 posts, modelled). A
   * first page, and one where a month ends, takes a point read more once in ten minutes; a first
   * page also before this month's first post. The first post that is dated in another month than
   * this one may be missing for as long.
   *
   * <p>A page may hold fewer posts than asked for where a month ends: go on until there is no next
   * token. Empty months are skipped for a query each; a page skips at most twelve, and may be empty
   * then.
   *
   * @param page which page
   * @throws ArchiveDisabledException if the database keeps no archive
   */
  Page<ArchivedPost> archive(PageRequest page);

  /**
   * {@return the published posts of a month without content and counts, the newest first, within
   * the change feed's lag} It costs what {@link #archive(PageRequest)} costs, and a first page of a
   * month without posts one point read each time.
   *
   * @param month the month, in UTC
   * @param page which page; a token belongs to its month
   * @throws ArchiveDisabledException if the database keeps no archive
   */
  Page<ArchivedPost> archive(YearMonth month, PageRequest page);

  /**
   * {@return the months that have published posts, the newest first, with the numbers of those
   * posts} One point read, and one query in one logical partition for each month, whose charge
   * grows with its posts (2.8 RU and 0.155 for each, modelled): keep the answer where a month has
   * many. Empty months are left out, so a page may hold fewer than asked for.
   *
   * @param page which page, of at most {@value #MAX_ARCHIVE_MONTHS} months
   * @throws ArchiveDisabledException if the database keeps no archive
   * @throws InvalidInputException if it asks for more months
   */
  Page<ArchivedMonth> archiveMonths(PageRequest page);

  /**
   * {@return the user who holds a name, compared as {@link dev.cosmosblog.model.Username#canonical}
   * says, or empty} A point read of the reservation and one of the user.
   *
   * @param username the name
   * @throws dev.cosmosblog.model.InvalidUsernameException if it cannot be a username
   * @throws IllegalStateException if the store does not reserve names
   */
  Optional<User> findUserByUsername(String username);
}
