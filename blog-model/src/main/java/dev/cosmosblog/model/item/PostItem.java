package dev.cosmosblog.model.item;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.cosmosblog.model.Content;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.UserId;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of a post in the container of posts. A deleted post's tombstone has the same
 * form, with empty texts; {@link #isLive} tells the two apart.
 *
 * @param id equals {@code postId}
 * @param type {@link ItemType#POST}
 * @param postId the partition key
 * @param userId the author
 * @param userUsername the author's name
 * @param userVersion the version of the user that the name was read from
 * @param title the title
 * @param content the content
 * @param excerpt the summary that the author wrote; missing or empty without one
 * @param slug the slug; missing without one
 * @param formerSlugs the slugs that the post had before, the last one first; missing without any
 * @param tags the tags; missing without any
 * @param commentCount the number of comments in the post's partition
 * @param likeCount the number of likes in the post's partition
 * @param creationDate the date in the form of {@link ItemDates}
 * @param version the number of writes after the first; 0 if it is missing
 * @param editVersion the number of edits; missing, which is 0, in a post that was never edited
 * @param updatedAt the date of the last edit in the form of {@link ItemDates}; missing like {@code
 *     editVersion}
 * @param status {@code draft}, {@code scheduled} or {@code hidden}; null in a published post, whose
 *     stored status is missing or {@code published}
 * @param publishAt when a scheduled post is to be published, in the form of {@link ItemDates};
 *     otherwise null, even if the post was scheduled before
 * @param properties the custom properties; missing without any
 * @param deleted true in a tombstone; otherwise missing
 * @param commentsClosed true in a post that accepts no new comments; otherwise null, whatever
 *     another program stored
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
    @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable String excerpt,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String slug,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> formerSlugs,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable StoredTags tags,
    long commentCount,
    long likeCount,
    @Nullable String creationDate,
    long version,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) long editVersion,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String updatedAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String status,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String publishAt,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) CustomProperties properties,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean deleted,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Object commentsClosed)
    implements ListedItem, EditedItem {
  public PostItem {
    status = StoredProperties.storedStatus(status);
    publishAt = StoredProperties.isScheduled(status) ? publishAt : null;
    formerSlugs = StoredProperties.texts(formerSlugs);
    properties = StoredProperties.own(properties);
    commentsClosed = Boolean.TRUE.equals(commentsClosed) ? commentsClosed : null;
  }

  /** {@return the item of a new post, in version 0} */
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
        post.excerpt(),
        post.slug() == null ? null : post.slug().value(),
        List.of(),
        StoredTags.of(post.tags()),
        post.commentCount(),
        post.likeCount(),
        ItemDates.text(post.creationDate()),
        0,
        0,
        null,
        StoredProperties.text(post.status()),
        post.publishAt() == null ? null : ItemDates.text(post.publishAt()),
        post.properties(),
        null,
        post.commentsClosed());
  }

  /** {@return whether this is a post, and not the tombstone of a deleted one} */
  @JsonIgnore
  public boolean isLive() {
    return ItemType.POST.equals(type) && !Boolean.TRUE.equals(deleted);
  }

  /** {@return whether readers see this post: it is published, and was not deleted} */
  @JsonIgnore
  public boolean isListed() {
    return isLive() && status == null;
  }

  /** {@return whether this post waits for its time of publication} */
  @JsonIgnore
  public boolean isScheduled() {
    return isLive() && StoredProperties.isScheduled(status);
  }

  /** {@return the summary with the default rule} See {@link #summary(SummaryRule)}. */
  public PostSummaryItem summary() {
    return summary(SummaryRule.DEFAULT);
  }

  /**
   * {@return the summary as the copies store it}
   *
   * <p>It has no custom properties if those of the rule take more than {@link
   * CustomProperties#MAX_BYTES_OF_SUMMARY}, as they may if another program wrote them.
   *
   * @param rule what summaries carry
   * @throws MalformedItemException if an id is missing, the post's id is not its {@code postId},
   *     the date is no date, or the author's name is longer than the longest title
   */
  public PostSummaryItem summary(SummaryRule rule) {
    Post post = toPost();
    // A point read finds a post only if its id equals its postId: a copy of any other post would
    // name a post that cannot be read.
    if (!post.id().value().equals(id) || postId == null) {
      throw StoredProperties.malformed(id, "its id is not its 'postId'.");
    }
    // The copy, and the front page with it, could exceed the size limit of an item, and would then
    // block all other posts.
    int nameLength = post.userUsername().length();
    if (nameLength > Content.MAX_TITLE_LENGTH) {
      throw StoredProperties.malformed(id, "its 'userUsername' has " + nameLength + " characters.");
    }
    CustomProperties carried = properties.only(rule.properties());
    boolean fits = carried.jsonBytes() <= CustomProperties.MAX_BYTES_OF_SUMMARY;
    return new PostSummaryItem(
        id,
        ItemType.POST,
        postId,
        post.userId().value(),
        post.userUsername(),
        userVersion,
        Content.shortTitle(post.title()),
        Content.summary(post.excerpt(), post.content(), rule.length()),
        post.slug() == null ? null : post.slug().value(),
        tags,
        commentCount,
        likeCount,
        ItemDates.text(post.creationDate()),
        version,
        StoredProperties.text(post.status()),
        post.publishAt() == null ? null : ItemDates.text(post.publishAt()),
        fits ? carried : CustomProperties.NONE);
  }

  /** {@return the slugs that find this post: its own and the former ones, without invalid ones} */
  @JsonIgnore
  public List<Slug> slugs() {
    return slugs(slug, formerSlugs);
  }

  /**
   * {@return the valid ones of a post's stored slugs}
   *
   * @param slug the slug, or null
   * @param formerSlugs the slugs that it had before
   */
  public static List<Slug> slugs(@Nullable String slug, List<String> formerSlugs) {
    return Stream.concat(Stream.ofNullable(slug), formerSlugs.stream())
        .map(StoredProperties::slug)
        .filter(Objects::nonNull)
        .distinct()
        .toList();
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
        properties,
        excerpt == null || excerpt.isEmpty() ? null : excerpt,
        StoredProperties.slug(slug),
        StoredTags.tags(tags),
        commentsClosed != null);
  }
}
