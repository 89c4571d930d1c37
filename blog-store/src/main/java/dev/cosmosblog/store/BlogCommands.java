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
import dev.cosmosblog.store.error.CommentNotFoundException;
import dev.cosmosblog.store.error.IdTakenException;
import dev.cosmosblog.store.error.InvalidScheduleException;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.error.StatusConflictException;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.error.UserNotFoundException;
import dev.cosmosblog.store.error.UsernameTakenException;
import dev.cosmosblog.store.error.VersionConflictException;
import java.time.Instant;
import java.util.Objects;

/**
 * The commands of a blog. Each blocks, sends nothing before its arguments are checked, and is
 * durable when it returns. Each throws a {@link StoreException} if Cosmos DB failed or refused; one
 * that threw a {@link StoreUnavailableException} may have been done. Repeat the command with the
 * same ids; a repeat has no second effect. The costs below do not include the retries of {@link
 * BlogDatabaseBuilder#retryPolicy}.
 */
public interface BlogCommands {
  /**
   * C1. Creates a user: one write, and before it one that reserves the name, if it is unique. A
   * repeat with the same id and name is already done.
   *
   * @param command the user
   * @return the user
   * @throws UsernameTakenException if another user holds the name
   * @throws IdTakenException if the id belongs to a user with another name
   */
  CommandResult<User> createUser(CreateUser command);

  /**
   * {@return the user, created with a generated id}
   *
   * @param username the user's name
   */
  default CommandResult<User> createUser(String username) {
    return createUser(CreateUser.named(username));
  }

  /**
   * C1. Renames a user: a point read and a patch; with unique usernames, also a write that reserves
   * the new name before, and a point read and a delete that release the old one after. The change
   * feed renames the copies. A repeat with the same name is already done: a point read, and a patch
   * that Cosmos DB refuses, which proves that no replica was behind. A process that dies on the way
   * blocks one of the two names for at most five minutes.
   *
   * @param id the user
   * @param username the new name
   * @return the user as it is now
   * @throws dev.cosmosblog.model.InvalidUsernameException if it cannot be a username
   * @throws UserNotFoundException if there is no such user
   * @throws UsernameTakenException if another user holds the name
   */
  CommandResult<User> renameUser(UserId id, String username);

  /**
   * Edits a user's custom properties: one patch where the edit replaces all of them, a point read
   * and a patch where it names single ones. The name stays, and so do all copies of it: the change
   * feed reads the change, and for a user who was renamed before also asks each physical partition
   * for items with a stale name. A repeat writes the same again. With {@link EditUser#ifVersion}, a
   * repeat finds its properties in the next version, and a refusal costs one point read more.
   *
   * @param command the edit
   * @return the user as it is stored now
   * @throws InvalidInputException if the edit names nothing
   * @throws InvalidPropertyException if there are too many properties with those that are stored
   * @throws VersionConflictException if the user has another version than the edit asks for
   * @throws UserNotFoundException if there is no such user
   */
  User editUser(EditUser command);

  /**
   * C2. Creates a post: a point read of its author, unless the command has the author, and one
   * write. A repeat with the same id is already done, and leaves the stored post as it is; also
   * when the time has come for which the post was to be scheduled.
   *
   * @param command the post
   * @return the post as it is stored
   * @throws InvalidScheduleException if the post was to be scheduled for a time that is over, and
   *     the author has no post with the command's id
   * @throws UserNotFoundException if there is no such author
   * @throws InvalidPropertyException if the properties that summaries carry are too large
   * @throws IdTakenException if the id belongs to another author's post
   */
  CommandResult<Post> createPost(CreatePost command);

  /**
   * {@return the post, created now with a generated id} One write: see {@link CreatePost#author}.
   *
   * @param author its author, as the host has read it
   * @param title its title
   * @param content its content
   */
  default CommandResult<Post> createPost(User author, String title, String content) {
    return createPost(CreatePost.of(author, title, content));
  }

  /**
   * C2. Edits a post's title, content or properties: one patch, which leaves the counts and what
   * the edit does not name alone. An edit that names single properties reads the post before: one
   * point read more, and both requests again for each other edit that comes between. A repeat
   * writes the same again. With {@link EditPost#ifVersion}, a repeat finds that its texts are the
   * next version's, and a refusal costs one point read more.
   *
   * @param command the edit
   * @return the post as it is stored now
   * @throws InvalidInputException if the edit names nothing
   * @throws InvalidPropertyException if there are too many properties with those that are stored,
   *     or those that summaries carry are too large
   * @throws VersionConflictException if the post has another version than the edit asks for
   * @throws PostNotFoundException if there is no such post
   */
  Post editPost(EditPost command);

  /**
   * Changes a post's status, if {@link StatusChange} allows it from the status that the post has:
   * one patch. The change feed brings the post into the lists of readers, or takes it out. A post
   * that is published for the first time gets this moment as its creation date, which is its place
   * in every list; one that is shown again keeps its date. A repeat is already done, as long as
   * nobody changed the status meanwhile, and costs one point read more; so does a refusal.
   *
   * <p>The change feed's hosts publish a scheduled post; without a change feed it stays scheduled.
   * A repeat after the time of publication is refused, whatever became of the first attempt.
   *
   * @param command the change
   * @return the post as it is stored now
   * @throws InvalidScheduleException if the post was to be scheduled for a time that is over
   * @throws StatusConflictException if the change does not begin with the status that the post has
   * @throws VersionConflictException if the post has another version than the command asks for
   * @throws PostNotFoundException if there is no such post
   */
  CommandResult<Post> changeStatus(ChangeStatus command);

  /**
   * {@return the post, published now} See {@link #changeStatus}.
   *
   * @param postId a draft, or a scheduled post
   */
  default CommandResult<Post> publishPost(PostId postId) {
    Objects.requireNonNull(postId, "postId");
    return changeStatus(ChangeStatus.publish(postId));
  }

  /**
   * {@return the post, which the change feed publishes when its time comes} See {@link
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
   * {@return the post, hidden from readers; it keeps its text and counts} See {@link
   * #changeStatus}.
   *
   * @param postId a published post
   */
  default CommandResult<Post> hidePost(PostId postId) {
    Objects.requireNonNull(postId, "postId");
    return changeStatus(ChangeStatus.hide(postId));
  }

  /**
   * {@return the post, shown to readers again} See {@link #changeStatus}.
   *
   * @param postId a hidden post
   */
  default CommandResult<Post> showPost(PostId postId) {
    Objects.requireNonNull(postId, "postId");
    return changeStatus(ChangeStatus.show(postId));
  }

  /**
   * C3. Creates a comment: a point read of its author, unless the command has the author, and one
   * batch that writes the comment and increments the count atomically. A repeat with the same id is
   * already done, and is not counted again.
   *
   * @param command the comment
   * @return the comment as it is stored
   * @throws UserNotFoundException if there is no such author
   * @throws PostNotFoundException if there is no such post
   * @throws IdTakenException if the id belongs to another author's comment or another item of the
   *     post
   */
  CommandResult<Comment> createComment(CreateComment command);

  /**
   * {@return the comment, created now with a generated id} One batch: see {@link
   * CreateComment#author}.
   *
   * @param postId the post
   * @param author the comment's author, as the host has read it
   * @param content what it says
   */
  default CommandResult<Comment> createComment(PostId postId, User author, String content) {
    return createComment(CreateComment.of(postId, author, content));
  }

  /**
   * C4. Likes a post: a point read of the user, unless the command has the user, and one batch that
   * writes the like and increments the count atomically. A second like of the user is already done,
   * and costs one point read more.
   *
   * @param command the like
   * @return the like as it is stored
   * @throws UserNotFoundException if there is no such user
   * @throws PostNotFoundException if there is no such post
   */
  CommandResult<Like> likePost(LikePost command);

  /**
   * {@return the like, created now} One batch: see {@link LikePost#liker}.
   *
   * @param postId the post
   * @param liker the user who likes it, as the host has read it
   */
  default CommandResult<Like> likePost(PostId postId, User liker) {
    return likePost(LikePost.of(postId, liker));
  }

  /**
   * Removes a like: one batch that deletes the like and decrements the count atomically.
   *
   * @param postId the post
   * @param userId the user who liked it
   * @return whether there was a like; false where it was removed before, or never existed
   * @throws PostNotFoundException if there is such a like, but no live post
   */
  boolean unlikePost(PostId postId, UserId userId);

  /**
   * Edits a comment: one patch, and before it a point read if the edit names single custom
   * properties. A repeat writes the same again. With {@link EditComment#ifVersion}, a repeat finds
   * that its text is the next version's, and a refusal costs one point read more.
   *
   * @param command the edit
   * @return the comment as it is stored now
   * @throws InvalidInputException if the edit names nothing
   * @throws InvalidPropertyException if there are too many properties with those that are stored
   * @throws VersionConflictException if the comment has another version than the edit asks for
   * @throws CommentNotFoundException if there is no such comment
   */
  Comment editComment(EditComment command);

  /**
   * Hides a comment and decrements the count atomically: one batch. The comment keeps its text, and
   * {@link BlogQueries#commentsOf(PostId, dev.cosmosblog.store.query.PageRequest,
   * dev.cosmosblog.store.query.CommentOrder, dev.cosmosblog.store.query.Visibility)} lists it for
   * moderators. A repeat costs one point read more, and counts nothing twice.
   *
   * @param postId the post
   * @param commentId the comment
   * @return whether it was not hidden before
   * @throws CommentNotFoundException if there is no such comment
   * @throws PostNotFoundException if there is such a comment, but no live post
   */
  boolean hideComment(PostId postId, CommentId commentId);

  /**
   * Shows a hidden comment again and increments the count atomically: one batch. A repeat costs one
   * point read more, and counts nothing twice.
   *
   * @param postId the post
   * @param commentId the comment
   * @return whether it was hidden before
   * @throws CommentNotFoundException if there is no such comment
   * @throws PostNotFoundException if there is such a comment, but no live post
   */
  boolean showComment(PostId postId, CommentId commentId);

  /**
   * Deletes the comment and decrements the count atomically: one batch, or one stored procedure. A
   * hidden comment is not in the count, and takes one more.
   *
   * @param postId the post
   * @param commentId the comment
   * @return whether there was such a comment; false if it was deleted before, or is another item
   * @throws PostNotFoundException if there is such a comment, which is not hidden, but no live post
   */
  boolean deleteComment(PostId postId, CommentId commentId);

  /**
   * Deletes a post: one patch that empties its texts and marks it as deleted. From then on it
   * cannot be found, edited, commented or liked, and its id cannot be used again. The change feed
   * deletes its copies, comments and likes; the mark expires after {@link
   * BlogDatabaseBuilder#deletedRetention}.
   *
   * @param postId the post
   * @return whether there was such a post; false where it was deleted before
   */
  boolean deletePost(PostId postId);

  /**
   * Erases a user: deletes or anonymizes everything the user wrote. From the first write on, the
   * user cannot be found and cannot write, and the name is free. Each deletion of a comment or like
   * decrements its post's count atomically. The call blocks until all is done, one item after the
   * other; each with its own retries. A thousand items take some seconds, a million take hours:
   * call it in the background for a user with many.
   *
   * <p>It costs a point read and three writes for the user and the name, and paged queries of all
   * physical partitions until one finds nothing more. Removing costs two requests for each comment,
   * one for each like and three for each post; anonymizing one for each comment and like and three
   * for each post. In a blog with an archive, removing costs three more for each post and
   * anonymizing two. The change feed deletes others' comments on the user's posts, and anything the
   * user wrote concurrently.
   *
   * <p>After an exception or a crash, call it again: it continues. An erasure that anonymized can
   * be repeated as one that removes, but not the other way. A mark keeps the id without the name:
   * for {@link BlogDatabaseBuilder#deletedRetention} after a removal, permanently after an
   * anonymization.
   *
   * @param command the user and the kind of erasure
   * @return the work done in each container; already done where nothing was left to do
   * @throws UserNotFoundException if there is neither such a user nor a mark of one
   */
  CommandResult<ErasureReport> eraseUser(EraseUser command);
}
