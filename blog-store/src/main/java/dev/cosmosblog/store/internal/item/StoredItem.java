package dev.cosmosblog.store.internal.item;

import com.fasterxml.jackson.annotation.JsonCreator;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.Tag;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.FrontPageItem.Removed;
import dev.cosmosblog.model.item.ItemDates;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.ListedItem;
import dev.cosmosblog.model.item.ListingItem;
import dev.cosmosblog.model.item.PendingItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.ReservationItem;
import dev.cosmosblog.model.item.StoredTags;
import dev.cosmosblog.model.item.TaggedPostItem;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.command.EraseUser;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An item as it is stored, even by another program. It is read as leniently as by the store's
 * queries: numbers and booleans as strings, numbers in strings, defaults for missing properties. A
 * {@link MalformedItemException} contains the name of the unreadable property, but not its value.
 */
public record StoredItem(Map<String, @Nullable Object> properties) implements ListedItem {
  // The properties that the service adds to every item.
  private static final Set<String> OF_THE_SERVICE =
      Set.of("_rid", "_self", "_etag", "_attachments", "_ts", "_lsn");

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static StoredItem of(Map<String, @Nullable Object> properties) {
    return new StoredItem(properties);
  }

  @Override
  public String id() {
    return String.valueOf(properties.get("id"));
  }

  @Override
  public @Nullable String creationDate() {
    return textOf("creationDate").orElse(null);
  }

  public String type() {
    return textOf("type").orElse("");
  }

  public String etag() {
    return String.valueOf(properties.get("_etag"));
  }

  /** Returns the last write in seconds since 1970 by the service's clock. */
  public long writtenAt() {
    return number("_ts");
  }

  /**
   * Returns a version for a post whose version can't be incremented: the number in its text, or the
   * time of its last write in microseconds, which is greater than each earlier version.
   */
  public long readableVersion() {
    return properties.get("version") instanceof String && numberOr0("version") > 0
        ? numberOr0("version")
        : TimeUnit.SECONDS.toMicros(writtenAt());
  }

  public boolean isDeleted() {
    return Boolean.TRUE.equals(properties.get("deleted"));
  }

  /** Returns whether it meets the condition {@code QueryTexts.IS_LIVE_POST}. */
  public boolean isLivePost() {
    return type().equals(ItemType.POST)
        && (lacks("deleted") || Boolean.FALSE.equals(properties.get("deleted")));
  }

  /** Returns whether it meets the condition {@code QueryTexts.IS_LISTED_POST}. */
  public boolean isListedPost() {
    return isLivePost() && (lacks("status") || has("status", "published"));
  }

  /** Returns whether it is a post that accepts no new comments. */
  public boolean hasClosedComments() {
    return Boolean.TRUE.equals(properties.get("commentsClosed"));
  }

  public boolean hasPartition(BlogContainer container) {
    return !place(container).partition().isEmpty();
  }

  public boolean has(String property, String value) {
    return value.equals(properties.get(property));
  }

  public boolean lacks(String property) {
    return properties.get(property) == null;
  }

  /**
   * Returns whether commands can update it: its numbers can be incremented, and it has no invalid
   * {@code deleted} property.
   */
  public boolean isCountable() {
    return !hasVoidDeletedMark()
        && takesIncrement("commentCount")
        && takesIncrement("likeCount")
        && takesIncrement("version");
  }

  public boolean hasVoidDeletedMark() {
    return properties.containsKey("deleted") && !isDeleted();
  }

  /** Cosmos DB increments numbers and missing properties, but rejects null and strings. */
  public boolean takesIncrement(String property) {
    return !properties.containsKey(property)
        || (properties.get(property) instanceof Number number
            && number.doubleValue() == number.longValue());
  }

  /**
   * Returns whether it has this name with a numeric version, without which later renames wouldn't
   * find it.
   */
  public boolean carries(VersionedName name) {
    return name().equals(name) && takesIncrement("userVersion");
  }

  public Optional<String> textOf(String property) {
    return properties.get(property) instanceof String text ? Optional.of(text) : Optional.empty();
  }

  /** Returns the item's place; the partition is empty if the key isn't a string. */
  public ItemPlace place(BlogContainer container) {
    return new ItemPlace(container, textOf(container.partitionKey()).orElse(""), id());
  }

  /** Returns the slugs that find a post, whatever else is stored in it. */
  public List<Slug> slugs() {
    Object slug = properties.get("slug");
    boolean isText = slug instanceof String || slug instanceof Number || slug instanceof Boolean;
    return PostItem.slugs(isText ? String.valueOf(slug) : null, textsOf("formerSlugs"));
  }

  /** Returns the author's id, or an empty string if it is missing. */
  public String author() {
    return Objects.requireNonNullElse(text("userId"), "");
  }

  public VersionedName name() {
    String name = Objects.requireNonNullElse(text("userUsername"), "");
    return new VersionedName(name, number("userVersion"));
  }

  /** Returns the name; a text that can't be read is empty, a version that can't be read 0. */
  public VersionedName readableName() {
    return new VersionedName(textOf("userUsername").orElse(""), numberOr0("userVersion"));
  }

  /**
   * Returns a post's date in the form of the listings, or empty if the date can't be read or the
   * status says that the post wasn't published.
   */
  public Optional<String> dateInListings() {
    String status = textOf("status").orElse("");
    return textOf("creationDate")
        .filter(date -> !status.equals("draft") && !status.equals("scheduled"))
        .flatMap(ItemDates::parse)
        .map(ItemDates::text);
  }

  /** Returns when Cosmos DB deletes the item, or empty if it doesn't. */
  public Optional<Instant> expires() {
    return properties.get("ttl") instanceof Number seconds && seconds.longValue() > 0
        ? Optional.of(Instant.ofEpochSecond(writtenAt() + seconds.longValue()))
        : Optional.empty();
  }

  public PostItem post() {
    return isDeleted() ? tombstone() : livePost();
  }

  /** Reads what a deletion needs, since another program may have written all else. */
  private PostItem tombstone() {
    return new PostItem(
        id(),
        type(),
        textOf("postId").orElse(null),
        textOf("userId").orElse(null),
        "",
        numberOr0("userVersion"),
        "",
        "",
        null,
        textOf("slug").orElse(null),
        textsOf("formerSlugs"),
        null,
        0,
        0,
        textOf("creationDate").orElse(null),
        numberOr0("version"),
        0,
        null,
        textOf("status").orElse(null),
        null,
        CustomProperties.NONE,
        true,
        null);
  }

  private PostItem livePost() {
    return new PostItem(
        text("id"),
        text("type"),
        text("postId"),
        text("userId"),
        text("userUsername"),
        number("userVersion"),
        text("title"),
        text("content"),
        text("excerpt"),
        text("slug"),
        texts("formerSlugs"),
        tags(),
        number("commentCount"),
        number("likeCount"),
        text("creationDate"),
        number("version"),
        number("editVersion"),
        text("updatedAt"),
        text("status"),
        text("publishAt"),
        CustomProperties.stored(properties.get("properties")),
        mark(),
        properties.get("commentsClosed"));
  }

  public PostSummaryItem summary() {
    return new PostSummaryItem(
        text("id"),
        text("type"),
        text("postId"),
        text("userId"),
        text("userUsername"),
        number("userVersion"),
        text("title"),
        text("content"),
        text("slug"),
        tags(),
        number("commentCount"),
        number("likeCount"),
        text("creationDate"),
        number("version"),
        text("status"),
        text("publishAt"),
        CustomProperties.stored(properties.get("properties")));
  }

  /**
   * A {@code deleted} property of another type may be another program's tombstone, which only that
   * program can read.
   */
  private @Nullable Boolean mark() {
    Object mark = properties.get("deleted");
    if (mark != null && !(mark instanceof Boolean)) {
      throw malformed("deleted", "a boolean");
    }
    return isDeleted() ? Boolean.TRUE : null;
  }

  public ListingItem listing() {
    return new ListingItem(
        text("id"),
        text("bucket"),
        text("type"),
        text("userId"),
        text("userUsername"),
        number("userVersion"),
        text("title"),
        text("slug"),
        tags(),
        text("creationDate"),
        number("version"),
        CustomProperties.stored(properties.get("properties")));
  }

  /**
   * Reads the tags of a post that was published. Unreadable properties get defaults, because a
   * deletion must not depend on them.
   */
  public TaggedPostItem taggedPost() {
    StoredTags tags = tags();
    return new TaggedPostItem(
        id(),
        textOf("bucket").orElse(""),
        type(),
        textOf("postId").orElse(""),
        tags == null ? List.of() : tags.all(),
        StoredTags.valid(properties.get("former")).map(Tag::value).toList(),
        Boolean.TRUE.equals(properties.get("listed")),
        numberOr0("version"));
  }

  public @Nullable StoredTags tags() {
    return StoredTags.of(properties.get("tags"));
  }

  public FrontPageItem feed() {
    Object posts = Objects.requireNonNullElse(properties.get("posts"), List.of());
    if (!(posts instanceof List<?> entries)) {
      throw malformed("posts", "an array");
    }
    return frontPage((int) number("size"), entries.stream().map(this::entry).toList());
  }

  /** Returns the front page without its posts, which may be unreadable. */
  public FrontPageItem feedWithoutPosts() {
    return frontPage((int) numberOr0("size"), List.of());
  }

  private FrontPageItem frontPage(int size, List<PostSummaryItem> posts) {
    return new FrontPageItem(
        textOf("id").orElse(null),
        textOf("type").orElse(null),
        size,
        Boolean.TRUE.equals(properties.get("incomplete")),
        posts,
        removed(),
        properties.get("changedAt") instanceof Number at ? at.longValue() : null,
        properties.get("markedAt") instanceof Number at ? at.longValue() : null,
        properties.get("uncheckedSince") instanceof Number since ? since.longValue() : null);
  }

  private List<Removed> removed() {
    List<Removed> removed = new ArrayList<>();
    if (properties.get("removed") instanceof List<?> entries) {
      for (Object entry : entries) {
        if (entry instanceof Map<?, ?> map
            && map.get("id") instanceof String id
            && map.get("at") instanceof Number at) {
          Long version = map.get("version") instanceof Number number ? number.longValue() : null;
          long userVersion = map.get("userVersion") instanceof Number name ? name.longValue() : 0;
          removed.add(new Removed(id, at.longValue(), version, userVersion));
        }
      }
    }
    return removed;
  }

  private PostSummaryItem entry(@Nullable Object entry) {
    if (!(entry instanceof Map<?, ?> map)) {
      throw malformed("posts", "an array of posts");
    }
    Map<String, @Nullable Object> post = new HashMap<>();
    map.forEach((property, value) -> post.put(String.valueOf(property), value));
    return new StoredItem(post).summary();
  }

  public CommentItem comment() {
    return new CommentItem(
        text("id"),
        text("type"),
        text("postId"),
        text("userId"),
        text("userUsername"),
        number("userVersion"),
        text("content"),
        text("creationDate"),
        number("editVersion"),
        text("updatedAt"),
        CustomProperties.stored(properties.get("properties")),
        properties.get("pending"));
  }

  /** Reads the entry of a pending comment. */
  public PendingItem pending() {
    return new PendingItem(
        id(),
        textOf("bucket").orElse(""),
        text("type"),
        text("commentId"),
        text("postId"),
        text("userId"),
        text("userUsername"),
        number("userVersion"),
        text("content"),
        text("creationDate"),
        number("editVersion"),
        text("updatedAt"),
        CustomProperties.stored(properties.get("properties")));
  }

  /** Returns whether it is a comment that waits for a moderator. */
  public boolean isPending() {
    return type().equals(ItemType.HIDDEN_COMMENT) && Boolean.TRUE.equals(properties.get("pending"));
  }

  /** Returns whether it is a comment that was pending once. */
  public boolean wasPending() {
    return properties.get("pending") instanceof Boolean;
  }

  /**
   * Returns whether it is a comment that may have been pending, so that the queue may have its
   * entry: another program may have replaced or removed the mark of a comment that isn't approved.
   */
  public boolean mayBeQueued() {
    return properties.containsKey("pending") || type().equals(ItemType.HIDDEN_COMMENT);
  }

  /**
   * Returns the creation date in the form of {@link ItemDates}: 1970 if it is missing, empty if it
   * is unreadable.
   */
  public Optional<String> storedDate() {
    return lacks("creationDate")
        ? Optional.of(ItemDates.text(Instant.EPOCH))
        : textOf("creationDate").flatMap(ItemDates::parse).map(ItemDates::text);
  }

  public LikeItem like() {
    return new LikeItem(
        text("id"),
        text("type"),
        text("postId"),
        text("userId"),
        text("userUsername"),
        number("userVersion"),
        text("creationDate"));
  }

  public UserItem user() {
    boolean isErased = type().equals(ItemType.ERASED_USER);
    return new UserItem(
        text("id"),
        text("type"),
        text("userId"),
        isErased ? nameOfErased().username() : text("username"),
        isErased ? nameOfErased().version() : number("version"),
        CustomProperties.stored(properties.get("properties")),
        number("editVersion"),
        text("updatedAt"));
  }

  /**
   * Returns the name that replaces an erased user's, whatever another program wrote as name and
   * version.
   */
  public VersionedName nameOfErased() {
    return new VersionedName(
        textOf("username").orElse(EraseUser.DEFAULT_REPLACEMENT), VersionedName.LAST_VERSION);
  }

  public ReservationItem reservation() {
    return new ReservationItem(
        text("id"),
        text("type"),
        text("userId"),
        text("username"),
        text("slug"),
        text("ownerId"),
        text("reservedAt"));
  }

  /** Returns the properties without those of the service. */
  public Map<String, @Nullable Object> written() {
    Map<String, @Nullable Object> written = new HashMap<>(properties);
    written.keySet().removeAll(OF_THE_SERVICE);
    return written;
  }

  private @Nullable String text(String property) {
    Object value = properties.get(property);
    if (value == null) {
      return null;
    }
    if (value instanceof String || value instanceof Number || value instanceof Boolean) {
      return value.toString();
    }
    throw malformed(property, "a string");
  }

  private List<String> texts(String property) {
    Object value = properties.get(property);
    if (value != null
        && !(value instanceof List<?> list && list.stream().allMatch(String.class::isInstance))) {
      throw malformed(property, "an array of strings");
    }
    return textsOf(property);
  }

  /** Returns the texts of a list; other elements are left out, and anything else has none. */
  public List<String> textsOf(String property) {
    return properties.get(property) instanceof List<?> list
        ? list.stream().filter(String.class::isInstance).map(String.class::cast).toList()
        : List.of();
  }

  private long number(String property) {
    Object value = properties.get(property);
    if (value instanceof Number number) {
      return number.longValue();
    }
    try {
      return value == null ? 0 : Long.parseLong(value.toString());
    } catch (NumberFormatException e) {
      throw malformed(property, "a number");
    }
  }

  /** Returns a number, or 0 if it can't be read. */
  public long numberOr0(String property) {
    try {
      return number(property);
    } catch (MalformedItemException e) {
      return 0;
    }
  }

  private MalformedItemException malformed(String property, String wanted) {
    return new MalformedItemException(id(), "'" + property + "' must be " + wanted + ".");
  }

  /** Returns only the type and the id. */
  @Override
  public String toString() {
    return type() + " " + id();
  }
}
