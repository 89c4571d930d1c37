package dev.cosmosblog.model.item;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.cosmosblog.model.Content;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostStatus;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.UserId;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of a post's summary: an item beside its author, and an entry of the front page.
 *
 * @param id equals {@code postId}
 * @param type {@link ItemType#POST}, or {@link ItemType#UNPUBLISHED_COPY} beside the author
 * @param postId the post
 * @param userId the author; the partition key in the container of users
 * @param userUsername the author's name
 * @param userVersion the version of the user that the name was read from
 * @param title the title, of at most {@link Content#MAX_TITLE_LENGTH} characters
 * @param content the excerpt, or the beginning of the content
 * @param slug the slug; missing without one
 * @param tags the tags; missing without any
 * @param commentCount the number of comments
 * @param likeCount the number of likes
 * @param creationDate the date in the form of {@link ItemDates}
 * @param version the post's version
 * @param status as in {@link PostItem}
 * @param publishAt as in {@link PostItem}
 * @param properties the custom properties that summaries carry; missing without any
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record PostSummaryItem(
    @Nullable String id,
    @Nullable String type,
    @Nullable String postId,
    @Nullable String userId,
    @Nullable String userUsername,
    long userVersion,
    @Nullable String title,
    @Nullable String content,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String slug,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable StoredTags tags,
    long commentCount,
    long likeCount,
    @Nullable String creationDate,
    long version,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String status,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String publishAt,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) CustomProperties properties)
    implements ListedItem {
  private static final String HIDDEN = StoredProperties.name(PostStatus.HIDDEN);

  public PostSummaryItem {
    status = StoredProperties.storedStatus(status);
    publishAt = StoredProperties.isScheduled(status) ? publishAt : null;
    properties = StoredProperties.own(properties);
  }

  /** {@return whether readers see the post} */
  @JsonIgnore
  public boolean isListed() {
    return ItemType.POST.equals(type) && status == null;
  }

  /** {@return whether the post was published and is hidden now} A draft never was in a list. */
  @JsonIgnore
  public boolean isHidden() {
    return ItemType.POST.equals(type) && HIDDEN.equals(status);
  }

  /** {@return whether the post was published, whether or not it is hidden now} */
  @JsonIgnore
  public boolean wasPublished() {
    return status == null || HIDDEN.equals(status);
  }

  /** {@return whether the post waits for its time of publication} */
  @JsonIgnore
  public boolean isScheduled() {
    return ItemType.POST.equals(type) && StoredProperties.isScheduled(status);
  }

  /** {@return this summary with the type that it has beside the author} */
  public PostSummaryItem besideAuthor() {
    String copyType = status == null ? ItemType.POST : ItemType.UNPUBLISHED_COPY;
    return with(copyType, userUsername, userVersion);
  }

  /**
   * {@return the newest of two states of one post}
   *
   * <p>Texts and counts are those of the larger version, the name is that of the larger user
   * version: a rename reaches a copy without a new version of the post.
   *
   * @param other the other state
   */
  public PostSummaryItem newest(PostSummaryItem other) {
    PostSummaryItem state = other.version > version ? other : this;
    PostSummaryItem name = VersionedName.isLater(other.userVersion, userVersion) ? other : this;
    return state.userVersion == name.userVersion
        ? state
        : state.named(
            new VersionedName(StoredProperties.text(name.userUsername), name.userVersion));
  }

  /** {@return this summary, in the same version, with another name of its author} */
  public PostSummaryItem named(VersionedName name) {
    return with(type, name.username(), name.version());
  }

  private PostSummaryItem with(@Nullable String newType, @Nullable String name, long nameVersion) {
    return new PostSummaryItem(
        id,
        newType,
        postId,
        userId,
        name,
        nameVersion,
        title,
        content,
        slug,
        tags,
        commentCount,
        likeCount,
        creationDate,
        version,
        status,
        publishAt,
        properties);
  }

  /** {@return the summary; a missing text is empty, a missing count 0, a missing date 1970} */
  public PostSummary toSummary() {
    return new PostSummary(
        StoredProperties.id(id, "postId", postId == null ? id : postId, PostId::of),
        StoredProperties.id(id, "userId", userId, UserId::of),
        StoredProperties.text(userUsername),
        StoredProperties.text(title),
        Content.shortExcerpt(StoredProperties.text(content)),
        StoredProperties.slug(slug),
        StoredTags.tags(tags),
        commentCount,
        likeCount,
        StoredProperties.date(id, creationDate),
        StoredProperties.status(id, status),
        StoredProperties.publishAt(publishAt),
        properties);
  }
}
