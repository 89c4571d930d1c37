package dev.cosmosblog.changefeed.view;

import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A changed post in its last state. The change feed has the last state of each item only: what came
 * between is not told, and several changes come as one.
 *
 * <p>Contains only comments and likes written since the last call. They are redelivered after an
 * edit, and when their author is renamed. A comment or like that is deleted or hidden leaves
 * nothing but the post's new count: a view that keeps comments compares their number with the
 * post's {@link Post#commentCount()}, and reads the post's comments if they differ. So does a view
 * when a hidden post is shown again.
 *
 * @param id the post's id
 * @param author the post's author
 * @param kind the kind of the change
 * @param post the post as readers see it now, or empty if they don't
 * @param version a number that grows with each write of the post: edits, comments, likes, a new
 *     name of its author, its deletion; a state with a larger version is newer. A view keeps the
 *     version of a deleted post, too, and no longer than the database's {@code deletedRetention}: a
 *     post that is created again under the id then begins at 0
 * @param comments the comments that were written or edited since the last call; none if the post is
 *     not shown
 * @param likes the likes that were given since the last call; none if the post is not shown
 */
public record PostChange(
    PostId id,
    UserId author,
    Kind kind,
    Optional<Post> post,
    long version,
    List<Comment> comments,
    List<Like> likes) {
  /** The kinds of a post's change. */
  public enum Kind {
    /**
     * It is shown, and nothing but its author's name has changed since it was written. Not every
     * new post comes as this: a view that acts once for each post remembers those that it has seen.
     */
    PUBLISHED,
    /**
     * It is shown, in a state that the view may not know, or has new comments or likes. A draft or
     * scheduled post that is published is reported as changed, and so is a new post that is changed
     * before the change feed reads it.
     */
    CHANGED,
    /** Readers don't see it, as of now; it may be shown again, or for the first time. */
    HIDDEN,
    /** It is deleted for good. */
    DELETED
  }

  public PostChange {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(author, "author");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(post, "post");
    comments = List.copyOf(Objects.requireNonNull(comments, "comments"));
    likes = List.copyOf(Objects.requireNonNull(likes, "likes"));
  }

  /**
   * {@return the change of a new post, without comments and likes; for tests of a view}
   *
   * @param post the post
   * @param version the version of this state
   */
  public static PostChange published(Post post, long version) {
    return shown(Kind.PUBLISHED, post, version);
  }

  /**
   * {@return the change of a post that is shown in another state, without new comments and likes;
   * for tests of a view}
   *
   * @param post the post as it is now
   * @param version the version of this state
   */
  public static PostChange changed(Post post, long version) {
    return shown(Kind.CHANGED, post, version);
  }

  /**
   * {@return the change of a post that readers don't see; for tests of a view}
   *
   * @param id the post
   * @param author the post's author
   * @param version the version of this state
   */
  public static PostChange hidden(PostId id, UserId author, long version) {
    return gone(Kind.HIDDEN, id, author, version);
  }

  /**
   * {@return the change of a post that is deleted; for tests of a view}
   *
   * @param id the post
   * @param author the post's author
   * @param version the version of this state
   */
  public static PostChange deleted(PostId id, UserId author, long version) {
    return gone(Kind.DELETED, id, author, version);
  }

  private static PostChange shown(Kind kind, Post post, long version) {
    Objects.requireNonNull(post, "post");
    return new PostChange(
        post.id(), post.userId(), kind, Optional.of(post), version, List.of(), List.of());
  }

  private static PostChange gone(Kind kind, PostId id, UserId author, long version) {
    return new PostChange(id, author, kind, Optional.empty(), version, List.of(), List.of());
  }

  /** {@return this change with other comments} */
  public PostChange withComments(List<Comment> written) {
    Objects.requireNonNull(written, "written");
    return new PostChange(id, author, kind, post, version, written, likes);
  }

  /** {@return this change with other likes} */
  public PostChange withLikes(List<Like> given) {
    Objects.requireNonNull(given, "given");
    return new PostChange(id, author, kind, post, version, comments, given);
  }
}
