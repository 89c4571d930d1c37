package dev.cosmosblog.store.internal.list;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.item.ListedItem;
import dev.cosmosblog.store.internal.cosmos.OperationContext;
import dev.cosmosblog.store.query.CommentOrder;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One row of a list, which may hold an item that can't be read.
 *
 * @param id the item's id, empty where it has none
 * @param rowPlace where the row stands in the list; null where the item tells that itself
 * @param item the item, or null where it is not of its shape
 */
public record ListEntry<I extends ListedItem>(
    String id, @Nullable ListPlace rowPlace, @Nullable I item) {
  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  public static <I extends ListedItem> ListEntry<I> of(I item) {
    return new ListEntry<>(String.valueOf(item.id()), null, item);
  }

  /** Adds what the row says, if it can be read: one bad item doesn't cost the whole list. */
  public <T> void addTo(List<T> values, Function<I, T> reading, OperationContext context) {
    T value = valueOrNull(reading);
    if (value == null) {
      context.leftOut(id);
    } else {
      values.add(value);
    }
  }

  private <T> @Nullable T valueOrNull(Function<I, T> reading) {
    try {
      return item == null ? null : reading.apply(item);
    } catch (MalformedItemException e) {
      return null;
    }
  }

  /** Returns its place in the list. */
  public ListPlace place() {
    return rowPlace == null ? ListPlace.of(Objects.requireNonNull(item)) : rowPlace;
  }

  /** A row as it came, in a list of the given order. */
  public static <I extends ListedItem> ListEntry<I> read(
      JsonNode row, Class<I> shape, CommentOrder order) {
    String id = row.path("id").asText();
    JsonNode date = row.path("creationDate");
    ListPlace place =
        date.isTextual() || date.isMissingNode()
            ? new ListPlace(date.asText(), id)
            : ListPlace.behindOtherTypes(order);
    try {
      return new ListEntry<>(id, place, JSON.treeToValue(row, shape));
    } catch (JsonProcessingException e) {
      return new ListEntry<>(id, place, null);
    }
  }
}
