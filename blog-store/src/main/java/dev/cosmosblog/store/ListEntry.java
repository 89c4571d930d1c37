package dev.cosmosblog.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.item.ListedItem;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * One row of a list, which may hold an item that can't be read.
 *
 * @param id the item's id, empty where it has none
 * @param place where it stands in the list
 * @param item the item, or empty where it is not of its shape
 */
record ListEntry<I extends ListedItem>(String id, ListPlace place, Optional<I> item) {
  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  static <I extends ListedItem> ListEntry<I> of(I item) {
    return new ListEntry<>(String.valueOf(item.id()), ListPlace.of(item), Optional.of(item));
  }

  /** What the row says, or nothing where it can't be read: one bad item doesn't cost the whole list. */
  <T> Stream<T> value(Function<I, T> reading, RequestMeter meter) {
    try {
      Optional<T> value = item.map(reading);
      if (value.isEmpty()) {
        meter.leftOut(id);
      }
      return value.stream();
    } catch (MalformedItemException e) {
      meter.leftOut(id);
      return Stream.empty();
    }
  }

  /** A row as it came, in a list of the given order. */
  static <I extends ListedItem> ListEntry<I> read(
      JsonNode row, Class<I> shape, CommentOrder order) {
    String id = row.path("id").asText();
    JsonNode date = row.path("creationDate");
    ListPlace place =
        date.isTextual() || date.isMissingNode()
            ? new ListPlace(date.asText(), id)
            : ListPlace.behindOtherTypes(order);
    try {
      return new ListEntry<>(id, place, Optional.of(JSON.treeToValue(row, shape)));
    } catch (JsonProcessingException e) {
      return new ListEntry<>(id, place, Optional.empty());
    }
  }
}
