package dev.cosmoslocal.internal.query.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.query.source.ItemSource;
import dev.cosmoslocal.internal.query.source.PathPredicate;
import dev.cosmoslocal.internal.query.source.SortKey;
import dev.cosmoslocal.internal.query.source.StoredItem;
import dev.cosmoslocal.internal.query.value.Values;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** The rows of an inner query, as items for the outer one. */
record InnerQueryRows(List<StoredItem> items) implements ItemSource {

  /** The item of a query that reads none. */
  static final StoredItem NO_ITEM = new InnerRow(0, Values.UNDEFINED, 0);

  /** The source for a query without FROM: one undefined item. */
  static final InnerQueryRows NOTHING = new InnerQueryRows(List.of(NO_ITEM));

  private record InnerRow(long rid, JsonNode json, int bytes) implements StoredItem {}

  static InnerQueryRows of(List<JsonNode> rows) {
    List<StoredItem> items = new ArrayList<>(rows.size());
    for (JsonNode row : rows) {
      items.add(new InnerRow(items.size(), row, (int) JsonSize.of(row)));
    }
    return new InnerQueryRows(items);
  }

  @Override
  public Iterator<StoredItem> candidates(List<PathPredicate> predicates, long afterRid) {
    return items.subList((int) Math.min(afterRid + 1, items.size()), items.size()).iterator();
  }

  @Override
  public boolean indexed(List<String> path) {
    return false;
  }

  @Override
  public boolean orderable(List<SortKey> order) {
    return true;
  }
}
