package dev.cosmosblog.model.item;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.cosmosblog.model.Content;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.UserId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A post as stored, and its short copy, which differs in its content alone.
 *
 * @param id equals {@code postId}
 * @param type {@link ItemType#POST}
 * @param postId the partition key in the container of posts
 * @param userId the author; the partition key in the container of users
 * @param userUsername the author's name
 * @param userVersion the version of the user that the name was read from
 * @param title the title
 * @param content the content, cut in a copy
 * @param commentCount the number of comments in the post's partition
 * @param likeCount the number of likes in the post's partition
 * @param creationDate as {@link ItemDates} writes it
 * @param version counts the writes of the post after the first; a copy carries the version that it
 *     was made from; 0 where another writer left it out
 * @param deleted whether this is the mark of a post that was deleted; missing where it is not
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record PostItem(
    @Nullable String id,
    @Nullable String type,
    @Nullable String postId,
    @Nullable String userId,
    @Nullable String userUsername,
    long userVersion,
    @Nullable String title,
    @Nullable String content,
    long commentCount,
    long likeCount,
    @Nullable String creationDate,
    long version,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean deleted)
    implements ListedItem {
  /**
   * A new post's item.
   *
   * @param post the post
   * @param userVersion the version of the user that its author's name was read from
   * @return the item, in version 0
   */
  public static PostItem of(Post post, long userVersion) {
    return new PostItem(
        post.id().value(),
        ItemType.POST,
        post.id().value(),
        post.userId().value(),
        post.userUsername(),
        userVersion,
        post.title(),
        post.content(),
        post.commentCount(),
        post.likeCount(),
        ItemDates.text(post.creationDate()),
        0,
        null);
  }

  /**
   * Whether this is a post, and one that was not deleted.
   *
   * @return whether it can be shown
   */
  @JsonIgnore
  public boolean isLive() {
    return ItemType.POST.equals(type) && !Boolean.TRUE.equals(deleted);
  }

  /**
   * The short copy, with every property in the form that this library writes.
   *
   * @return the copy
   * @throws MalformedItemException if an id is missing, the post's id is not its {@code postId},
   *     the date is no date, or the name is longer than a title may be
   */
  public PostItem shortCopy() {
    PostId post = ownId();
    UserId user = author();
    return new PostItem(
        post.value(),
        ItemType.POST,
        post.value(),
        user.value(),
        shortName(),
        userVersion,
        Content.shortTitle(Stored.text(title)),
        Content.summary(Stored.text(content)),
        commentCount,
        likeCount,
        ItemDates.text(createdAt()),
        version,
        deleted);
  }

  /**
   * The newer of two versions of a post.
   *
   * @param other another version
   * @return the one of the larger version; this one where both are the same
   */
  public PostItem newer(PostItem other) {
    return other.version > version ? other : this;
  }

  /**
   * The same with another name of its author.
   *
   * @param name the name
   * @return the item, in the same version
   */
  public PostItem named(VersionedName name) {
    return new PostItem(
        id,
        type,
        postId,
        userId,
        name.username(),
        name.version(),
        title,
        content,
        commentCount,
        likeCount,
        creationDate,
        version,
        deleted);
  }

  /**
   * The post.
   *
   * @return the post; texts are empty, counts 0 and the date 1970 where they are missing
   * @throws MalformedItemException if an id is missing or the date is no date
   */
  public Post toPost() {
    return new Post(
        postIdOrId(),
        author(),
        Stored.text(userUsername),
        Stored.text(title),
        Stored.text(content),
        commentCount,
        likeCount,
        createdAt());
  }

  /**
   * The post in short form.
   *
   * @return the summary; defaults as in {@link #toPost}
   * @throws MalformedItemException if an id is missing or the date is no date
   */
  public PostSummary toSummary() {
    return new PostSummary(
        postIdOrId(),
        author(),
        Stored.text(userUsername),
        Stored.text(title),
        Content.summary(Stored.text(content)),
        commentCount,
        likeCount,
        createdAt());
  }

  private PostId postIdOrId() {
    return Stored.id(id, "postId", postId == null ? id : postId, PostId::of);
  }

  /**
   * A post with another id is found by no point read: it would be copied, and then be looked for in
   * vain.
   */
  private PostId ownId() {
    PostId post = postIdOrId();
    if (!post.value().equals(id)) {
      throw new MalformedItemException(Stored.text(id), "its id is not its 'postId'.");
    }
    return post;
  }

  /**
   * A name that is longer than any title is no name. It would make the copy, and with it the feed
   * that holds it, larger than an item may be: all other posts would wait for this one.
   */
  private String shortName() {
    String name = Stored.text(userUsername);
    if (name.length() > Content.MAX_TITLE_LENGTH) {
      throw new MalformedItemException(
          Stored.text(id), "its 'userUsername' has " + name.length() + " characters.");
    }
    return name;
  }

  private UserId author() {
    return Stored.id(id, "userId", userId, UserId::of);
  }

  private Instant createdAt() {
    return Stored.date(id, creationDate);
  }
}
