package dev.cosmosblog.store;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.CosmosScripts;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosContainerRequestOptions;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.ThroughputProperties;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.config.WritePath;
import dev.cosmosblog.store.error.SchemaMismatchException;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.internal.cosmos.SdkService;
import dev.cosmosblog.store.internal.schema.ContainerDefinitions;
import dev.cosmosblog.store.internal.schema.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The schema of a blog's database: its containers with their partition keys and indexing policies,
 * and the stored procedures. Immutable. The methods that send requests throw a {@link
 * StoreException} if Cosmos DB failed or refused.
 */
public final class BlogSchema {
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int COMPLETE = 100;

  private final CosmosClient client;
  private final CosmosDatabase database;
  private final ContainerNames names;
  private final boolean scripts;
  private final @Nullable ThroughputProperties throughput;

  BlogSchema(
      CosmosClient client,
      CosmosDatabase database,
      ContainerNames names,
      boolean scripts,
      @Nullable ThroughputProperties throughput) {
    this.client = client;
    this.database = database;
    this.names = names;
    this.scripts = scripts;
    this.throughput = throughput;
  }

  /**
   * {@return the same schema with the stored procedures that {@link WritePath#SCRIPTS} needs}
   * {@link #provision} registers them in the container of posts, one request each. Their ids end
   * with a hash of their bodies, so that hosts of two versions each find their own; those of older
   * versions stay for the operator to delete.
   */
  public BlogSchema withScripts() {
    return new BlogSchema(client, database, names, true, throughput);
  }

  /**
   * {@return the same schema with a throughput that the containers share} {@link #provision} asks
   * for it when it creates the database; an existing one keeps its own.
   *
   * @param shared the database's throughput
   */
  public BlogSchema withThroughput(ThroughputProperties shared) {
    Objects.requireNonNull(shared, "shared");
    return new BlogSchema(client, database, names, scripts, shared);
  }

  /**
   * Creates the database and the containers where they are missing. Gives existing containers the
   * indexing policy of this schema, and the users, posts and leases a time to live; registers the
   * scripts where the schema has them. It can be repeated, also by several processes at once: one
   * read for the database and for each container where nothing is missing. A client that may not
   * create databases can provision one that exists.
   *
   * <p>A client with Microsoft Entra ID can only provision where nothing is missing or different:
   * else Cosmos DB answers 403 with the substatus 5300, whatever the client's role. Deploy the
   * containers with {@code deploy/blog.bicep}, or provision once with a key.
   *
   * <p>Cosmos DB changes the index of existing items in the background; until it has, lists may
   * fail or cost more. So provision a large database before the hosts that need it, and see {@link
   * #indexProgress}.
   *
   * @throws SchemaMismatchException if a container has another partition key
   */
  public void provision() {
    String id = database.getId();
    run(
        "provision database " + id,
        () ->
            twice(
                () ->
                    throughput == null
                        ? client.createDatabaseIfNotExists(id)
                        : client.createDatabaseIfNotExists(id, throughput)));
    for (CosmosContainerProperties wanted : ContainerDefinitions.of(names)) {
      run("provision container " + wanted.getId(), () -> provision(wanted));
    }
    if (scripts) {
      for (Script script : Script.ALL) {
        run("provision script " + script.id(), () -> register(script));
      }
    }
  }

  private CosmosContainerProperties provision(CosmosContainerProperties wanted) {
    CosmosContainerProperties found =
        twice(() -> database.createContainerIfNotExists(wanted)).getProperties();
    ContainerDefinitions.checkKey(found, wanted);
    if (!ContainerDefinitions.same(found, wanted)) {
      ContainerDefinitions.adapt(found, wanted);
      database.getContainer(wanted.getId()).replace(found);
    }
    return found;
  }

  /** The SDK reads, then creates: another process may come between the two. */
  private static <T> T twice(Supplier<T> createIfNotExists) {
    return onStatus(CONFLICT, createIfNotExists, createIfNotExists);
  }

  private Script register(Script script) {
    CosmosScripts registered = database.getContainer(names.posts()).getScripts();
    return onStatus(
        CONFLICT,
        () -> {
          registered.createStoredProcedure(
              new CosmosStoredProcedureProperties(script.id(), script.body()));
          return script;
        },
        () -> script);
  }

  /**
   * {@return the containers that {@link #provision} would create or change} One request for each;
   * scripts are not compared.
   *
   * @throws SchemaMismatchException if a container has another partition key
   */
  public List<SchemaChange> changes() {
    List<SchemaChange> changes = new ArrayList<>();
    for (CosmosContainerProperties wanted : ContainerDefinitions.of(names)) {
      Optional<CosmosContainerProperties> found =
          run("read container " + wanted.getId(), () -> find(wanted.getId()));
      found.ifPresent(there -> ContainerDefinitions.checkKey(there, wanted));
      if (found.filter(there -> ContainerDefinitions.same(there, wanted)).isEmpty()) {
        changes.add(new SchemaChange(wanted.getId(), found.isEmpty()));
      }
    }
    return changes;
  }

  private Optional<CosmosContainerProperties> find(String container) {
    return onStatus(
        NOT_FOUND,
        () -> Optional.of(database.getContainer(container).read().getProperties()),
        Optional::empty);
  }

  /**
   * {@return how far Cosmos DB has come with indexes that were changed, in percent, of the
   * container that is the least far} It refuses queries that need an incomplete one. One request
   * for each container, which must exist.
   */
  public int indexProgress() {
    int least = COMPLETE;
    for (CosmosContainerProperties container : ContainerDefinitions.of(names)) {
      String id = container.getId();
      CosmosContainerRequestOptions options =
          new CosmosContainerRequestOptions().setQuotaInfoEnabled(true);
      Map<String, String> headers =
          run(
              "read container " + id,
              () -> database.getContainer(id).read(options).getResponseHeaders());
      String progress = headers.get(ContainerDefinitions.INDEX_PROGRESS);
      least = progress == null ? least : Math.min(least, Integer.parseInt(progress));
    }
    return least;
  }

  /** Returns the answer, or that of another request where the first fails with the status. */
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
    } catch (CosmosException e) {
      throw SdkService.translate(action, e);
    }
  }
}
