package dev.cosmoslocal.internal.engine.index;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.resource.JsonPath;
import dev.cosmoslocal.internal.query.source.SortKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The indexing policy of a container: the indexed paths of items and the composite indexes
 * (Microsoft Learn, "Indexing policies in Azure Cosmos DB").
 */
public final class IndexingPolicy {
  private final boolean indexing;
  private final List<IndexPath> paths;
  private final List<List<SortKey>> composites;
  private final @Nullable IndexingPolicy other;

  private IndexingPolicy(
      boolean indexing,
      List<IndexPath> paths,
      List<List<SortKey>> composites,
      @Nullable IndexingPolicy other) {
    this.indexing = indexing;
    this.paths = paths;
    this.composites = composites;
    this.other = other;
  }

  public static IndexingPolicy of(JsonNode json) {
    List<IndexPath> paths = new ArrayList<>();
    json.path("includedPaths").forEach(p -> paths.add(IndexPath.of(p.path("path").asText(), true)));
    json.path("excludedPaths")
        .forEach(p -> paths.add(IndexPath.of(p.path("path").asText(), false)));
    if (paths.isEmpty()) {
      paths.add(IndexPath.of("/*", true));
    }
    List<List<SortKey>> composites = new ArrayList<>();
    json.path("compositeIndexes").forEach(keys -> composites.add(composite(keys)));
    boolean indexing = !json.path("indexingMode").asText("consistent").equalsIgnoreCase("none");
    if (indexing && paths.stream().noneMatch(IndexPath::root)) {
      throw EngineException.badRequest(
          "The special mandatory indexing path \"/*\" is not provided in any of the path type"
              + " sets.");
    }
    return new IndexingPolicy(indexing, List.copyOf(paths), List.copyOf(composites), null);
  }

  /** The indexes that this policy has in common with another one. */
  IndexingPolicy within(IndexingPolicy wider) {
    List<List<SortKey>> common = composites.stream().filter(wider.composites::contains).toList();
    return new IndexingPolicy(indexing && wider.indexing, paths, common, wider);
  }

  public static ObjectNode standard() {
    ObjectNode json = Json.object();
    json.put("indexingMode", "consistent").put("automatic", true);
    json.putArray("includedPaths").addObject().put("path", "/*");
    json.putArray("excludedPaths").addObject().put("path", "/\"_etag\"/?");
    return json;
  }

  List<List<SortKey>> composites() {
    return indexing ? composites : List.of();
  }

  /** Returns whether the value at a path is indexed: the most specific matching path decides. */
  public boolean indexed(List<String> path) {
    if (!indexing) {
      return false;
    }
    if (path.size() == 1 && (path.get(0).equals("id") || path.get(0).equals("_ts"))) {
      return true;
    }
    IndexPath best = null;
    for (IndexPath candidate : paths) {
      if (candidate.matches(path) && (best == null || candidate.moreSpecificThan(best))) {
        best = candidate;
      }
    }
    return best != null && best.included() && (other == null || other.indexed(path));
  }

  /**
   * Returns whether an index serves an order. A single key needs an indexed path; several need a
   * composite index with all directions alike or all reversed.
   */
  public boolean orderable(List<SortKey> order) {
    if (order.size() == 1) {
      return indexed(order.get(0).path());
    }
    List<SortKey> reversed =
        order.stream().map(k -> new SortKey(k.path(), !k.descending())).toList();
    return indexing && (composites.contains(order) || composites.contains(reversed));
  }

  private static List<SortKey> composite(JsonNode keys) {
    List<SortKey> composite = new ArrayList<>();
    for (JsonNode key : keys) {
      boolean descending = key.path("order").asText().equalsIgnoreCase("descending");
      composite.add(new SortKey(JsonPath.parse(key.path("path").asText()), descending));
    }
    if (composite.size() < 2) {
      throw EngineException.badRequest("A composite index needs at least two paths.");
    }
    return List.copyOf(composite);
  }

  /**
   * A path of an indexing policy: {@code /a/b/?} is the value there, {@code /a/*} everything below;
   * {@code []} is any element.
   */
  private record IndexPath(List<String> names, boolean exact, boolean included) {
    static IndexPath of(String path, boolean included) {
      // Early policies have "/" for all paths (Microsoft Learn, "Indexing policies", old
      // kinds of indexes).
      List<String> names = path.equals("/") ? List.of("*") : JsonPath.parse(path);
      String last = names.get(names.size() - 1);
      if (!last.equals("?") && !last.equals("*")) {
        throw EngineException.badRequest(
            "The indexing path '" + path + "' could not be accepted: it must end with /? or /*.");
      }
      return new IndexPath(names.subList(0, names.size() - 1), last.equals("?"), included);
    }

    /** Returns whether it is {@code /*}, the default for all other paths. */
    boolean root() {
      return names.isEmpty();
    }

    boolean matches(List<String> path) {
      boolean reaches = exact ? path.size() == names.size() : path.size() >= names.size();
      return reaches && path.subList(0, names.size()).equals(names);
    }

    boolean moreSpecificThan(IndexPath other) {
      if (names.size() != other.names.size()) {
        return names.size() > other.names.size();
      }
      return exact && !other.exact;
    }
  }
}
