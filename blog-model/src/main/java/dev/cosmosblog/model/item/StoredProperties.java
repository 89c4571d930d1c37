package dev.cosmosblog.model.item;

import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.PostStatus;
import dev.cosmosblog.model.Slug;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Conversion of stored properties: defaults for optional ones, named errors for necessary ones. */
final class StoredProperties {
  private StoredProperties() {}

  static String text(@Nullable String value) {
    return value == null ? "" : value;
  }

  static <I> I id(
      @Nullable String itemId, String property, @Nullable String value, Function<String, I> type) {
    if (value == null) {
      throw malformed(itemId, "it has no '" + property + "'.");
    }
    try {
      return type.apply(value);
    } catch (InvalidInputException e) {
      throw malformed(itemId, "'" + property + "': " + e.getMessage());
    }
  }

  static Instant date(@Nullable String itemId, @Nullable String value) {
    return ItemDates.parse(value)
        .orElseThrow(() -> malformed(itemId, "its 'creationDate' is not a date in ISO 8601."));
  }

  /** Returns the date of the last edit; an item without a readable one was never edited. */
  static Instant updatedAt(@Nullable String value, Instant creationDate) {
    return value == null ? creationDate : ItemDates.parse(value).orElse(creationDate);
  }

  /** Returns the status of a new post as it is stored: null for a published one. */
  static @Nullable String text(PostStatus status) {
    return status == PostStatus.PUBLISHED ? null : name(status);
  }

  static String name(PostStatus status) {
    return switch (status) {
      case DRAFT -> "draft";
      case SCHEDULED -> "scheduled";
      case PUBLISHED -> "published";
      case HIDDEN -> "hidden";
    };
  }

  /** Returns a stored status in the one form that a published post has here: null. */
  static @Nullable String storedStatus(@Nullable String value) {
    return name(PostStatus.PUBLISHED).equals(value) ? null : value;
  }

  static boolean isScheduled(@Nullable String status) {
    return name(PostStatus.SCHEDULED).equals(status);
  }

  static PostStatus status(@Nullable String itemId, @Nullable String value) {
    if (value == null) {
      return PostStatus.PUBLISHED;
    }
    return Stream.of(PostStatus.values())
        .filter(status -> name(status).equals(value))
        .findFirst()
        .orElseThrow(() -> malformed(itemId, "its 'status' is not one that a post can have."));
  }

  static @Nullable Instant publishAt(@Nullable String value) {
    return value == null ? null : ItemDates.parse(value).orElse(null);
  }

  /** Returns a slug, or null if it is missing or invalid. */
  static @Nullable Slug slug(@Nullable String value) {
    try {
      return value == null ? null : new Slug(value);
    } catch (InvalidInputException e) {
      return null;
    }
  }

  /** Returns the texts of a list; a missing list has none. */
  static List<String> texts(@Nullable List<@Nullable String> values) {
    return values == null ? List.of() : values.stream().filter(Objects::nonNull).toList();
  }

  /** Returns the host's properties; a missing object has none. */
  static CustomProperties own(@Nullable CustomProperties properties) {
    return properties == null ? CustomProperties.NONE : properties;
  }

  static MalformedItemException malformed(@Nullable String itemId, String problem) {
    return new MalformedItemException(text(itemId), problem);
  }
}
