package dev.cosmosblog.model.item;

import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.MalformedItemException;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Conversion of stored properties: defaults for optional properties, and errors that name the
 * property for necessary ones.
 */
final class StoredProperties {
  private StoredProperties() {}

  static String text(@Nullable String value) {
    return value == null ? "" : value;
  }

  static <I> I id(
      @Nullable String itemId, String property, @Nullable String value, Function<String, I> type) {
    if (value == null) {
      throw new MalformedItemException(text(itemId), "it has no '" + property + "'.");
    }
    try {
      return type.apply(value);
    } catch (InvalidInputException e) {
      throw new MalformedItemException(text(itemId), "'" + property + "': " + e.getMessage());
    }
  }

  static Instant date(@Nullable String itemId, @Nullable String value) {
    return ItemDates.parse(value)
        .orElseThrow(
            () ->
                new MalformedItemException(
                    text(itemId), "its 'creationDate' is not a date in ISO 8601."));
  }
}
