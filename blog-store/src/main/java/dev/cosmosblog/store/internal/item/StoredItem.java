package dev.cosmosblog.store.internal.item;

import com.fasterxml.jackson.annotation.JsonCreator;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.model.item.UsernameItem;
import dev.cosmosblog.model.item.VersionedName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An item as it is stored, whatever its writer left in it. Reading it as one of the item shapes
 * takes what the store's own reads take: numbers and truth values for texts, numbers in texts,
 * anything for missing; a {@link MalformedItemException} says which property can't be read, and
 * never its value.
 */
public final class StoredItem {
  /** The service's own properties of every item. */
  private static final Set<String> OF_THE_SERVICE =
      Set.of("_rid", "_self", "_etag", "_attachments", "_ts", "_lsn");

  private final Map<String, @Nullable Object> properties;

  private StoredItem(Map<String, @Nullable Object> properties) {
    this.properties = properties;
  }

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static StoredItem of(Map<String, @Nullable Object> properties) {
    return new StoredItem(properties);
  }

  /** Returns the item's id. */
  public String id() {
    return String.valueOf(properties.get("id"));
  }

  /**
   * The item's type.
   *
   * @return the type, or an empty text where it has none
   */
  public String type() {
    return properties.get("type") instanceof String type ? type : "";
  }

  /** Returns the ETag. */
  public String etag() {
    return String.valueOf(properties.get("_etag"));
  }

  /** Returns when the item was written last, in seconds since 1970 by the service's clock. */
  public long writtenAt() {
    return number("_ts");
  }

  /** Returns whether the item is the mark of something that was deleted. */
  public boolean isDeleted() {
    return Boolean.TRUE.equals(properties.get("deleted"));
  }

  /**
   * Whether the item has the partition key that it needs.
   *
   * @return whether the key is a text, and not an empty one
   */
  public boolean hasPartition(BlogContainer container) {
    return properties.get(container.partitionKey()) instanceof String key && !key.isEmpty();
  }

  /** Returns whether a property has this value. */
  public boolean has(String property, String value) {
    return value.equals(properties.get(property));
  }

  /** Whether a property is not there, or null. */
  public boolean lacks(String property) {
    return properties.get(property) == null;
  }

  /**
   * Whether commands can write a live post, and add to its counts: its counts and version are whole
   * numbers or not there, and there is no {@code deleted}, which they take for a mark whatever it
   * says.
   */
  public boolean isCountable() {
    return !hasVoidDeletedMark()
        && takesIncrement("commentCount")
        && takesIncrement("likeCount")
        && takesIncrement("version");
  }

  /** Whether there is a {@code deleted} that says that the item is not. */
  public boolean hasVoidDeletedMark() {
    return properties.containsKey("deleted") && !isDeleted();
  }

  /**
   * A value that is neither true nor false may be another program's mark, which only it can read.
   */
  private @Nullable Boolean mark() {
    Object mark = properties.get("deleted");
    if (mark != null && !(mark instanceof Boolean)) {
      throw malformed("deleted", "truth value");
    }
    return isDeleted() ? Boolean.TRUE : null;
  }

  /** Cosmos DB adds to a number, and makes one that is not there; it refuses null and texts. */
  public boolean takesIncrement(String property) {
    return !properties.containsKey(property) || isWhole(properties.get(property));
  }

  private static boolean isWhole(@Nullable Object value) {
    return value instanceof Number number && number.doubleValue() == number.longValue();
  }

  /**
   * Whether a post, comment or like carries a name, with a version that later ones are found by:
   * one that is no number is older than none.
   *
   * @throws MalformedItemException if a property has another type
   */
  public boolean carries(VersionedName name) {
    return name().equals(name) && takesIncrement("userVersion");
  }

  /** A property's text. */
  public Optional<String> textOf(String property) {
    return properties.get(property) instanceof String text ? Optional.of(text) : Optional.empty();
  }

  /**
   * Returns where the item is.
   *
   * @return its place; the partition is an empty text where the key is none
   */
  public ItemPlace place(BlogContainer container) {
    Object key = properties.get(container.partitionKey());
    return new ItemPlace(container, key instanceof String text ? text : "", id());
  }

  /**
   * Returns the author of a post, comment or like.
   *
   * @return the user's id, or an empty text where it has none
   * @throws MalformedItemException if it is no text
   */
  public String author() {
    String author = text("userId");
    return author == null ? "" : author;
  }

  /**
   * The author's name that a post, comment or like carries.
   *
   * @return the name with the version of the user that it was read from
   * @throws MalformedItemException if a property has another type
   */
  public VersionedName name() {
    String name = text("userUsername");
    return new VersionedName(name == null ? "" : name, number("userVersion"));
  }

  /**
   * The item as a post, or as a post's short copy.
   *
   * @throws MalformedItemException if a property has another type
   */
  public PostItem post() {
    return new PostItem(
        text("id"),
        text("type"),
        text("postId"),
        text("userId"),
        text("userUsername"),
        number("userVersion"),
        text("title"),
        text("content"),
        number("commentCount"),
        number("likeCount"),
        text("creationDate"),
        number("version"),
        mark());
  }

  /**
   * The item as the feed.
   *
   * @throws MalformedItemException if a property has another type
   */
  public FrontPageItem feed() {
    Object posts = properties.get("posts");
    if (posts != null && !(posts instanceof List)) {
      throw malformed("posts", "list");
    }
    List<PostItem> entries =
        posts instanceof List<?> list ? list.stream().map(this::entry).toList() : List.of();
    return new FrontPageItem(
        text("id"),
        text("type"),
        (int) number("size"),
        Boolean.TRUE.equals(properties.get("incomplete")),
        entries,
        List.of(),
        null,
        null);
  }

  private PostItem entry(@Nullable Object entry) {
    if (!(entry instanceof Map<?, ?> map)) {
      throw malformed("posts", "list of posts");
    }
    Map<String, @Nullable Object> post = new HashMap<>();
    map.forEach((property, value) -> post.put(String.valueOf(property), value));
    return new StoredItem(post).post();
  }

  /**
   * The item as a comment.
   *
   * @throws MalformedItemException if a property has another type
   */
  public CommentItem comment() {
    return new CommentItem(
        text("id"),
        text("type"),
        text("postId"),
        text("userId"),
        text("userUsername"),
        number("userVersion"),
        text("content"),
        text("creationDate"));
  }

  /**
   * The item as a like.
   *
   * @throws MalformedItemException if a property has another type
   */
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

  /**
   * The item as a user.
   *
   * @throws MalformedItemException if a property has another type
   */
  public UserItem user() {
    return new UserItem(
        text("id"), text("type"), text("userId"), text("username"), number("version"));
  }

  /**
   * The item as a username's reservation.
   *
   * @throws MalformedItemException if a property has another type
   */
  public UsernameItem reservation() {
    return new UsernameItem(
        text("id"),
        text("type"),
        text("userId"),
        text("username"),
        text("ownerId"),
        text("reservedAt"));
  }

  /** Returns a copy of what its writers wrote, without the service's properties. */
  public Map<String, @Nullable Object> written() {
    Map<String, @Nullable Object> written = new HashMap<>(properties);
    written.keySet().removeAll(OF_THE_SERVICE);
    return written;
  }

  private @Nullable String text(String property) {
    Object value = properties.get(property);
    if (value == null || value instanceof String) {
      return (String) value;
    }
    if (value instanceof Number || value instanceof Boolean) {
      return value.toString();
    }
    throw malformed(property, "text");
  }

  private long number(String property) {
    Object value = properties.get(property);
    if (value instanceof Number number) {
      return number.longValue();
    }
    if (value == null) {
      return 0;
    }
    try {
      return Long.parseLong(value.toString());
    } catch (NumberFormatException e) {
      throw malformed(property, "number");
    }
  }

  private MalformedItemException malformed(String property, String wanted) {
    return new MalformedItemException(id(), "'" + property + "' is no " + wanted + ".");
  }

  /** The id and type alone. */
  @Override
  public boolean equals(Object other) {
    return other instanceof StoredItem item && properties.equals(item.properties);
  }

  @Override
  public int hashCode() {
    return properties.hashCode();
  }

  @Override
  public String toString() {
    return type() + " " + id();
  }
}
