package dev.cosmosblog.store;

import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.ThroughputProperties;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.config.WritePath;
import dev.cosmosblog.store.error.SchemaMismatchException;
import dev.cosmosblog.store.error.SettingsMismatchException;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.SdkService;
import dev.cosmosblog.store.internal.schema.ContainerDefinitions;
import dev.cosmosblog.store.internal.schema.SchemaRequests;
import dev.cosmosblog.store.internal.schema.Script;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The schema of a blog's database: its containers with their partition keys and indexing policies,
 * and the stored procedures. Immutable. Methods that send requests throw a {@link StoreException}
 * if Cosmos DB fails or rejects the request.
 */
public final class BlogSchema {
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int COMPLETE = 100;
  // The items that expire once the time to live of their container is enabled.
  private static final String EXPIRING = " FROM c WHERE c.ttl > 0";

  private final SchemaRequests requests;
  private final DatabaseAccess access;
  private final ContainerNames names;
  private final Options options;

  /** The permissions and additions of a call of {@link #provision}. */
  record Options(
      boolean scripts,
      @Nullable ThroughputProperties throughput,
      boolean acceptsExpiry,
      boolean changesSettings) {
    static final Options NONE = new Options(false, null, false, false);
  }

  BlogSchema(SchemaRequests requests, DatabaseAccess access, Options options) {
    this.requests = requests;
    this.access = access;
    this.names = access.settings().names();
    this.options = options;
  }

  private BlogSchema with(Options chosen) {
    return new BlogSchema(requests, access, chosen);
  }

  /**
   * {@return the same schema with the stored procedures that {@link WritePath#SCRIPTS} needs}
   *
   * <p>{@link #provision} registers them in the posts container with one request each. Their ids
   * end with a hash of their bodies, so that hosts with different versions of the library can run
   * together. Stored procedures of older versions must be deleted manually.
   */
  public BlogSchema withScripts() {
    return with(
        new Options(true, options.throughput, options.acceptsExpiry, options.changesSettings));
  }

  /**
   * {@return the same schema with a throughput that the containers share} {@link #provision} sets
   * it only when it creates the database.
   *
   * @param shared the database's throughput
   */
  public BlogSchema withThroughput(ThroughputProperties shared) {
    Objects.requireNonNull(shared, "shared");
    return with(
        new Options(options.scripts, shared, options.acceptsExpiry, options.changesSettings));
  }

  /**
   * {@return the same schema, whose {@link #provision} enables the time to live of a container even
   * if that deletes items of other programs}
   */
  public BlogSchema acceptExpiry() {
    return with(new Options(options.scripts, options.throughput, true, options.changesSettings));
  }

  /**
   * {@return the same schema, whose {@link #provision} replaces stored settings that differ}
   *
   * <p>Running hosts keep the former settings: stop all change feeds and maintenance runs before,
   * and start them with the new settings, {@code maxReplicaLag} later at the earliest. Then run
   * {@code BlogUpgrade} if usernames became unique, and a repair with {@code BlogVerifier} to
   * correct the copies, which also fills new listings.
   */
  public BlogSchema changeSettings() {
    return with(new Options(options.scripts, options.throughput, options.acceptsExpiry, true));
  }

  /**
   * Creates the database and missing containers, and adds to existing containers what they lack.
   *
   * <p>In existing containers, it adds missing index paths, and enables the time to live for users,
   * posts and leases. Other index paths stay: an operator or another version of the library may
   * need them, and {@link #surplusIndexes} lists them. It also registers the stored procedures if
   * the schema has them. It is idempotent, even if several processes call it at once, and costs one
   * read of the database, of each container and of the settings if nothing is missing. A client
   * without the permission to create databases can provision an existing one.
   *
   * <p>The first call stores the settings that all hosts must share, in one item of the container
   * {@code feed}: front page size, summary properties, the container of listings, {@code
   * deletedRetention}, {@code maxReplicaLag}, whether usernames are unique, and the schema version
   * of stored items. Later calls compare them, and so does the start of a change feed or of a
   * maintenance run. Without a call, the first command of a store that creates, edits, renames,
   * deletes or erases compares the settings that it needs, with one point read.
   *
   * <p>Versions of the library with the same schema version can run together, from 0.1.0 on. They
   * keep properties that they don't know, also in the settings, and don't compare settings that the
   * other version doesn't have.
   *
   * <p>A client with Microsoft Entra ID can't create or change containers: Cosmos DB responds with
   * 403 and substatus 5300, whatever the client's role. Deploy the containers with {@code
   * deploy/blog.bicep}, or provision once with a key.
   *
   * <p>Cosmos DB updates the index of existing items in the background, and lists may fail or cost
   * more until then. So provision a large database before you deploy the hosts that need it, and
   * see {@link #indexProgress}.
   *
   * @throws SchemaMismatchException if a container has another partition key, or if items would
   *     expire that another program gave a time to live
   * @throws SettingsMismatchException if the blog has other settings; see {@link #changeSettings}
   */
  public void provision() {
    run(
        "provision database " + requests.database(),
        () ->
            twice(
                () -> {
                  requests.createDatabaseIfNotExists(options.throughput);
                  return requests;
                }));
    List<CosmosContainerProperties> all = new ArrayList<>(ContainerDefinitions.of(names));
    // The container of the settings is the first, so that nothing else is created if they differ.
    all.sort(Comparator.comparing(wanted -> !wanted.getId().equals(names.feed())));
    for (CosmosContainerProperties wanted : all) {
      run("provision container " + wanted.getId(), () -> provision(wanted));
      if (wanted.getId().equals(names.feed())) {
        access.stored().store(options.changesSettings);
      }
    }
    if (options.scripts) {
      for (Script script : Script.ALL) {
        run("provision script " + script.id(), () -> register(script));
      }
    }
  }

  private CosmosContainerProperties provision(CosmosContainerProperties wanted) {
    CosmosContainerProperties found = twice(() -> requests.createContainerIfNotExists(wanted));
    ContainerDefinitions.checkKey(found, wanted);
    if (!ContainerDefinitions.suffices(found, wanted)) {
      if (!options.acceptsExpiry && ContainerDefinitions.lacksTimeToLive(found, wanted)) {
        checkExpiry(wanted.getId());
      }
      ContainerDefinitions.adapt(found, wanted);
      requests.replace(found);
    }
    return found;
  }

  /** Costs one query of all items, once in a container's life. */
  private void checkExpiry(String container) {
    long expiring =
        requests.query(container, "SELECT VALUE COUNT(1)" + EXPIRING, Long.class).stream()
            .mapToLong(Long::longValue)
            .sum();
    if (expiring > 0) {
      List<String> ids =
          requests.query(container, "SELECT TOP 10 VALUE c.id" + EXPIRING, String.class);
      throw new SchemaMismatchException(container, expiring, ids);
    }
  }

  /** The SDK reads before it creates, and another process may create the item in between. */
  private static <T> T twice(Supplier<T> createIfNotExists) {
    return onStatus(CONFLICT, createIfNotExists, createIfNotExists);
  }

  private Script register(Script script) {
    return onStatus(
        CONFLICT,
        () -> {
          requests.register(
              names.posts(), new CosmosStoredProcedureProperties(script.id(), script.body()));
          return script;
        },
        () -> script);
  }

  /**
   * {@return the containers that {@link #provision} would create or change} Costs one request for
   * each container; stored procedures aren't compared.
   *
   * @throws SchemaMismatchException if a container has another partition key
   */
  public List<SchemaChange> changes() {
    List<SchemaChange> changes = new ArrayList<>();
    for (CosmosContainerProperties wanted : ContainerDefinitions.of(names)) {
      Optional<CosmosContainerProperties> found =
          run("read container " + wanted.getId(), () -> find(wanted.getId()));
      found.ifPresent(there -> ContainerDefinitions.checkKey(there, wanted));
      if (found.filter(there -> ContainerDefinitions.suffices(there, wanted)).isEmpty()) {
        changes.add(new SchemaChange(wanted.getId(), found.isEmpty()));
      }
    }
    return changes;
  }

  /**
   * {@return the index paths and composite indexes that the blog doesn't need, by container} Each
   * makes writes cost more RU. Costs one request for each container.
   */
  public Map<String, List<String>> surplusIndexes() {
    Map<String, List<String>> surplus = new LinkedHashMap<>();
    for (CosmosContainerProperties wanted : ContainerDefinitions.of(names)) {
      String id = wanted.getId();
      run("read container " + id, () -> find(id))
          .map(found -> ContainerDefinitions.surplus(found, wanted))
          .filter(paths -> !paths.isEmpty())
          .ifPresent(paths -> surplus.put(id, paths));
    }
    return surplus;
  }

  private Optional<CosmosContainerProperties> find(String container) {
    return onStatus(NOT_FOUND, () -> Optional.of(requests.read(container)), Optional::empty);
  }

  /**
   * {@return the progress of changed indexes in percent, for the slowest container}
   *
   * <p>Cosmos DB rejects queries that need an incomplete index. Costs one request for each
   * container; all containers must exist.
   */
  public int indexProgress() {
    int least = COMPLETE;
    for (CosmosContainerProperties container : ContainerDefinitions.of(names)) {
      String id = container.getId();
      Map<String, String> headers = run("read container " + id, () -> requests.headers(id));
      String progress = headers.get(ContainerDefinitions.INDEX_PROGRESS);
      least = progress == null ? least : Math.min(least, Integer.parseInt(progress));
    }
    return least;
  }

  /** Returns the response, or that of another request if the first fails with the status. */
  private static <T> T onStatus(int status, Supplier<T> request, Supplier<T> otherwise) {
    try {
      return request.get();
    } catch (CosmosException e) {
      if (e.getStatusCode() != status) {
        throw e;
      }
      return otherwise.get();
    }
  }

  private static <T> T run(String action, Supplier<T> request) {
    try {
      return request.get();
    } catch (RuntimeException e) {
      // The SDK wraps some failures of a connection in exceptions of other types.
      throw SdkService.translate(action, e);
    }
  }
}
