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
 * A changed post in its latest state. The change feed skips intermediate states: several changes of
 * a post may arrive as one.
 *
 * <p>Contains only comments and likes written since the last call. They are redelivered after an
 * edit, and when their author is renamed. If a comment or like is deleted or hidden, only the
 * post's new count is reported. A view that stores comments compares their number with the post's
 * {@link Post#commentCount()}, and reads the post's comments if the numbers differ. It does the
 * same when a hidden post is shown again.
 *
 * @param id the post's id
 * @param author the post's author
 * @param kind the kind of the change
 * @param post the post as readers see it now, or empty if it isn't shown
 * @param version a number that grows with each write of the post: edits, comments, likes, a new
 *     name of its author, its deletion; a state with a larger version is newer. A view also stores
 *     the version of a deleted post, but no longer than the database's {@code deletedRetention},
 *     because a post that is created again with the id then starts at 0
 * @param comments the comments that were written or edited since the last call; empty if the post
 *     isn't shown
 * @param likes the likes that were given since the last call; empty if the post isn't shown
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
     * The post is shown, and only its author's name has changed since it was written.
     *
     * <p>Not every new post is reported as published, so a view that acts once for each post must
     * remember the posts that it has seen.
     */
    PUBLISHED,
    /**
     * The post is shown in a new state, or has new comments or likes.
     *
     * <p>A draft or scheduled post that is published is reported as changed, and so is a new post
     * that is changed before the change feed reads it.
     */
    CHANGED,
    /** Readers don't see the post now, but it may be shown later. */
    HIDDEN,
    /** The post is deleted permanently. */
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
   * {@return the change of an edited post, without new comments and likes; for tests of a view}
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
