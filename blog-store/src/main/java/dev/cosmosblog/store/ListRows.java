package dev.cosmosblog.store;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.item.ListedItem;
import dev.cosmosblog.store.ItemContainer.Query;
import java.util.List;

/**
 * The rows of a list. Where the SDK can't read one of them it gives none: then they are asked for
 * once more, as they are.
 *
 * @param container where they are
 * @param shape what they should be
 * @param order their order
 */
record ListRows<I extends ListedItem>(ItemContainer container, Class<I> shape, CommentOrder order) {
  List<ListEntry<I>> find(Query query, RequestMeter meter) {
    int count = query.pageSize();
    try {
      return container.first(count, query, shape, meter).stream().map(ListEntry::of).toList();
    } catch (MalformedItemException e) {
      return container.first(count, query, JsonNode.class, meter).stream()
          .map(row -> ListEntry.read(row, shape, order))
          .toList();
    }
  }
}
