package dev.cosmosblog.model.item;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.ListedPost;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of a post in the listings. It has nothing that a comment, a like or an edit of
 * the content changes.
 *
 * @param id the post's id
 * @param bucket the partition key in the container of listings: the bucket's first day
 * @param type {@link ItemType#POST}, or {@link ItemType#UNPUBLISHED_COPY} for a hidden post
 * @param userId the author
 * @param userUsername the author's name
 * @param userVersion the version of the user that the name was read from
 * @param title the title, as in a summary
 * @param slug the slug; missing without one
 * @param tags the tags; missing without any
 * @param creationDate the date in the form of {@link ItemDates}
 * @param version the post's version when the entry was written
 * @param properties the custom properties that summaries carry; missing without any
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record ListingItem(
    @Nullable String id,
    @Nullable String bucket,
    @Nullable String type,
    @Nullable String userId,
    @Nullable String userUsername,
    long userVersion,
    @Nullable String title,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String slug,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable StoredTags tags,
    @Nullable String creationDate,
    long version,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) CustomProperties properties)
    implements ListedItem {
  public ListingItem {
    properties = StoredProperties.own(properties);
  }

  /**
   * {@return the entry of a post}
   *
   * @param copy the post's summary, published or hidden
   * @param bucket the bucket of its creation date
   */
  public static ListingItem of(PostSummaryItem copy, String bucket) {
    return new ListingItem(
        copy.id(),
        bucket,
        copy.isListed() ? ItemType.POST : ItemType.UNPUBLISHED_COPY,
        copy.userId(),
        copy.userUsername(),
        copy.userVersion(),
        copy.title(),
        copy.slug(),
        copy.tags(),
        copy.creationDate(),
        copy.version(),
        copy.properties());
  }

  /**
   * {@return this entry in another version}
   *
   * @param other the version
   */
  public ListingItem atVersion(long other) {
    return new ListingItem(
        id,
        bucket,
        type,
        userId,
        userUsername,
        userVersion,
        title,
        slug,
        tags,
        creationDate,
        other,
        properties);
  }

  /** {@return whether readers see the post} */
  @JsonIgnore
  public boolean isListed() {
    return ItemType.POST.equals(type);
  }

  /**
   * {@return the newest of two states of one entry} The name is that of the larger user version, if
   * there is one, all else that of the larger version.
   *
   * @param other the other state
   */
  public ListingItem newest(ListingItem other) {
    ListingItem state = other.version > version ? other : this;
    ListingItem named = VersionedName.isLater(other.userVersion, userVersion) ? other : this;
    ListingItem name = other.userVersion == userVersion ? state : named;
    return new ListingItem(
        id,
        bucket,
        state.type,
        state.userId,
        name.userUsername,
        name.userVersion,
        state.title,
        state.slug,
        state.tags,
        state.creationDate,
        state.version,
        state.properties);
  }

  /** {@return the post; a missing text is empty, a missing date 1970} */
  public ListedPost toListedPost() {
    return new ListedPost(
        StoredProperties.id(id, "id", id, PostId::of),
        StoredProperties.id(id, "userId", userId, UserId::of),
        StoredProperties.text(userUsername),
        StoredProperties.text(title),
        StoredProperties.slug(slug),
        StoredTags.tags(tags),
        StoredProperties.date(id, creationDate),
        properties);
  }
}
