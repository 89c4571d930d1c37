package dev.cosmosblog.local.internal.query.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.source.ItemSource;
import dev.cosmosblog.local.internal.query.source.PathPredicate;
import dev.cosmosblog.local.internal.query.source.SortKey;
import dev.cosmosblog.local.internal.query.source.StoredItem;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Rows of an inner query, or none at all, in the place of a container's items. */
record InnerQueryRows(List<StoredItem> items) implements ItemSource {

  /** A row in the place of an item. */
  record Row(long rid, JsonNode json, int bytes) implements StoredItem {}

  /** A source with one item that is undefined, for a query without FROM. */
  static final InnerQueryRows NOTHING = new InnerQueryRows(List.of(NoItem.INSTANCE));

  static InnerQueryRows of(List<JsonNode> rows) {
    List<StoredItem> items = new ArrayList<>(rows.size());
    for (JsonNode row : rows) {
      items.add(new Row(items.size(), row, (int) JsonSize.of(row)));
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
