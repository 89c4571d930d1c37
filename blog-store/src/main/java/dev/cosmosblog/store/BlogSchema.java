package dev.cosmosblog.store;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CompositePath;
import com.azure.cosmos.models.CompositePathSortOrder;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosContainerRequestOptions;
import com.azure.cosmos.models.ExcludedPath;
import com.azure.cosmos.models.IncludedPath;
import com.azure.cosmos.models.IndexingMode;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.PartitionKeyDefinition;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import com.azure.cosmos.models.ThroughputProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The blog's containers: their partition keys and what is indexed in them. Every path that is
 * indexed makes each write dearer, so a path is there for a query, which stands beside it.
 */
public final class BlogSchema {
  /** The time to live is on, for the items that carry one. */
  private static final int NEVER_BY_DEFAULT = -1;

  private static final List<String> LEASES_KEY = List.of("/id");

  /** The SDK's HttpConstants.HttpHeaders has no constant for it. */
  private static final String INDEX_PROGRESS =
      "x-ms-documentdb-collection-index-transformation-progress";

  private static final int EVERYTHING = 100;

  private final ContainerNames names;
  private final boolean scripts;

  /**
   * The schema under given names.
   *
   * @param names what the containers are called
   */
  public BlogSchema(ContainerNames names) {
    this(names, false);
  }

  private BlogSchema(ContainerNames names, boolean scripts) {
    this.names = names;
    this.scripts = scripts;
  }

  /**
   * The same schema with the stored procedures that {@link WritePath#SCRIPTS} needs. Their ids end
   * with a hash of their bodies: hosts of two versions of the library find each its own,
   * registering again does nothing, and those of older versions are left where they are, for the
   * operator to delete once no host runs them.
   *
   * @return a schema whose {@code provision} registers them too, one request for each, in the
   *     container of posts
   */
  public BlogSchema withScripts() {
    return new BlogSchema(names, true);
  }

  /**
   * The schema under the default names.
   *
   * @return the schema
   */
  public static BlogSchema withDefaultNames() {
    return new BlogSchema(ContainerNames.DEFAULT);
  }

  /**
   * Makes the database where it is missing, and the containers in it as {@link
   * #provision(CosmosDatabase)} does.
   *
   * @param client a client that may make databases: with a key, or with a role for the control
   *     plane
   * @param databaseName the database
   * @param throughput of the database, shared by its containers, or empty for the account's default
   * @return the database
   * @throws SchemaMismatchException if a container has another partition key
   * @throws StoreException if Cosmos DB failed or refused
   */
  public CosmosDatabase provision(
      CosmosClient client, String databaseName, Optional<ThroughputProperties> throughput) {
    CosmosDatabase database = client.getDatabase(databaseName);
    try {
      throughput.ifPresentOrElse(
          given -> ifNotExists(() -> client.createDatabaseIfNotExists(databaseName, given)),
          () -> ifNotExists(() -> client.createDatabaseIfNotExists(databaseName)));
    } catch (CosmosException e) {
      throw CosmosErrors.translate("provision database " + databaseName, e);
    }
    provision(database);
    return database;
  }

  /**
   * Makes the containers where they are missing, and gives those that are there the indexing policy
   * of this schema, and the users, posts and leases a time to live; with scripts, registers these.
   * It can be repeated, also by several processes at once. Cosmos DB changes the index of items
   * that are there in the background, with request units that nobody else wants at the moment;
   * until it has, lists may fail or cost more. So provision a large database before the hosts that
   * need it.
   *
   * @param database the database, which must exist
   * @throws SchemaMismatchException if a container has another partition key
   * @throws StoreException if Cosmos DB failed or refused
   */
  public void provision(CosmosDatabase database) {
    for (CosmosContainerProperties wanted : containers()) {
      try {
        provision(database, wanted);
      } catch (CosmosException e) {
        throw CosmosErrors.translate("provision container " + wanted.getId(), e);
      }
    }
    if (scripts) {
      registerScripts(new Procedures(database.getContainer(names.posts())));
    }
  }

  /**
   * Says what {@link #provision(CosmosDatabase)} would do, and writes nothing; of scripts, nothing
   * is said. One request for each container.
   *
   * @param database the database, which must exist
   * @return the containers that are missing or differ
   * @throws SchemaMismatchException if a container has another partition key
   * @throws StoreException if Cosmos DB failed or refused
   */
  public List<SchemaChange> changes(CosmosDatabase database) {
    List<SchemaChange> changes = new ArrayList<>();
    for (CosmosContainerProperties wanted : containers()) {
      Optional<CosmosContainerProperties> found = find(database, wanted.getId());
      found.ifPresent(there -> checkKey(there, wanted));
      if (found.filter(there -> same(there, wanted)).isEmpty()) {
        changes.add(new SchemaChange(wanted.getId(), found.isEmpty()));
      }
    }
    return changes;
  }

  /**
   * How far Cosmos DB has come with indexes that were changed: it makes them beside the traffic,
   * and refuses queries that need one until it is there. One request for each container.
   *
   * @param database the database, whose containers must exist
   * @return 0 to 100, in percent, of the container that is the least far
   * @throws StoreException if Cosmos DB failed or refused
   */
  public int indexed(CosmosDatabase database) {
    int least = EVERYTHING;
    for (CosmosContainerProperties container : containers()) {
      try {
        CosmosContainerRequestOptions options = new CosmosContainerRequestOptions();
        Map<String, String> headers =
            database
                .getContainer(container.getId())
                .read(options.setQuotaInfoEnabled(true))
                .getResponseHeaders();
        String progress = headers.get(INDEX_PROGRESS);
        least = progress == null ? least : Math.min(least, Integer.parseInt(progress));
      } catch (CosmosException e) {
        throw CosmosErrors.translate("read container " + container.getId(), e);
      }
    }
    return least;
  }

  /**
   * What a program keeps for itself in the container of leases; nothing is sent.
   *
   * @param database the database
   * @param store the store, whose retries and listeners hold for these requests, too
   * @param listener hears of each operation, on the caller's thread
   * @return the items
   */
  public KeptItems kept(CosmosDatabase database, BlogStore store, OperationListener listener) {
    ItemContainer leases = new ItemContainer(database.getContainer(names.leases()));
    return new KeptItems(leases, store.operations(listener));
  }

  private static Optional<CosmosContainerProperties> find(CosmosDatabase database, String name) {
    try {
      return Optional.of(database.getContainer(name).read().getProperties());
    } catch (CosmosException e) {
      if (e.getStatusCode() != CosmosErrors.NOT_FOUND) {
        throw CosmosErrors.translate("read container " + name, e);
      }
      return Optional.empty();
    }
  }

  private static void checkKey(CosmosContainerProperties found, CosmosContainerProperties wanted) {
    List<String> paths = found.getPartitionKeyDefinition().getPaths();
    List<String> wantedPaths = wanted.getPartitionKeyDefinition().getPaths();
    if (!paths.equals(wantedPaths)) {
      throw new SchemaMismatchException(wanted.getId(), wantedPaths, paths);
    }
  }

  /**
   * Checks that a container can hold the change feed's leases: partitioned by {@code /id}, with the
   * time to live on and no default of its own. Nothing is sent.
   *
   * @param leases the container as it is
   * @throws SchemaMismatchException if it can't
   */
  public static void checkLeases(CosmosContainerProperties leases) {
    List<String> paths = leases.getPartitionKeyDefinition().getPaths();
    if (!paths.equals(LEASES_KEY)) {
      throw new SchemaMismatchException(leases.getId(), LEASES_KEY, paths);
    }
    Integer timeToLive = leases.getDefaultTimeToLiveInSeconds();
    if (timeToLive == null || timeToLive != NEVER_BY_DEFAULT) {
      throw new SchemaMismatchException(leases.getId(), timeToLive);
    }
  }

  private static void registerScripts(Procedures procedures) {
    for (Script script : Script.ALL) {
      try {
        procedures.register(script);
      } catch (CosmosException e) {
        throw CosmosErrors.translate("provision script " + script.id(), e);
      }
    }
  }

  private static void provision(CosmosDatabase database, CosmosContainerProperties wanted) {
    CosmosContainerProperties found =
        ifNotExists(() -> database.createContainerIfNotExists(wanted)).getProperties();
    checkKey(found, wanted);
    if (!same(found, wanted)) {
      found.setIndexingPolicy(wanted.getIndexingPolicy());
      if (lacksTimeToLive(found, wanted)) {
        found.setDefaultTimeToLiveInSeconds(wanted.getDefaultTimeToLiveInSeconds());
      }
      database.getContainer(wanted.getId()).replace(found);
    }
  }

  private static boolean same(CosmosContainerProperties found, CosmosContainerProperties wanted) {
    return IndexingPolicies.same(found.getIndexingPolicy(), wanted.getIndexingPolicy())
        && !lacksTimeToLive(found, wanted);
  }

  private static boolean lacksTimeToLive(
      CosmosContainerProperties found, CosmosContainerProperties wanted) {
    return found.getDefaultTimeToLiveInSeconds() == null
        && wanted.getDefaultTimeToLiveInSeconds() != null;
  }

  /** The SDK reads, and then creates what is missing: another process may come between the two. */
  private static <T> T ifNotExists(Supplier<T> create) {
    try {
      return create.get();
    } catch (CosmosException e) {
      if (e.getStatusCode() != CosmosErrors.CONFLICT) {
        throw e;
      }
      return create.get();
    }
  }

  private List<CosmosContainerProperties> containers() {
    return List.of(
        // Q3 lists a user's posts. Users and reserved names are read by their ids, and whoever
        // reads
        // all of them does so in the order of ids, which Cosmos DB always indexes: no path for
        // itself, which every user and name would pay for.
        // The marks of removed users carry a time to live.
        withTimeToLive(
            container(names.users(), "/userId", listed(List.of("/userId", "/type"), List.of()))),
        // Q4 and Q5 list by type; a rename looks for the user's items by userId; whoever reads all
        // posts does so by postId.
        withTimeToLive(
            container(
                names.posts(),
                "/postId",
                listed(List.of(), List.of("/postId/?", "/type/?", "/userId/?")))),
        // Q6 reads the feed's one item.
        container(names.feed(), "/type", pathsOnly(List.of())),
        leases());
  }

  private CosmosContainerProperties leases() {
    // The SDK looks for its leases by id, which is always indexed and here the partition key.
    // The first host's lock carries a time to live, which counts only where the container's is on:
    // a host that died while it made the leases would lock all others out for ever
    // (LeaseStoreImpl#acquireInitializationLock).
    return withTimeToLive(container(names.leases(), LEASES_KEY.get(0), pathsOnly(List.of())));
  }

  private static CosmosContainerProperties container(
      String name, String partitionKey, IndexingPolicy indexing) {
    PartitionKeyDefinition key = new PartitionKeyDefinition();
    key.setPaths(List.of(partitionKey));
    // Version 2 hashes all of a key, and takes keys of up to 2 KB: ids may have 1,023 bytes.
    key.setVersion(PartitionKeyDefinitionVersion.V2);
    CosmosContainerProperties properties = new CosmosContainerProperties(name, key);
    properties.setIndexingPolicy(indexing);
    return properties;
  }

  /**
   * Items live on unless they say otherwise, as the marks of deleted posts and the lock of leases
   * do.
   */
  private static CosmosContainerProperties withTimeToLive(CosmosContainerProperties properties) {
    return properties.setDefaultTimeToLiveInSeconds(NEVER_BY_DEFAULT);
  }

  /**
   * The given paths, and the order of every list: by date and, within one millisecond, by id,
   * behind what the list's query pins. The partition key is among them, here or there: it is not
   * indexed by itself unless it is the id, and a query in one logical partition would look at all
   * of them. An item that lacks a path of a composite index is in it all the same (both:
   * Microsoft's page "Indexing policies").
   */
  private static IndexingPolicy listed(List<String> pinned, List<String> paths) {
    IndexingPolicy policy = pathsOnly(paths);
    policy.setCompositeIndexes(
        List.of(
            Stream.concat(pinned.stream(), Stream.of("/creationDate", "/id"))
                .map(BlogSchema::descending)
                .toList()));
    return policy;
  }

  private static IndexingPolicy pathsOnly(List<String> paths) {
    IndexingPolicy policy = new IndexingPolicy();
    policy.setIndexingMode(IndexingMode.CONSISTENT);
    policy.setIncludedPaths(paths.stream().map(IncludedPath::new).toList());
    policy.setExcludedPaths(List.of(new ExcludedPath("/*")));
    return policy;
  }

  private static CompositePath descending(String path) {
    return new CompositePath().setPath(path).setOrder(CompositePathSortOrder.DESCENDING);
  }
}
