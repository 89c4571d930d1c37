package dev.cosmosblog.store;

import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.InvalidPropertyException;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.StatusChange;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.ChangeStatus;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EditComment;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.EditUser;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.ErasureReport;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.command.Moderation;
import dev.cosmosblog.store.error.CommentNotFoundException;
import dev.cosmosblog.store.error.CommentsClosedException;
import dev.cosmosblog.store.error.IdTakenException;
import dev.cosmosblog.store.error.InvalidScheduleException;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.error.SettingsMismatchException;
import dev.cosmosblog.store.error.SlugTakenException;
import dev.cosmosblog.store.error.StatusConflictException;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.error.UserNotFoundException;
import dev.cosmosblog.store.error.UsernameTakenException;
import dev.cosmosblog.store.error.VersionConflictException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * The commands of a blog. All methods block, and the result is durable when they return.
 *
 * <p>A command checks its arguments before it sends a request, and throws a {@link StoreException}
 * if Cosmos DB fails or rejects the request. After a {@link StoreUnavailableException}, the change
 * may already have been applied. Repeat the command with the same ids; commands are idempotent. The
 * costs below don't include the retries of {@link BlogDatabaseBuilder#retryPolicy}.
 */
public interface BlogCommands {
  /**
   * C1. Creates a user.
   *
   * <p>Costs one write, plus one that reserves the name if usernames are unique. A repeat with the
   * same id and name returns the user as already done.
   *
   * @param command the user
   * @return the user
   * @throws UsernameTakenException if another user has the name
   * @throws IdTakenException if the id belongs to a user with another name
   */
  CommandResult<User> createUser(CreateUser command);

  /**
   * {@return a new user with a generated id}
   *
   * @param username the user's name
   */
  default CommandResult<User> createUser(String username) {
    return createUser(CreateUser.named(username));
  }

  /**
   * C1. Renames a user. The change feed propagates the name to the user's posts, comments and
   * likes.
   *
   * <p>Costs a point read and a patch. With unique usernames, it also costs a write that reserves
   * the new name, and a point read and a delete that release the old one. A repeat with the same
   * name is already done, and costs a point read and a patch that Cosmos DB rejects, which proves
   * that the read was current. If the process dies in between, one of the two names is blocked for
   * at most five minutes.
   *
   * @param id the user
   * @param username the new name
   * @return the user as it is now
   * @throws dev.cosmosblog.model.InvalidUsernameException if the name isn't a valid username
   * @throws UserNotFoundException if there is no such user
   * @throws UsernameTakenException if another user holds the name
   */
  CommandResult<User> renameUser(UserId id, String username);

  /**
   * Edits a user's custom properties. The name doesn't change.
   *
   * <p>Costs one patch if the edit replaces all properties, or a point read and a patch if it
   * changes single ones. The change feed handles the change; if the user was ever renamed, it also
   * queries each physical partition for items with a stale username. A repeat writes the same
   * properties again. With {@link EditUser#ifVersion}, a repeat recognizes its properties in the
   * next version, and a rejected edit costs one more point read.
   *
   * @param command the edit
   * @return the user as it is stored now; already done if the user has the next version and these
   *     properties
   * @throws InvalidInputException if the edit is empty
   * @throws InvalidPropertyException if the user would have too many properties
   * @throws VersionConflictException if the user doesn't have the version that the edit expects
   * @throws UserNotFoundException if there is no such user
   */
  CommandResult<User> editUser(EditUser command);

  /**
   * C2. Creates a post.
   *
   * <p>Costs one write, a point read of the author unless the command contains the author, and
   * another write that reserves a slug. If the process dies in between, the slug is blocked for at
   * most five minutes. A repeat with the same id is already done and doesn't change the stored
   * post, even if the post's scheduled time has passed.
   *
   * @param command the post
   * @return the post as it is stored
   * @throws InvalidScheduleException if the post is scheduled for a time in the past, and the
   *     author doesn't have a post with the command's id
   * @throws UserNotFoundException if there is no such author
   * @throws InvalidPropertyException if the properties for summaries are too large
   * @throws SlugTakenException if another post has or had the slug
   * @throws IdTakenException if the id belongs to another author's post
   */
  CommandResult<Post> createPost(CreatePost command);

  /**
   * {@return a new post with a generated id} Costs one write; see {@link CreatePost#author}.
   *
   * @param author the author, as read by the host
   * @param title the title
   * @param content the content
   */
  default CommandResult<Post> createPost(User author, String title, String content) {
    return createPost(CreatePost.of(author, title, content));
  }

  /**
   * C2. Edits a post's title, content, excerpt, slug or properties. The rest of the post doesn't
   * change.
   *
   * <p>Costs one patch. An edit of single properties also costs a point read, and both requests
   * again for each concurrent edit. A new slug costs a point read and a write that reserves it. A
   * repeat writes the same again. With {@link EditPost#ifVersion}, a repeat recognizes its texts in
   * the next version, and a rejected edit costs one more point read.
   *
   * @param command the edit
   * @return the post as it is stored now; already done if the edit expects a version, and the post
   *     has the next version and these texts
   * @throws InvalidInputException if the edit is empty
   * @throws InvalidPropertyException if the post would have too many properties, or those for
   *     summaries are too large
   * @throws SlugTakenException if another post has or had the slug
   * @throws VersionConflictException if the post doesn't have the version that the edit expects
   * @throws PostNotFoundException if there is no such post
   */
  CommandResult<Post> editPost(EditPost command);

  /**
   * Changes a post's status, if {@link StatusChange} allows the change from the current status.
   *
   * <p>Costs one patch. The change feed adds the post to the lists of readers, or removes it. The
   * first publication sets the creation date, by which lists are sorted; showing a hidden post
   * again doesn't change the date. A repeat is already done, unless the status was changed again
   * meanwhile. A repeat or a rejected change costs one more point read.
   *
   * <p>Only a running change feed publishes scheduled posts. A repeat after the time of publication
   * fails, even if the first attempt succeeded.
   *
   * @param command the change
   * @return the post as it is stored now
   * @throws InvalidScheduleException if the post is scheduled for a time in the past, and the
   *     command doesn't repeat one that was done before that time
   * @throws StatusConflictException if the change isn't allowed from the post's status
   * @throws VersionConflictException if the post doesn't have the version that the command expects
   * @throws PostNotFoundException if there is no such post
   */
  CommandResult<Post> changeStatus(ChangeStatus command);

  /**
   * {@return the post after publishing it} See {@link #changeStatus}.
   *
   * @param postId a draft, or a scheduled post
   */
  default CommandResult<Post> publishPost(PostId postId) {
    Objects.requireNonNull(postId, "postId");
    return changeStatus(ChangeStatus.publish(postId));
  }

  /**
   * {@return the post after scheduling it, so that the change feed publishes it} See {@link
   * #changeStatus}.
   *
   * @param postId a draft, or a scheduled post
   * @param publishAt when to publish it
   */
  default CommandResult<Post> schedulePost(PostId postId, Instant publishAt) {
    Objects.requireNonNull(postId, "postId");
    return changeStatus(ChangeStatus.schedule(postId, publishAt));
  }

  /**
   * {@return the post after hiding it from readers, with its text and counts} See {@link
   * #changeStatus}.
   *
   * @param postId a published post
   */
  default CommandResult<Post> hidePost(PostId postId) {
    Objects.requireNonNull(postId, "postId");
    return changeStatus(ChangeStatus.hide(postId));
  }

  /**
   * {@return the post after showing it to readers again} See {@link #changeStatus}.
   *
   * @param postId a hidden post
   */
  default CommandResult<Post> showPost(PostId postId) {
    Objects.requireNonNull(postId, "postId");
    return changeStatus(ChangeStatus.show(postId));
  }

  /**
   * C3. Creates a comment.
   *
   * <p>Costs a point read of the author unless the command contains the author, and one batch that
   * atomically writes the comment and increments the count. A repeat with the same id is already
   * done and isn't counted twice, even if the comments were closed meanwhile. A comment that the
   * post rejects costs one more point read.
   *
   * @param command the comment
   * @return the comment as it is stored
   * @throws UserNotFoundException if there is no such author
   * @throws PostNotFoundException if there is no such post, or it isn't published
   * @throws CommentsClosedException if the comments of the post are closed
   * @throws IdTakenException if the id belongs to another author's comment or another item of the
   *     post
   */
  CommandResult<Comment> createComment(CreateComment command);

  /**
   * {@return a new comment with a generated id} Costs one batch; see {@link CreateComment#author}.
   *
   * @param postId the post
   * @param author the comment's author, as read by the host
   * @param content the content
   */
  default CommandResult<Comment> createComment(PostId postId, User author, String content) {
    return createComment(CreateComment.of(postId, author, content));
  }

  /**
   * C4. Likes a post.
   *
   * <p>Costs a point read of the user unless the command contains the user, and one batch that
   * atomically writes the like and increments the count. A second like by the same user is already
   * done, and costs one more point read.
   *
   * @param command the like
   * @return the like as it is stored
   * @throws UserNotFoundException if there is no such user
   * @throws PostNotFoundException if there is no such post, or it isn't published
   */
  CommandResult<Like> likePost(LikePost command);

  /**
   * {@return a new like} Costs a point read of the user and one batch. If the host has read the
   * user, {@link LikePost#of(PostId, User)} saves the read.
   *
   * @param postId the post
   * @param userId the user who likes it
   */
  default CommandResult<Like> likePost(PostId postId, UserId userId) {
    return likePost(LikePost.of(postId, userId));
  }

  /**
   * Removes a like. Costs one batch that atomically deletes the like and decrements the count.
   *
   * @param postId the post
   * @param userId the user who liked it
   * @return the post's id; already done if the like was removed before or never existed
   * @throws PostNotFoundException if the like exists but its post is missing or deleted
   */
  CommandResult<PostId> unlikePost(PostId postId, UserId userId);

  /**
   * Edits a comment.
   *
   * <p>Costs one patch, and a point read if the edit changes single custom properties. A repeat
   * writes the same again. With {@link EditComment#ifVersion}, a repeat recognizes its text in the
   * next version, and a rejected edit costs one more point read.
   *
   * @param command the edit
   * @return the comment as it is stored now; already done if the edit expects a version, and the
   *     comment has the next version and this text
   * @throws InvalidInputException if the edit is empty
   * @throws InvalidPropertyException if the comment would have too many properties
   * @throws VersionConflictException if the comment doesn't have the version that the edit expects
   * @throws CommentNotFoundException if there is no such comment
   */
  CommandResult<Comment> editComment(EditComment command);

  /**
   * Hides a comment from readers and decrements the count, or takes a pending comment out of the
   * queue without showing it.
   *
   * <p>Costs one atomic batch. The comment's text doesn't change, and {@link
   * BlogQueries#commentsOf(PostId, dev.cosmosblog.store.query.PageRequest,
   * dev.cosmosblog.store.query.CommentOrder, dev.cosmosblog.store.query.Visibility)} lists it for
   * moderators. A repeat costs one more point read and doesn't decrement the count.
   *
   * @param postId the post
   * @param commentId the comment
   * @return the comment's id; already done if the comment was hidden before
   * @throws CommentNotFoundException if there is no such comment
   * @throws PostNotFoundException if the comment exists but its post is missing or deleted
   */
  CommandResult<CommentId> hideComment(PostId postId, CommentId commentId);

  /**
   * Shows a pending comment to readers and increments the count.
   *
   * <p>Costs one atomic batch; a comment that isn't pending costs one more batch and two point
   * reads. The change feed removes the comment from {@link BlogQueries#pendingComments}.
   *
   * @param postId the post
   * @param commentId the comment
   * @return the comment's id; already done if readers see the comment
   * @throws CommentNotFoundException if there is no such comment
   * @throws PostNotFoundException if the comment exists but its post is missing or deleted
   */
  CommandResult<CommentId> approveComment(PostId postId, CommentId commentId);

  /**
   * Approves, hides or deletes several comments, one after the other, such as those of a page of
   * {@link BlogQueries#pendingComments}. A comment that was read as pending changes only if it is
   * pending still, because another moderator may have decided on it; this costs one batch. Any
   * other costs what the command for one comment costs. If the call throws, those before are done,
   * and it can be repeated.
   *
   * @param decision what to do
   * @param comments up to {@value dev.cosmosblog.store.query.PageRequest#MAX_SIZE} comments
   * @return the comments that this call changed, as they were given; those that were changed
   *     before, even by an attempt without a response, or whose post or comment was deleted, are
   *     left out
   * @throws InvalidInputException if there are too many
   */
  CommandResult<List<Comment>> moderateComments(Moderation decision, Collection<Comment> comments);

  /**
   * Shows a hidden or pending comment and increments the count.
   *
   * <p>Costs one atomic batch. A repeat costs one more point read and doesn't increment the count.
   *
   * @param postId the post
   * @param commentId the comment
   * @return the comment's id; already done if the comment wasn't hidden
   * @throws CommentNotFoundException if there is no such comment
   * @throws PostNotFoundException if the comment exists but its post is missing or deleted
   */
  CommandResult<CommentId> showComment(PostId postId, CommentId commentId);

  /**
   * Closes the comments of a post: it accepts no new ones until {@link #openComments}.
   *
   * <p>Costs one patch. The batch of each new comment checks it, so no comment is written after
   * this method has returned. Existing comments stay, and can be edited, hidden, shown and deleted;
   * likes aren't affected. The post may be a draft or hidden. A repeat is already done and costs
   * one more point read.
   *
   * @param postId the post
   * @return the post's id; already done if the comments were closed before
   * @throws PostNotFoundException if there is no such post
   */
  CommandResult<PostId> closeComments(PostId postId);

  /**
   * Opens the comments of a post again.
   *
   * <p>Costs one patch. A repeat is already done and costs one more point read.
   *
   * @param postId the post
   * @return the post's id; already done if the comments weren't closed
   * @throws PostNotFoundException if there is no such post
   */
  CommandResult<PostId> openComments(PostId postId);

  /**
   * Deletes a comment and decrements the count.
   *
   * <p>Costs one atomic batch or stored procedure. A hidden comment isn't counted, and costs one
   * more.
   *
   * @param postId the post
   * @param commentId the comment
   * @return the comment's id; already done if the comment was deleted before or never existed
   * @throws PostNotFoundException if a comment that isn't hidden exists, but its post is missing or
   *     deleted
   */
  CommandResult<CommentId> deleteComment(PostId postId, CommentId commentId);

  /**
   * Deletes a post. It can no longer be found, edited, commented or liked, and its id can't be
   * reused.
   *
   * <p>Costs one patch that turns the post into a tombstone without texts. The change feed deletes
   * its copies, comments and likes, and the tombstone expires after {@link
   * BlogDatabaseBuilder#deletedRetention}.
   *
   * @param postId the post
   * @return the post's id; already done if the post was deleted before or never existed
   */
  CommandResult<PostId> deletePost(PostId postId);

  /**
   * Erases a user: deletes or anonymizes everything that the user wrote.
   *
   * <p>After the first write, the user can't be found and can't write, and the name is free. Each
   * deletion of a comment or like atomically decrements its post's count. The call blocks until all
   * items are done, one after the other, each with separate retries. A thousand items take some
   * seconds and a million take hours, so call it in the background for a user with many items.
   *
   * <p>It costs two point reads and three writes for the blog's settings, the user and the name,
   * and paged queries of all physical partitions until a query has no results; then a query of the
   * user's partition, and up to four requests for each post that is gone. Removing costs two
   * requests for each comment, one for each like and three for each post. Anonymizing costs one for
   * each comment and like and three for each post. With listings, removing costs three more for
   * each post, and anonymizing two. The change feed deletes others' comments on the user's posts,
   * and items that the user wrote concurrently.
   *
   * <p>After an exception or a crash, call it again to continue. After an anonymization, a removal
   * is still possible, but not the reverse. A tombstone with the id but without the name exists for
   * {@link BlogDatabaseBuilder#deletedRetention} after a removal, and permanently after an
   * anonymization.
   *
   * @param command the user and the kind of erasure
   * @return the work done in each container; already done if no work was left
   * @throws UserNotFoundException if there is neither such a user nor a tombstone of one
   * @throws SettingsMismatchException if this host lacks listings that the blog has, or has other
   *     settings; nothing is erased
   */
  CommandResult<ErasureReport> eraseUser(EraseUser command);
}
