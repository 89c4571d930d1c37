package dev.cosmosblog.store;

import com.azure.cosmos.models.CompositePath;
import com.azure.cosmos.models.ExcludedPath;
import com.azure.cosmos.models.IncludedPath;
import com.azure.cosmos.models.IndexingPolicy;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Compares what two indexing policies index, whatever else the service adds to them. */
final class IndexingPolicies {
  /** The service excludes its ETag by itself, and says so in what it returns. */
  private static final String ETAG = "/\"_etag\"/?";

  private IndexingPolicies() {}

  static boolean same(IndexingPolicy one, IndexingPolicy other) {
    return one.getIndexingMode() == other.getIndexingMode()
        && included(one).equals(included(other))
        && excluded(one).equals(excluded(other))
        && composites(one).equals(composites(other));
  }

  private static Set<String> included(IndexingPolicy policy) {
    return paths(policy.getIncludedPaths(), IncludedPath::getPath);
  }

  private static Set<String> excluded(IndexingPolicy policy) {
    return paths(policy.getExcludedPaths(), ExcludedPath::getPath);
  }

  private static <P> Set<String> paths(List<P> paths, Function<P, String> path) {
    return paths.stream().map(path).filter(p -> !ETAG.equals(p)).collect(Collectors.toSet());
  }

  private static Set<List<String>> composites(IndexingPolicy policy) {
    return policy.getCompositeIndexes().stream()
        .map(index -> index.stream().map(IndexingPolicies::describe).toList())
        .collect(Collectors.toSet());
  }

  private static String describe(CompositePath path) {
    return path.getPath() + " " + path.getOrder();
  }
}
