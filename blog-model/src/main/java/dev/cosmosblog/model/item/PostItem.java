package dev.cosmosblog.model.item;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.cosmosblog.model.Content;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostStatus;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.UserId;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of a post, and of its short copies, which differ only in the content.
 *
 * @param id equals {@code postId}
 * @param type {@link ItemType#POST}, or {@link ItemType#UNPUBLISHED_COPY}
 * @param postId the partition key in the container of posts
 * @param userId the author; the partition key in the container of users
 * @param userUsername the author's name
 * @param userVersion the version of the user that the name was read from
 * @param title the title
 * @param content the content, cut in a copy
 * @param commentCount the number of comments in the post's partition
 * @param likeCount the number of likes in the post's partition
 * @param creationDate the date in the form of {@link ItemDates}
 * @param version the number of writes after the first, in a copy the post's; 0 if it was left out
 * @param editVersion the number of edits; missing, which is 0, in a post that was never edited and
 *     in copies
 * @param updatedAt the date of the last edit in the form of {@link ItemDates}; missing like {@code
 *     editVersion}
 * @param status {@code draft}, {@code scheduled} or {@code hidden}; null in a published post, whose
 *     stored status is missing or {@code published}
 * @param publishAt when a scheduled post is to be published, in the form of {@link ItemDates};
 *     otherwise null, even if the post was scheduled before
 * @param properties the properties of the host's own; missing if there are none
 * @param deleted true in the mark that a deleted post leaves; otherwise missing
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
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) long editVersion,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String updatedAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String status,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String publishAt,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) CustomProperties properties,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean deleted)
    implements ListedItem, EditedItem {
  private static final String HIDDEN = StoredProperties.name(PostStatus.HIDDEN);

  public PostItem {
    status = StoredProperties.storedStatus(status);
    publishAt = StoredProperties.isScheduled(status) ? publishAt : null;
    properties = StoredProperties.own(properties);
  }

  /** {@return the item of a new post, in version 0} */
  public static PostItem of(Post post, long userVersion) {
    return of(post, post.title(), post.content(), post.properties(), userVersion, 0, null);
  }

  private static PostItem of(
      Post post,
      String title,
      String content,
      CustomProperties properties,
      long userVersion,
      long version,
      @Nullable Boolean deleted) {
    return new PostItem(
        post.id().value(),
        ItemType.POST,
        post.id().value(),
        post.userId().value(),
        post.userUsername(),
        userVersion,
        title,
        content,
        post.commentCount(),
        post.likeCount(),
        ItemDates.text(post.creationDate()),
        version,
        0,
        null,
        StoredProperties.text(post.status()),
        post.publishAt() == null ? null : ItemDates.text(post.publishAt()),
        properties,
        deleted);
  }

  /** {@return whether this is a post that was not deleted} */
  @JsonIgnore
  public boolean isLive() {
    return ItemType.POST.equals(type) && !Boolean.TRUE.equals(deleted);
  }

  /** {@return whether readers see this post: it is published, and was not deleted} */
  @JsonIgnore
  public boolean isListed() {
    return isLive() && status == null;
  }

  /** {@return whether this post was published and is hidden} A draft never was in a list. */
  @JsonIgnore
  public boolean isHidden() {
    return isLive() && HIDDEN.equals(status);
  }

  /** {@return whether this post was published, whether or not it is hidden or deleted now} */
  @JsonIgnore
  public boolean wasPublished() {
    return status == null || HIDDEN.equals(status);
  }

  /** {@return whether this post waits for its time} */
  @JsonIgnore
  public boolean isScheduled() {
    return isLive() && StoredProperties.isScheduled(status);
  }

  /** {@return this short copy with a type that tells whether readers see the post} */
  public PostItem besideAuthor() {
    String copyType = status == null ? ItemType.POST : ItemType.UNPUBLISHED_COPY;
    return with(copyType, userUsername, userVersion);
  }

  /**
   * {@return the short copy, in the form that this library writes} Of the host's properties it has
   * the chosen ones, or none where those take more than {@link
   * CustomProperties#MAX_BYTES_OF_SUMMARY}, which only another writer's do.
   *
   * @param chosen the names of the host's properties that short copies carry
   * @throws MalformedItemException if an id is missing, the post's id is not its {@code postId},
   *     the date is no date, or the name is longer than the longest title
   */
  public PostItem shortCopy(Set<String> chosen) {
    Post post = toPost();
    CustomProperties carried = post.properties().only(chosen);
    boolean fits = carried.jsonBytes() <= CustomProperties.MAX_BYTES_OF_SUMMARY;
    return shortened(post, fits ? carried : CustomProperties.NONE);
  }

  /**
   * {@return this post in short form, with all of the host's properties} It is no copy to be
   * stored: {@link #shortCopy} chooses among the properties.
   *
   * @throws MalformedItemException as {@link #shortCopy} does
   */
  public PostItem shortened() {
    Post post = toPost();
    return shortened(post, post.properties());
  }

  private PostItem shortened(Post post, CustomProperties carried) {
    // A point read finds a post only if its id equals its postId: a copy of any other post would
    // name a post that cannot be read.
    if (!post.id().value().equals(id) || postId == null) {
      throw StoredProperties.malformed(id, "its id is not its 'postId'.");
    }
    // The copy, and the front page with it, could exceed the size limit of an item, and would then
    // hold up all other posts.
    int nameLength = post.userUsername().length();
    if (nameLength > Content.MAX_TITLE_LENGTH) {
      throw StoredProperties.malformed(id, "its 'userUsername' has " + nameLength + " characters.");
    }
    return of(
        post,
        Content.shortTitle(post.title()),
        Content.summary(post.content()),
        carried,
        userVersion,
        version,
        deleted);
  }

  /**
   * {@return the newest of two states of one post} Texts and counts are those of the larger
   * version, the name that of the larger user version: a copy gets a new name in the same version.
   */
  public PostItem newest(PostItem other) {
    PostItem content = other.version > version ? other : this;
    PostItem name = other.userVersion > userVersion ? other : this;
    return content.userVersion == name.userVersion
        ? content
        : content.named(
            new VersionedName(StoredProperties.text(name.userUsername), name.userVersion));
  }

  /** {@return this item, in the same version, with another name of its author} */
  public PostItem named(VersionedName name) {
    return with(type, name.username(), name.version());
  }

  private PostItem with(@Nullable String newType, @Nullable String name, long nameVersion) {
    return new PostItem(
        id,
        newType,
        postId,
        userId,
        name,
        nameVersion,
        title,
        content,
        commentCount,
        likeCount,
        creationDate,
        version,
        editVersion,
        updatedAt,
        status,
        publishAt,
        properties,
        deleted);
  }

  /** {@return the post; a missing text is empty, a missing count 0, a missing date 1970} */
  public Post toPost() {
    Instant created = StoredProperties.date(id, creationDate);
    return new Post(
        StoredProperties.id(id, "postId", postId == null ? id : postId, PostId::of),
        StoredProperties.id(id, "userId", userId, UserId::of),
        StoredProperties.text(userUsername),
        StoredProperties.text(title),
        StoredProperties.text(content),
        commentCount,
        likeCount,
        created,
        Math.max(0, editVersion),
        StoredProperties.updatedAt(updatedAt, created),
        StoredProperties.status(id, status),
        StoredProperties.publishAt(publishAt),
        properties);
  }

  /** {@return the post in short form; defaults as in {@link #toPost}} */
  public PostSummary toSummary() {
    return toPost().summary();
  }
}
