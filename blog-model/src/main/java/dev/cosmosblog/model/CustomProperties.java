package dev.cosmosblog.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The custom properties of a post, a comment or a user, such as tags, a slug or a cover image: JSON
 * values by name, in insertion order. Immutable.
 *
 * <p>A value is a {@link String}, a {@link Boolean}, a number, a {@link List} of values, or a
 * {@link Map} of values by non-empty strings; never null. A number is a {@link Byte}, {@link
 * Short}, {@link Integer} or {@link Long} with an absolute value of at most 2<sup>53</sup>, or a
 * finite {@link Float} or {@link Double}, because Cosmos DB stores numbers as doubles. Integers up
 * to this limit are returned and compared as {@link Long}, all other numbers as {@link Double}.
 *
 * <p>A property's name is a letter (A to Z, a to z) and up to 63 letters, digits, {@code _} and
 * {@code -}. The names of the library's and Cosmos DB's properties ({@link #TAKEN_NAMES}) are
 * reserved. Lists and maps are nested at most {@value #MAX_DEPTH} deep, and there are at most
 * {@value #MAX_PROPERTIES} properties.
 *
 * <p>Properties that another program stored may exceed these limits. They are read unchanged, but
 * without nulls and empty names. The typed accessors return empty for a property that is missing or
 * has another type.
 */
public final class CustomProperties {
  /** The maximum length of a name in characters. */
  public static final int MAX_NAME_LENGTH = 64;

  /** The maximum number of properties of one post, comment or user. */
  public static final int MAX_PROPERTIES = 64;

  /** The maximum depth of nested lists and maps in a value. */
  public static final int MAX_DEPTH = 5;

  /** The maximum size of a post's properties, in bytes of UTF-8 as JSON. */
  public static final int MAX_BYTES_OF_POST = 16 * 1024;

  /** The maximum size of a comment's properties, because a page has up to a thousand comments. */
  public static final int MAX_BYTES_OF_COMMENT = 4 * 1024;

  /**
   * The maximum size of a user's properties, because each new comment, like and post reads its
   * author.
   */
  public static final int MAX_BYTES_OF_USER = 4 * 1024;

  /** The maximum size of a post's properties that its summary includes. */
  public static final int MAX_BYTES_OF_SUMMARY = 1024;

  /** The reserved names: the properties of stored posts, comments, likes and users. */
  public static final Set<String> TAKEN_NAMES =
      Set.of(
          "id",
          "type",
          "postId",
          "userId",
          "userUsername",
          "userVersion",
          "username",
          "title",
          "content",
          "commentCount",
          "likeCount",
          "creationDate",
          "version",
          "editVersion",
          "updatedAt",
          "status",
          "publishAt",
          "excerpt",
          "slug",
          "formerSlugs",
          "tags",
          "pending",
          "commentsClosed",
          "hidden",
          "properties",
          "deleted",
          "erasure",
          "formerUsername",
          "ttl",
          "_rid",
          "_self",
          "_etag",
          "_attachments",
          "_ts",
          "_lsn");

  /** No properties. */
  public static final CustomProperties NONE = new CustomProperties(Map.of());

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");
  // Cosmos DB stores numbers as doubles, which can't represent all larger integers.
  private static final long MAX_INTEGER = 1L << 53;

  private final Map<String, Object> values;

  private CustomProperties(Map<String, Object> values) {
    this.values = values;
  }

  /**
   * {@return properties with these values}
   *
   * @param values the values by name; lists and maps are copied
   * @throws InvalidPropertyException if a name or a value is invalid, or there are too many
   *     properties
   */
  public static CustomProperties of(Map<String, ?> values) {
    Objects.requireNonNull(values, "values");
    Map<String, Object> checked = new LinkedHashMap<>();
    values.forEach((name, value) -> checked.put(checkName(name), checkedValue(name, value, 0)));
    return made(checked).checkNumberAndSize();
  }

  /**
   * {@return properties as they are stored, even by another program}
   *
   * <p>Returns no properties if the value isn't an object. Numbers are converted like by {@link
   * #of}, nulls and empty names are left out, and limits aren't checked.
   *
   * @param value the stored value; lists and maps are copied
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static CustomProperties stored(@Nullable Object value) {
    return value instanceof Map<?, ?> values ? made(storedMap(values)) : NONE;
  }

  private static CustomProperties made(Map<String, Object> values) {
    return values.isEmpty() ? NONE : new CustomProperties(Collections.unmodifiableMap(values));
  }

  /**
   * {@return these properties with one property added or replaced}
   *
   * @param name the property
   * @param value its value
   * @throws InvalidPropertyException if the name or the value is invalid, or there would be too
   *     many properties
   */
  public CustomProperties with(String name, Object value) {
    Map<String, Object> changed = new LinkedHashMap<>(values);
    changed.put(checkName(name), checkedValue(name, value, 0));
    return made(changed).checkNumberAndSize();
  }

  /**
   * {@return these properties with others added, which replace equal names}
   *
   * @param others the others
   * @throws InvalidPropertyException if there would be too many properties
   */
  public CustomProperties withAll(CustomProperties others) {
    Objects.requireNonNull(others, "others");
    if (others.isEmpty()) {
      return this;
    }
    Map<String, Object> changed = new LinkedHashMap<>(values);
    changed.putAll(others.values);
    return made(changed).checkNumberAndSize();
  }

  /**
   * {@return these properties without one, if it exists}
   *
   * @param name the property
   */
  public CustomProperties without(String name) {
    Objects.requireNonNull(name, "name");
    Map<String, Object> changed = new LinkedHashMap<>(values);
    changed.remove(name);
    return made(changed);
  }

  /**
   * {@return only the properties with the given names}
   *
   * @param names the names
   */
  public CustomProperties only(Collection<String> names) {
    Objects.requireNonNull(names, "names");
    Map<String, Object> chosen = new LinkedHashMap<>(values);
    chosen.keySet().retainAll(names);
    return made(chosen);
  }

  /**
   * {@return a property's string; empty if it is missing or not a string}
   *
   * @param name the property
   */
  public Optional<String> text(String name) {
    return value(name, String.class);
  }

  /**
   * {@return a property's number; empty if it is missing or not a number}
   *
   * @param name the property
   */
  public OptionalDouble number(String name) {
    return value(name, Number.class).stream().mapToDouble(Number::doubleValue).findFirst();
  }

  /**
   * {@return a property's integer of at most 2<sup>53</sup>; empty if it is missing or not an
   * integer}
   *
   * @param name the property
   */
  public OptionalLong integer(String name) {
    return value(name, Long.class).stream().mapToLong(Long::longValue).findFirst();
  }

  /**
   * {@return a property's boolean; empty if it is missing or not a boolean}
   *
   * @param name the property
   */
  public Optional<Boolean> flag(String name) {
    return value(name, Boolean.class);
  }

  /**
   * {@return the strings in a property's list; empty if it is missing, not a list, or has no
   * strings}
   *
   * @param name the property
   */
  public List<String> texts(String name) {
    return value(name, List.class).stream()
        .flatMap(list -> ((List<?>) list).stream())
        .filter(String.class::isInstance)
        .map(String.class::cast)
        .toList();
  }

  /**
   * {@return the values in a property's map; empty if it is missing or not a map}
   *
   * @param name the property
   */
  public Optional<CustomProperties> object(String name) {
    return value(name, Map.class).map(map -> made(storedMap((Map<?, ?>) map)));
  }

  private <T> Optional<T> value(String name, Class<T> type) {
    Object value = values.get(Objects.requireNonNull(name, "name"));
    return type.isInstance(value) ? Optional.of(type.cast(value)) : Optional.empty();
  }

  /** {@return the values by name, deeply unmodifiable} */
  @JsonValue
  public Map<String, Object> asMap() {
    return values;
  }

  /** {@return whether there are no properties} */
  public boolean isEmpty() {
    return values.isEmpty();
  }

  /**
   * {@return the size in bytes of UTF-8 as JSON; 0 without properties, because these aren't stored}
   */
  public long jsonBytes() {
    return values.isEmpty() ? 0 : jsonBytes(values);
  }

  /**
   * {@return these properties, after checking their names, values, number and size}
   *
   * @param owner the kind of item that has them, for the message
   * @param bound the maximum size in bytes
   * @throws InvalidPropertyException if a property is invalid, or there are too many or too large
   *     ones
   */
  public CustomProperties check(String owner, int bound) {
    return of(values).checkSize(owner, bound);
  }

  /**
   * {@return these properties, after checking their size}
   *
   * @param owner the kind of item that has them, for the message
   * @param bound the maximum size in bytes
   * @throws InvalidPropertyException if they are larger
   */
  public CustomProperties checkSize(String owner, int bound) {
    Objects.requireNonNull(owner, "owner");
    long bytes = jsonBytes();
    if (bytes > bound) {
      throw new InvalidPropertyException(
          "",
          "of a %s take %,d bytes as JSON; at most %,d are allowed. Keep large values elsewhere."
              .formatted(owner, bytes, bound));
    }
    return this;
  }

  /**
   * {@return these properties of a post, after checking that the chosen ones fit into a summary}
   *
   * @param chosen the names of the properties that summaries include
   * @throws InvalidPropertyException if those take more than {@link #MAX_BYTES_OF_SUMMARY}
   */
  public CustomProperties checkSummary(Set<String> chosen) {
    CustomProperties carried = only(Objects.requireNonNull(chosen, "chosen"));
    long bytes = carried.jsonBytes();
    if (bytes > MAX_BYTES_OF_SUMMARY) {
      throw new InvalidPropertyException(
          "",
          "%s, which a post's summary includes, take %,d bytes as JSON; at most %,d are"
                  .formatted(carried, bytes, MAX_BYTES_OF_SUMMARY)
              + " allowed. Shorten them, or choose fewer with summaryProperties.");
    }
    return this;
  }

  private CustomProperties checkNumberAndSize() {
    if (values.size() > MAX_PROPERTIES) {
      throw new InvalidPropertyException(
          "", "are %d; at most %d are allowed.".formatted(values.size(), MAX_PROPERTIES));
    }
    return checkSize("post", MAX_BYTES_OF_POST);
  }

  /**
   * {@return the name, after checking it}
   *
   * @param name the name
   * @throws InvalidPropertyException if it isn't a valid name
   */
  public static String checkName(@Nullable String name) {
    if (name == null) {
      throw new InvalidPropertyException("", "have one whose name is missing. Give it one.");
    }
    if (TAKEN_NAMES.contains(name)) {
      throw new InvalidPropertyException(
          name, "has the name of a property of the library or of Cosmos DB. Choose another name.");
    }
    if (!NAME.matcher(name).matches()) {
      throw new InvalidPropertyException(
          name,
          "has a name that is not allowed. Use a letter and up to 63 letters (A to Z, a to z),"
              + " digits, '_' and '-'.");
    }
    return name;
  }

  private static Object checkedValue(String property, @Nullable Object value, int depth) {
    if (value instanceof List<?> list) {
      checkDepth(property, depth);
      return list.stream().map(each -> checkedValue(property, each, depth + 1)).toList();
    }
    if (value instanceof Map<?, ?> map) {
      checkDepth(property, depth);
      Map<String, Object> checked = new LinkedHashMap<>();
      map.forEach(
          (name, each) ->
              checked.put(
                  checkedInnerName(property, name), checkedValue(property, each, depth + 1)));
      return Collections.unmodifiableMap(checked);
    }
    if (value instanceof String text) {
      return Content.wellFormed(text, reason -> new InvalidPropertyException(property, reason));
    }
    if (value instanceof Boolean) {
      return value;
    }
    return checkedNumber(property, value);
  }

  private static void checkDepth(String property, int depth) {
    if (depth >= MAX_DEPTH) {
      throw new InvalidPropertyException(
          property, "nests lists and maps more than %d deep.".formatted(MAX_DEPTH));
    }
  }

  private static String checkedInnerName(String property, @Nullable Object name) {
    if (!(name instanceof String text) || text.isEmpty()) {
      throw new InvalidPropertyException(
          property, "has a map with a key that is empty or no text. Name each of its values.");
    }
    return Content.wellFormed(text, reason -> new InvalidPropertyException(property, reason));
  }

  private static Object checkedNumber(String property, @Nullable Object value) {
    if (value instanceof Long || value instanceof Integer) {
      long number = ((Number) value).longValue();
      if (-MAX_INTEGER <= number && number <= MAX_INTEGER) {
        return number;
      }
      throw new InvalidPropertyException(
          property,
          "is a whole number beyond 2 to the power of 53, which Cosmos DB rounds. Give it as a"
              + " text.");
    }
    if (value instanceof Double || value instanceof Float) {
      if (Double.isFinite(((Number) value).doubleValue())) {
        return storedNumber((Number) value);
      }
      throw new InvalidPropertyException(
          property, "must be a finite number; JSON has no NaN or infinity.");
    }
    if (value instanceof Short || value instanceof Byte) {
      return ((Number) value).longValue();
    }
    throw new InvalidPropertyException(
        property,
        value == null
            ? "has a value that is missing. Leave out what has no value, and null in lists."
            : ("is a %s or has one in it. Give a text, a truth value, an integer, a double, or a"
                    + " List or Map of these.")
                .formatted(value.getClass().getSimpleName()));
  }

  private static Number storedNumber(Number number) {
    // A float's string is the number in JSON.
    double value =
        number instanceof Float ? Double.parseDouble(number.toString()) : number.doubleValue();
    return value == Math.rint(value) && Math.abs(value) <= MAX_INTEGER
        ? (Number) Long.valueOf((long) value)
        : (Number) Double.valueOf(value);
  }

  private static Map<String, Object> storedMap(Map<?, ?> map) {
    Map<String, Object> values = new LinkedHashMap<>();
    map.forEach(
        (name, value) -> {
          String key = name == null ? "" : name.toString();
          if (value != null && !key.isEmpty()) {
            values.put(key, storedValue(value));
          }
        });
    return values;
  }

  private static Object storedValue(Object value) {
    if (value instanceof List<?> list) {
      return list.stream().filter(Objects::nonNull).map(CustomProperties::storedValue).toList();
    }
    if (value instanceof Map<?, ?> map) {
      return Collections.unmodifiableMap(storedMap(map));
    }
    return value instanceof Number number ? storedNumber(number) : value;
  }

  private static long jsonBytes(Object value) {
    if (value instanceof Map<?, ?> map) {
      // Two braces; a name's colon, and a comma but after the last.
      long bytes = 2 + (map.isEmpty() ? 0 : 2L * map.size() - 1);
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        bytes += jsonBytes(entry.getKey()) + jsonBytes(entry.getValue());
      }
      return bytes;
    }
    if (value instanceof List<?> list) {
      long bytes = 2 + Math.max(0, list.size() - 1);
      for (Object each : list) {
        bytes += jsonBytes(each);
      }
      return bytes;
    }
    return value instanceof String text
        ? 2 + Content.jsonBytes(text)
        : String.valueOf(value).length();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CustomProperties properties && values.equals(properties.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  /** Returns the names without the values. */
  @Override
  public String toString() {
    return values.keySet().toString();
  }
}
