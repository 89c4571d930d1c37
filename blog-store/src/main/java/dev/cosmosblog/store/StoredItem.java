package dev.cosmosblog.store;

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
  /** What the service writes into every item, and nobody else can. */
  private static final Set<String> OF_THE_SERVICE =
      Set.of("_rid", "_self", "_etag", "_attachments", "_ts", "_lsn");

  private final Map<String, @Nullable Object> properties;

  private StoredItem(Map<String, @Nullable Object> properties) {
    this.properties = properties;
  }

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static StoredItem of(Map<String, @Nullable Object> properties) {
    return new StoredItem(properties);
  }

  /**
   * The item's id.
   *
   * @return the id, which the service demands of every item
   */
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

  /**
   * The item's version in the eyes of the service.
   *
   * @return the ETag, another one after each write
   */
  public String etag() {
    return String.valueOf(properties.get("_etag"));
  }

  /**
   * When the item was written last, by the service's clock.
   *
   * @return the seconds since 1970
   */
  public long writtenAt() {
    return number("_ts");
  }

  /**
   * Whether the item is the mark of something that was deleted.
   *
   * @return whether it says so
   */
  public boolean isDeleted() {
    return Boolean.TRUE.equals(properties.get("deleted"));
  }

  /**
   * Whether the item has the partition key that it needs.
   *
   * @param container where it is stored
   * @return whether the key is a text, and not an empty one
   */
  public boolean hasPartition(BlogContainer container) {
    return properties.get(container.partitionKey()) instanceof String key && !key.isEmpty();
  }

  /**
   * Whether a property has a value.
   *
   * @param property the property
   * @param value the text
   * @return whether it is this text
   */
  public boolean has(String property, String value) {
    return value.equals(properties.get(property));
  }

  /**
   * Whether a property is not there, or null.
   *
   * @param property the property
   * @return whether it has no value
   */
  public boolean lacks(String property) {
    return properties.get(property) == null;
  }

  /**
   * Whether commands can write a live post, and add to its counts: its counts and version are whole
   * numbers or not there, and there is no {@code deleted}, which they take for a mark whatever it
   * says.
   *
   * @return whether they can
   */
  public boolean isCountable() {
    return !isNoMark()
        && takesIncrement("commentCount")
        && takesIncrement("likeCount")
        && takesIncrement("version");
  }

  /** Whether there is a {@code deleted} that says that the item is not. */
  boolean isNoMark() {
    return properties.containsKey("deleted") && !isDeleted();
  }

  /** What is neither true nor false may be another program's mark: nobody but it can tell. */
  private @Nullable Boolean mark() {
    Object mark = properties.get("deleted");
    if (mark != null && !(mark instanceof Boolean)) {
      throw malformed("deleted", "truth value");
    }
    return isDeleted() ? Boolean.TRUE : null;
  }

  /** Cosmos DB adds to a number, and makes one that is not there; it refuses null and texts. */
  boolean takesIncrement(String property) {
    return !properties.containsKey(property) || isWhole(properties.get(property));
  }

  private static boolean isWhole(@Nullable Object value) {
    return value instanceof Number number && number.doubleValue() == number.longValue();
  }

  /**
   * Whether a post, comment or like carries a name, with a version that later ones are found by:
   * one that is no number is older than none.
   *
   * @param name the name
   * @return whether it does
   * @throws MalformedItemException if a property has another type
   */
  public boolean carries(VersionedName name) {
    return name().equals(name) && takesIncrement("userVersion");
  }

  /**
   * A property's text.
   *
   * @param property the property
   * @return the text, or empty where it has none
   */
  public Optional<String> textOf(String property) {
    return properties.get(property) instanceof String text ? Optional.of(text) : Optional.empty();
  }

  /**
   * Where the item is.
   *
   * @param container where it was read
   * @return its place; the partition is an empty text where the key is none
   */
  public ItemPlace place(BlogContainer container) {
    Object key = properties.get(container.partitionKey());
    return new ItemPlace(container, key instanceof String text ? text : "", id());
  }

  /**
   * Whose item it is, for a post, comment or like.
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
   * @return the post
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
   * @return the feed
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
        entries);
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
   * @return the comment
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
   * @return the like
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
   * @return the user
   * @throws MalformedItemException if a property has another type
   */
  public UserItem user() {
    return new UserItem(
        text("id"), text("type"), text("userId"), text("username"), number("version"));
  }

  /**
   * The item as a username's reservation.
   *
   * @return the reservation
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

  /** What its writers wrote, for another item that takes it along; the caller's own. */
  Map<String, @Nullable Object> written() {
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
