package dev.cosmosblog.store.internal.schema;

import static dev.cosmosblog.store.internal.schema.PropertyPaths.BUCKET;
import static dev.cosmosblog.store.internal.schema.PropertyPaths.CREATION_DATE;
import static dev.cosmosblog.store.internal.schema.PropertyPaths.ID;
import static dev.cosmosblog.store.internal.schema.PropertyPaths.POST_ID;
import static dev.cosmosblog.store.internal.schema.PropertyPaths.TYPE;
import static dev.cosmosblog.store.internal.schema.PropertyPaths.USER_ID;

import com.azure.cosmos.models.CompositePath;
import com.azure.cosmos.models.CompositePathSortOrder;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.ExcludedPath;
import com.azure.cosmos.models.IncludedPath;
import com.azure.cosmos.models.IndexingMode;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.PartitionKeyDefinition;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.error.SchemaMismatchException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The partition keys and indexes. Each indexed path makes writes more expensive, so each names the
 * query that needs it.
 */
public final class ContainerDefinitions {
  /** The header of a container's index progress; the SDK's HttpConstants.HttpHeaders lacks it. */
  public static final String INDEX_PROGRESS =
      "x-ms-documentdb-collection-index-transformation-progress";

  // Items don't expire unless they have a time to live, like tombstones and the lock of leases.
  private static final int NEVER_BY_DEFAULT = -1;
  private static final List<String> LEASES_KEY = List.of(ID);
  // The end of an indexed path that has one value.
  private static final String VALUE = "/?";
  private static final String ALL_PATHS = "/*";
  // The service adds the exclusion of its ETag, and returns it.
  private static final String ETAG = "/\"_etag\"/?";

  private ContainerDefinitions() {}

  public static List<CosmosContainerProperties> of(ContainerNames names) {
    List<CosmosContainerProperties> all = new ArrayList<>(withoutListings(names));
    String listings = names.listings();
    if (listings != null) {
      // Listings list and count a bucket's published posts. Tombstones have a time to live.
      all.add(
          withTimeToLive(container(listings, BUCKET, listed(List.of(BUCKET, TYPE), List.of()))));
    }
    return List.copyOf(all);
  }

  private static List<CosmosContainerProperties> withoutListings(ContainerNames names) {
    return List.of(
        // Q3 lists a user's posts. Users and reserved names are read by their ids, and scans go in
        // the order of ids, which Cosmos DB always indexes: a separate path would make each user
        // and name cost more RU.
        // The tombstones of removed users have a time to live.
        withTimeToLive(
            container(names.users(), USER_ID, listed(List.of(USER_ID, TYPE), List.of()))),
        // Q4 and Q5 list by type; a rename finds the user's items by userId; scans of all posts use
        // postId.
        withTimeToLive(
            container(
                names.posts(),
                POST_ID,
                listed(List.of(), List.of(POST_ID + VALUE, TYPE + VALUE, USER_ID + VALUE)))),
        // Q6 reads the feed's one item.
        container(names.feed(), TYPE, pathsOnly(List.of())),
        // The SDK looks for its leases by id, which is always indexed and here the partition key.
        // The first host's lock has a time to live, which needs that of the container. Otherwise a
        // host that died while it created the leases would lock out all others forever
        // (LeaseStoreImpl#acquireInitializationLock).
        withTimeToLive(container(names.leases(), LEASES_KEY.get(0), pathsOnly(List.of()))));
  }

  private static CosmosContainerProperties container(
      String name, String partitionKey, IndexingPolicy indexing) {
    PartitionKeyDefinition key = new PartitionKeyDefinition();
    key.setPaths(List.of(partitionKey));
    // Version 2 hashes the whole key, of up to 2 KB, because ids may have 1,023 bytes.
    key.setVersion(PartitionKeyDefinitionVersion.V2);
    CosmosContainerProperties properties = new CosmosContainerProperties(name, key);
    properties.setIndexingPolicy(indexing);
    return properties;
  }

  private static CosmosContainerProperties withTimeToLive(CosmosContainerProperties properties) {
    return properties.setDefaultTimeToLiveInSeconds(NEVER_BY_DEFAULT);
  }

  // The given paths, and the order of every list, by date and id, after the properties that the
  // list's query filters by. The partition key is among them, because it isn't indexed by default
  // unless it is the id, and a query in one logical partition would read every item there. A
  // composite index includes items that lack a path (both: Microsoft's page "Indexing policies").
  private static IndexingPolicy listed(List<String> pinned, List<String> paths) {
    IndexingPolicy policy = pathsOnly(paths);
    policy.setCompositeIndexes(
        List.of(
            Stream.concat(pinned.stream(), Stream.of(CREATION_DATE, ID))
                .map(path -> new CompositePath().setPath(path))
                .map(path -> path.setOrder(CompositePathSortOrder.DESCENDING))
                .toList()));
    return policy;
  }

  private static IndexingPolicy pathsOnly(List<String> paths) {
    IndexingPolicy policy = new IndexingPolicy();
    policy.setIndexingMode(IndexingMode.CONSISTENT);
    policy.setIncludedPaths(paths.stream().map(IncludedPath::new).toList());
    policy.setExcludedPaths(List.of(new ExcludedPath(ALL_PATHS)));
    return policy;
  }

  public static void checkKey(CosmosContainerProperties found, CosmosContainerProperties wanted) {
    checkKey(found, wanted.getId(), wanted.getPartitionKeyDefinition().getPaths());
  }

  private static void checkKey(CosmosContainerProperties found, String name, List<String> wanted) {
    List<String> paths = found.getPartitionKeyDefinition().getPaths();
    if (!paths.equals(wanted)) {
      throw new SchemaMismatchException(name, wanted, paths);
    }
  }

  /** Checks that a container can hold leases, with the time to live on and without a default. */
  public static void checkLeases(CosmosContainerProperties leases) {
    checkKey(leases, leases.getId(), LEASES_KEY);
    Integer timeToLive = leases.getDefaultTimeToLiveInSeconds();
    if (timeToLive == null || timeToLive != NEVER_BY_DEFAULT) {
      throw new SchemaMismatchException(leases.getId(), timeToLive);
    }
  }

  /** Returns whether a container has all that the blog needs, and perhaps more. */
  public static boolean suffices(
      CosmosContainerProperties found, CosmosContainerProperties wanted) {
    IndexingPolicy policy = found.getIndexingPolicy();
    return policy.getIndexingMode() == IndexingMode.CONSISTENT
        && missingPaths(policy, wanted.getIndexingPolicy()).isEmpty()
        && missingOrders(policy, wanted.getIndexingPolicy()).isEmpty()
        && !lacksTimeToLive(found, wanted);
  }

  /**
   * Adds the index paths that a container lacks, and enables its time to live if it is off. Keeps
   * the paths that an operator or another version of the library has added.
   */
  public static void adapt(CosmosContainerProperties found, CosmosContainerProperties wanted) {
    IndexingPolicy policy = found.getIndexingPolicy();
    Set<String> missing = missingPaths(policy, wanted.getIndexingPolicy());
    List<CompositeOrder> orders = missingOrders(policy, wanted.getIndexingPolicy());
    policy.setIndexingMode(IndexingMode.CONSISTENT);
    policy.setExcludedPaths(
        policy.getExcludedPaths().stream()
            .filter(path -> !missing.contains(path.getPath()))
            .toList());
    policy.setIncludedPaths(
        Stream.concat(policy.getIncludedPaths().stream(), missing.stream().map(IncludedPath::new))
            .toList());
    policy.setCompositeIndexes(
        Stream.concat(
                policy.getCompositeIndexes().stream(), orders.stream().map(CompositeOrder::paths))
            .toList());
    if (lacksTimeToLive(found, wanted)) {
      found.setDefaultTimeToLiveInSeconds(wanted.getDefaultTimeToLiveInSeconds());
    }
  }

  /** Returns the index paths and orders of a container that the blog doesn't need. */
  public static List<String> surplus(
      CosmosContainerProperties found, CosmosContainerProperties wanted) {
    IndexingPolicy policy = found.getIndexingPolicy();
    IndexingPolicy needed = wanted.getIndexingPolicy();
    Set<String> paths = paths(policy.getIncludedPaths(), IncludedPath::getPath);
    paths.removeAll(paths(needed.getIncludedPaths(), IncludedPath::getPath));
    return Stream.concat(
            paths.stream().sorted(),
            missingOrders(needed, policy).stream().map(CompositeOrder::toString))
        .toList();
  }

  /** Returns the paths that aren't indexed: neither listed, nor part of all paths. */
  private static Set<String> missingPaths(IndexingPolicy found, IndexingPolicy wanted) {
    Set<String> included = paths(found.getIncludedPaths(), IncludedPath::getPath);
    Set<String> excluded = paths(found.getExcludedPaths(), ExcludedPath::getPath);
    Set<String> missing = paths(wanted.getIncludedPaths(), IncludedPath::getPath);
    missing.removeIf(
        path ->
            included.contains(path) || (included.contains(ALL_PATHS) && !excluded.contains(path)));
    return missing;
  }

  private static List<CompositeOrder> missingOrders(IndexingPolicy found, IndexingPolicy wanted) {
    List<String> there =
        found.getCompositeIndexes().stream()
            .map(CompositeOrder::new)
            .map(CompositeOrder::toString)
            .toList();
    return wanted.getCompositeIndexes().stream()
        .map(CompositeOrder::new)
        .filter(order -> !there.contains(order.toString()))
        .toList();
  }

  /** A composite index that can be compared, which its paths cannot. */
  private record CompositeOrder(List<CompositePath> paths) {
    @Override
    public String toString() {
      return paths.stream()
          .map(path -> path.getPath() + " " + path.getOrder())
          .collect(Collectors.joining(", "));
    }
  }

  public static boolean lacksTimeToLive(
      CosmosContainerProperties found, CosmosContainerProperties wanted) {
    return found.getDefaultTimeToLiveInSeconds() == null
        && wanted.getDefaultTimeToLiveInSeconds() != null;
  }

  private static <P> Set<String> paths(List<P> paths, Function<P, String> path) {
    return paths.stream()
        .map(path)
        .filter(p -> !ETAG.equals(p))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
