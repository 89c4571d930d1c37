package dev.cosmoslocal.internal.engine.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.query.source.ItemSource;
import dev.cosmoslocal.internal.query.source.PathPredicate;
import dev.cosmoslocal.internal.query.source.SortKey;
import dev.cosmoslocal.internal.query.source.StoredItem;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Descriptions of resources as a source of items; all their paths count as indexed. */
record ResourceItemSource(List<ObjectNode> resources) implements ItemSource {
  private record ListedResource(long rid, JsonNode json) implements StoredItem {
    @Override
    public int bytes() {
      return Json.bytes(json).length;
    }
  }

  @Override
  public Iterator<StoredItem> candidates(List<PathPredicate> predicates, long afterRid) {
    List<StoredItem> items = new ArrayList<>();
    for (int i = (int) afterRid + 1; i < resources.size(); i++) {
      items.add(new ListedResource(i, resources.get(i)));
    }
    return items.iterator();
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
