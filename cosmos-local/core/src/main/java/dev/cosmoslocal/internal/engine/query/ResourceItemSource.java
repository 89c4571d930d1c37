package dev.cosmoslocal.internal.engine.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.resource.ResourceIds;
import dev.cosmoslocal.internal.query.source.ItemSource;
import dev.cosmoslocal.internal.query.source.PathPredicate;
import dev.cosmoslocal.internal.query.source.SortKey;
import dev.cosmoslocal.internal.query.source.StoredItem;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;

/**
 * Descriptions of resources as a source of items, in the order of their resource ids; all their
 * paths count as indexed.
 */
record ResourceItemSource(List<ListedResource> resources) implements ItemSource {
  static ResourceItemSource of(Collection<ObjectNode> resources) {
    return new ResourceItemSource(
        resources.stream()
            .map(ListedResource::of)
            .sorted(Comparator.comparing(ListedResource::rid))
            .toList());
  }

  record ListedResource(long rid, JsonNode json) implements StoredItem {
    static ListedResource of(ObjectNode json) {
      return new ListedResource(
          ResourceIds.position(json.path("_rid").asText()).orElseThrow(), json);
    }

    @Override
    public int bytes() {
      return Json.bytes(json).length;
    }
  }

  @Override
  public Iterator<StoredItem> candidates(List<PathPredicate> predicates, long afterRid) {
    return resources.stream()
        .filter(resource -> resource.rid() > afterRid)
        .map(StoredItem.class::cast)
        .iterator();
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
