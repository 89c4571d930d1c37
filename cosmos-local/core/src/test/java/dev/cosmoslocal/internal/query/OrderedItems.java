package dev.cosmoslocal.internal.query;

import dev.cosmoslocal.internal.query.source.ItemSource;
import dev.cosmoslocal.internal.query.source.PathPredicate;
import dev.cosmoslocal.internal.query.source.SortKey;
import dev.cosmoslocal.internal.query.source.SortPosition;
import dev.cosmoslocal.internal.query.source.StoredItem;
import dev.cosmoslocal.internal.query.value.ValueOrder;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An in-memory item source with an index for every order. */
public record OrderedItems(TestItems items) implements ItemSource {

  @Override
  public Iterator<StoredItem> candidates(List<PathPredicate> predicates, long afterRid) {
    return items.candidates(predicates, afterRid);
  }

  @Override
  public Optional<Iterator<StoredItem>> ordered(
      List<PathPredicate> predicates, List<SortKey> order, @Nullable SortPosition after) {
    List<StoredItem> sorted = new ArrayList<>();
    items.candidates(predicates, -1).forEachRemaining(sorted::add);
    sorted.removeIf(item -> after != null && compare(order, position(order, item), after) < 0);
    sorted.sort((a, b) -> compare(order, position(order, a), position(order, b)));
    return Optional.of(sorted.iterator());
  }

  private static SortPosition position(List<SortKey> order, StoredItem item) {
    return new SortPosition(
        order.stream().map(key -> item.json().at("/" + String.join("/", key.path()))).toList(),
        item.rid());
  }

  private static int compare(List<SortKey> order, SortPosition left, SortPosition right) {
    for (int i = 0; i < order.size(); i++) {
      int byKey = ValueOrder.INSTANCE.compare(left.keys().get(i), right.keys().get(i));
      if (byKey != 0) {
        return order.get(i).descending() ? -byKey : byKey;
      }
    }
    int byRid = Long.compare(left.rid(), right.rid());
    return order.get(0).descending() ? -byRid : byRid;
  }

  @Override
  public boolean indexed(List<String> path) {
    return true;
  }

  @Override
  public boolean orderable(List<SortKey> order) {
    return true;
  }
}
