package dev.cosmosblog.store;

import dev.cosmosblog.model.ArchivedMonth;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.ListedPost;
import dev.cosmosblog.model.ListedTag;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.Tag;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.error.ListingsDisabledException;
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
 * The queries of a blog. All methods block. Their costs don't grow with the blog, except for {@link
 * #archiveMonths}.
 *
 * <p>A query checks its arguments before it sends a request, and throws a {@link StoreException} if
 * Cosmos DB fails or rejects the request. A query for a single item throws a {@link
 * MalformedItemException} if the stored item can't be read.
 *
 * <p>A list costs one query in one partition for each page, and throws an {@link
 * InvalidInputException} if the token is from another list. It skips stored items that can't be
 * read, which costs one more query, and reports their ids in {@link OperationReport#malformed}. If
 * a page ends at an item without a date, which another program wrote, finding the next page costs
 * one more query. The list of a missing user or post is empty.
 */
public interface BlogQueries {
  /** The maximum number of months on a page of {@link #archiveMonths}. */
  int MAX_ARCHIVE_MONTHS = 24;

  /**
   * {@return the user with an id, or empty} Q1, one point read.
   *
   * @param id the user's id
   */
  Optional<User> findUser(UserId id);

  /**
   * {@return a published post with its author's name and its counts, or empty} Q2, one point read.
   *
   * @param id the post's id
   */
  default Optional<Post> findPost(PostId id) {
    return findPost(id, Visibility.LISTED);
  }

  /**
   * {@return a post with its author's name and its counts, or empty} Q2, one point read. The
   * visibility selects published posts, or drafts, scheduled and hidden posts, or both.
   *
   * @param id the post's id
   * @param visibility which posts
   */
  Optional<Post> findPost(PostId id, Visibility visibility);

  /**
   * {@return the published post that has or had a slug, or empty} Two point reads, one in the
   * container of users.
   *
   * <p>If {@link Post#slug} isn't the given slug, the post has another slug now: redirect readers
   * to it.
   *
   * @param slug the post's slug, or one of its former slugs
   */
  default Optional<Post> findPostBySlug(Slug slug) {
    return findPostBySlug(slug, Visibility.LISTED);
  }

  /**
   * {@return the post that has or had a slug, or empty} See {@link #findPostBySlug(Slug)}.
   *
   * @param slug the post's slug, or one of its former slugs
   * @param visibility which posts
   */
  Optional<Post> findPostBySlug(Slug slug, Visibility visibility);

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
   * {@return a user's posts as summaries, the newest first, within the change feed's lag} Q3. The
   * visibility selects published posts, or drafts, scheduled and hidden posts, or both. {@link
   * Visibility#ALL} costs two queries for each page, in one partition.
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
   * {@return a post's comments with their authors' names, without hidden and pending ones} Q4.
   *
   * @param postId the post
   * @param page which page
   * @param order which comments come first; a token belongs to the order of its list
   */
  default Page<Comment> commentsOf(PostId postId, PageRequest page, CommentOrder order) {
    return commentsOf(postId, page, order, Visibility.LISTED);
  }

  /**
   * {@return a post's comments with their authors' names} Q4. The visibility selects listed
   * comments, hidden and pending ones, or both.
   *
   * @param postId the post
   * @param page which page; a token belongs to the order and the visibility of its list
   * @param order which comments come first
   * @param visibility which comments
   */
  Page<Comment> commentsOf(
      PostId postId, PageRequest page, CommentOrder order, Visibility visibility);

  /**
   * {@return the pending comments of all posts, the newest first, within the change feed's lag}
   * Each page costs one query in one logical partition. The first page costs one more point read,
   * at most every ten minutes.
   *
   * @param page which page
   * @throws ListingsDisabledException if the database has no listings
   */
  Page<Comment> pendingComments(PageRequest page);

  /**
   * {@return a comment that is neither hidden nor pending, or empty} One point read.
   *
   * @param postId the post
   * @param commentId the comment
   */
  default Optional<Comment> findComment(PostId postId, CommentId commentId) {
    return findComment(postId, commentId, Visibility.LISTED);
  }

  /**
   * {@return a comment, or empty} One point read. The visibility selects listed comments, hidden
   * and pending ones, or both. The comment of a deleted post may be returned until the change feed
   * has purged the post.
   *
   * @param postId the post
   * @param commentId the comment
   * @param visibility which comments
   */
  Optional<Comment> findComment(PostId postId, CommentId commentId, Visibility visibility);

  /**
   * {@return a post's likes with the likers' names, the newest first} Q5.
   *
   * @param postId the post
   * @param page which page
   */
  Page<Like> likesOf(PostId postId, PageRequest page);

  /**
   * {@return a user's like of a post, or empty} One point read.
   *
   * <p>The result always includes likes by this client. Likes by other clients may be missing while
   * a replica lags. The like of a deleted post may be returned until the change feed has purged the
   * post.
   *
   * @param postId the post
   * @param userId the user
   */
  Optional<Like> findLike(PostId postId, UserId userId);

  /**
   * {@return which of some posts a user likes, in the given order}
   *
   * <p>Sends one point read for each post in parallel, or one request to each physical partition
   * that has some of the posts, whichever costs less RU. The modelled charge is at most 1 RU for
   * each post, or about 2.8 RU for each partition and 0.12 RU for each post if that is less.
   * Without posts, no request is sent. Once an hour, a request without a charge reads the number of
   * partitions. For replica lag, see {@link #findLike}.
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
   * @param count the maximum number of posts, 1 to {@link BlogDatabase#frontPageSize}
   * @throws InvalidInputException if the count is out of range
   */
  List<PostSummary> recentPosts(int count);

  /**
   * {@return all published posts without content and counts, the newest first, within the change
   * feed's lag} Each page costs one query in one logical partition (5.4 RU for 20 posts, modelled).
   * The first page, and a page where a month ends, costs one more point read, at most every ten
   * minutes. Before the current month's first post, each first page costs this read. The first post
   * in a month other than the current one may be missing for ten minutes.
   *
   * <p>A page may have fewer posts than requested where a month ends, so continue until there is no
   * next token. Skipping an empty month costs one query. A page skips at most twelve, so it may be
   * empty.
   *
   * @param page which page
   * @throws ListingsDisabledException if the database has no listings
   */
  Page<ListedPost> archive(PageRequest page);

  /**
   * {@return the published posts of a month without content and counts, the newest first, within
   * the change feed's lag} It costs as much as {@link #archive(PageRequest)}. The first page of a
   * month without posts costs one point read each time.
   *
   * @param month the month, in UTC
   * @param page which page; a token belongs to its month
   * @throws ListingsDisabledException if the database has no listings
   */
  Page<ListedPost> archive(YearMonth month, PageRequest page);

  /**
   * {@return the months that have published posts, the newest first, with the numbers of these
   * posts}
   *
   * <p>Costs one point read, and one query in one logical partition for each month, whose charge
   * grows with the month's posts (2.8 RU plus 0.155 RU for each post, modelled). Cache the result
   * if months have many posts. Empty months are left out, so a page may have fewer months than
   * requested.
   *
   * @param page which page, of at most {@value #MAX_ARCHIVE_MONTHS} months
   * @throws ListingsDisabledException if the database has no listings
   * @throws InvalidInputException if the page size is larger
   */
  Page<ArchivedMonth> archiveMonths(PageRequest page);

  /**
   * {@return the published posts with a tag, without content and counts, the newest first, within
   * the change feed's lag} Each page costs one query in one logical partition (5.4 RU for 20 posts,
   * modelled). The first page costs one more point read, at most every ten minutes. A tag that no
   * post has is an empty list.
   *
   * <p>A tag with more than a million posts has several partitions, and a page ends with its
   * partition, so continue until there is no next token.
   *
   * @param tag the tag
   * @param page which page; a token belongs to its tag
   * @throws ListingsDisabledException if the database has no listings
   */
  Page<ListedPost> postsByTag(Tag tag, PageRequest page);

  /**
   * {@return the tags of published posts by name, with the numbers of these posts, within the
   * change feed's lag} Each page costs one query in one logical partition. Tags that no published
   * post has any more are left out, so a page may have fewer tags than requested.
   *
   * @param page which page
   * @throws ListingsDisabledException if the database has no listings
   */
  Page<ListedTag> tags(PageRequest page);

  /**
   * {@return the user with a name, compared by {@link dev.cosmosblog.model.Username#canonical}, or
   * empty} Costs a point read of the reservation and one of the user.
   *
   * @param username the name
   * @throws dev.cosmosblog.model.InvalidUsernameException if the name isn't a valid username
   * @throws IllegalStateException if usernames aren't unique in this database
   */
  Optional<User> findUserByUsername(String username);
}
