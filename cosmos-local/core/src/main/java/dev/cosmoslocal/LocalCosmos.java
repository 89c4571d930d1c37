package dev.cosmoslocal;

import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.partition.LockMode;
import dev.cosmoslocal.internal.engine.partition.PartitionInfo;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.throughput.Admission;
import dev.cosmoslocal.internal.engine.transfer.DataFileException;
import dev.cosmoslocal.internal.engine.transfer.DataFolder;
import dev.cosmoslocal.internal.http.HttpServer;
import dev.cosmoslocal.internal.http.ServerConfig;
import dev.cosmoslocal.internal.http.explorer.Explorer;
import dev.cosmoslocal.internal.rntbd.RntbdProtocol;
import dev.cosmoslocal.request.Consistency;
import dev.cosmoslocal.request.RequestRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An in-process emulator of Azure Cosmos DB for NoSQL, for unmodified azure-cosmos clients in
 * gateway mode and, with {@linkplain LocalCosmosBuilder#tls TLS}, in direct mode. It listens on a
 * port of 127.0.0.1. Data is kept in memory and lost when the emulator is closed, unless it has a
 * directory.
 *
 * <pre>{@code
 * try (LocalCosmos emulator = LocalCosmos.start();
 *     CosmosClient client = emulator.clientBuilder().buildClient()) {
 *   client.createDatabaseIfNotExists("blog");
 * }
 * }</pre>
 *
 * <p>By default the emulator uses plain HTTP, which the SDK accepts only if the system property
 * {@code COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED} is true when the first client of the process
 * is built. Starting an emulator sets this property unless it is set. Start the emulator before you
 * build a client, or set the property yourself.
 *
 * <p>Thread-safe.
 */
public final class LocalCosmos implements AutoCloseable {
  /** The key of Microsoft's emulators, which is public. */
  static final String WELL_KNOWN_KEY =
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

  /** A property of the SDK for Java (class Configs). */
  private static final String ANY_CERTIFICATE =
      "COSMOS.EMULATOR_SERVER_CERTIFICATE_VALIDATION_DISABLED";

  private static final int GONE = 410;

  private final EmulatorConfig config;
  private final Account account;
  private final FaultInjector faults;
  private final LastRequests lastRequests = new LastRequests();
  private final HttpServer server;

  /** Null without an explorer. */
  private final @Nullable ServiceSwitches switches;

  private LocalCosmos(EmulatorConfig config, Account account) {
    this.config = config;
    this.account = account;
    this.faults = new FaultInjector(account);
    faults.set(config.faults());
    if (config.explorer()) {
      this.switches = new ServiceSwitches(config, account, faults);
      ServerConfig settings = config.server(switches.admission(), switches, lastRequests);
      this.server = start(settings, switches.explorer());
    } else {
      this.switches = null;
      Admission admission =
          config.enforceThroughput() ? config.budget(account) : Admission.UNLIMITED;
      this.server =
          start(
              config.server(admission, config.delayed(faults, config.distance()), lastRequests),
              null);
    }
  }

  private HttpServer start(ServerConfig settings, @Nullable Explorer explorer) {
    return HttpServer.start(
        account, settings, new HttpServer.Extensions(explorer, new RntbdProtocol()));
  }

  static LocalCosmos start(EmulatorConfig config) {
    HttpServer.prepare();
    Account account = config.openAccount();
    try {
      return new LocalCosmos(config, account);
    } catch (RuntimeException e) {
      account.close();
      throw e;
    }
  }

  /**
   * Starts an emulator with the defaults of {@link #builder()}.
   *
   * @return the running emulator
   */
  public static LocalCosmos start() {
    return builder().start();
  }

  /**
   * Creates a builder.
   *
   * @return a builder with the defaults
   */
  public static LocalCosmosBuilder builder() {
    return new LocalCosmosBuilder();
  }

  /**
   * Returns the URL that clients connect to.
   *
   * @return {@code http://localhost:PORT/}, unless the settings change it
   */
  public String endpoint() {
    return server.endpoint();
  }

  /**
   * Returns the key with which clients sign requests.
   *
   * @return Base64
   */
  public String key() {
    return config.key();
  }

  /**
   * Returns the endpoint and the key as a connection string, in the form of the Azure portal.
   *
   * @return {@code AccountEndpoint=http://localhost:PORT/;AccountKey=KEY;}
   */
  public String connectionString() {
    return "AccountEndpoint=%s;AccountKey=%s;".formatted(endpoint(), key());
  }

  /**
   * Creates a builder for clients of this emulator, with its endpoint and key and in gateway mode.
   * With {@link LocalCosmosBuilder#tls}, call {@link CosmosClientBuilder#directMode()} on it for
   * direct mode.
   *
   * <p>Requires {@code azure-cosmos} on the class path, unlike all other methods. With {@link
   * LocalCosmosBuilder#tls}, sets the system property {@code
   * COSMOS.EMULATOR_SERVER_CERTIFICATE_VALIDATION_DISABLED} unless it is set: all clients of the
   * process then accept any certificate of {@code localhost}. The SDK can't trust a single
   * certificate except by the JVM's trust store.
   *
   * @return a new builder
   */
  public CosmosClientBuilder clientBuilder() {
    if (endpoint().startsWith("https:")) {
      System.getProperties().putIfAbsent(ANY_CERTIFICATE, "true");
    }
    return new CosmosClientBuilder().endpoint(endpoint()).key(key()).gatewayMode();
  }

  /**
   * Returns the port that the emulator listens on.
   *
   * @return the port
   */
  public int port() {
    return server.port();
  }

  /**
   * Returns the address of the data explorer, to open in a browser on this machine. It contains a
   * secret that changes with each start and grants full access.
   *
   * @return the address, or empty without {@link LocalCosmosBuilder#explorer}
   */
  public Optional<String> explorer() {
    return Optional.ofNullable(switches).map(asked -> asked.address(endpoint()));
  }

  /**
   * Returns the ids of a container's physical partitions.
   *
   * @param database the database's name
   * @param container the container's name
   * @return the partition key range ids, ordered by partition key hash
   * @throws java.util.NoSuchElementException if the container doesn't exist
   */
  public List<String> partitionIds(String database, String container) {
    Objects.requireNonNull(database, "database");
    Objects.requireNonNull(container, "container");
    return find(database, container).ranges().stream().map(PartitionInfo::id).toList();
  }

  /**
   * Splits a physical partition in two while clients use it, as the service does with large
   * partitions. Later requests with the old partition id fail with 410/1002, after which the SDK
   * reads the list of partitions again. Change feeds and session tokens stay valid.
   *
   * <p>Blocks for about 20 µs for each item of the partition; so do writes to it. First waits for
   * the bulk requests in progress in the container, because the SDK doesn't retry a single
   * operation of a bulk request that fails with 410/1002 (class BulkExecutor).
   *
   * @param database the database's name
   * @param container the container's name
   * @param rangeId the partition's id, one of {@link #partitionIds}
   * @return the ids of the two new partitions
   * @throws java.util.NoSuchElementException if the container or the partition doesn't exist
   * @throws IllegalStateException if the partition is too small to split
   */
  public List<String> splitPartition(String database, String container, String rangeId) {
    Objects.requireNonNull(database, "database");
    Objects.requireNonNull(container, "container");
    Objects.requireNonNull(rangeId, "rangeId");
    Container found = find(database, container);
    try {
      return found.split(rangeId);
    } catch (EngineException refused) {
      String message = String.valueOf(refused.getMessage());
      throw refused.status() == GONE
          ? new NoSuchElementException(message)
          : new IllegalStateException(message);
    }
  }

  /**
   * Simulates a failover that loses the latest acknowledged writes because they haven't reached
   * another region. See Microsoft Learn, "Consistency levels in Azure Cosmos DB", on the recovery
   * point objective. Afterwards:
   *
   * <ul>
   *   <li>Items have their earlier state: created items are gone, replaced ones have their previous
   *       content and ETag, and deleted ones are back. Each physical partition loses whole
   *       transactions. Databases, containers and throughput don't change.
   *   <li>LSNs go back, so that later writes reuse them.
   *   <li>Session tokens have a higher version. A read with an earlier token returns the remaining
   *       data, and the SDK replaces its token with the new one ("false progress" of the SDK's
   *       class VectorSessionToken).
   *   <li>A change feed reader that had not read the lost writes never gets them. One that had read
   *       them gets no changes until the LSNs pass its continuation, and misses the changes before
   *       that. The service's behavior in this case is not documented.
   * </ul>
   *
   * <p>Blocks for about a microsecond for each item; so do writes. A physical partition that was
   * split or lost writes within this time loses only what was written since then.
   *
   * @param lost how far to go back, by the emulator's clock; a partition may lose the writes of up
   *     to a hundredth of the recovery point more
   * @return the number of lost transactions
   * @throws IllegalArgumentException if the time is negative, or longer than {@link
   *     LocalCosmosBuilder#recoveryPoint}, which is zero under strong consistency
   */
  public long failover(Duration lost) {
    return failover(account, config.consistency(), Checks.notNegative(lost, "lost"));
  }

  static long failover(Account account, Consistency consistency, Duration lost) {
    Duration most =
        consistency == Consistency.STRONG ? Duration.ZERO : account.conditions().recoveryPoint();
    if (lost.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "A failover of this emulator loses the writes of at most %s, not of %s;"
                  .formatted(most, lost)
              + " LocalCosmos.builder().recoveryPoint(…) sets the maximum. Under strong"
              + " consistency, a failover loses nothing.");
    }
    return account.failOver(lost);
  }

  /**
   * Saves the contents: databases, containers with their settings, scripts and change feeds, items
   * with their system properties, users, permissions, and throughput. {@link Snapshot#restore}
   * brings them back, for example before each test.
   *
   * <p>Waits for the running requests, and later ones wait. This takes microseconds for each
   * physical partition, and copies no item.
   *
   * @return the contents as they are now
   * @throws IllegalStateException if the emulator has a {@linkplain LocalCosmosBuilder#directory
   *     directory}, because a restore doesn't change its file
   */
  public Snapshot snapshot() {
    if (account.durable()) {
      throw new IllegalStateException(
          "This emulator stores its data in a directory, but snapshots need an emulator that keeps"
              + " its data in memory; start it without directory(…), and load the data with"
              + " contents(…).");
    }
    return new Snapshot(account.snapshot());
  }

  /**
   * Writes the databases and containers to a folder, from which {@link LocalCosmosBuilder#contents}
   * loads them. Each database is a folder, each container a file of JSON lines. The first line is
   * its definition with throughput and scripts; the others are its items without system properties,
   * ordered by partition key and id. Users and permissions are not exported. Writes may continue:
   * each container is exported as one snapshot.
   *
   * @param folder a folder that is missing or empty
   * @throws ContentsException if the folder isn't empty or can't be written
   */
  public void export(Path folder) {
    Objects.requireNonNull(folder, "folder");
    try {
      // A restore waits, so that all containers are from the same state.
      account.request(
          LockMode.LONG,
          () -> {
            new DataFolder(folder).export(account);
            return true;
          });
    } catch (DataFileException failure) {
      throw new ContentsException(failure);
    }
  }

  private Container find(String database, String container) {
    try {
      return account.database(database).container(container);
    } catch (EngineException missing) {
      throw new NoSuchElementException(
          "The container %s of the database %s doesn't exist.".formatted(container, database));
    }
  }

  /**
   * Injects the faults of a plan, replacing the previous plan. Its rules start counting requests at
   * 1.
   *
   * @param plan the faults
   */
  public void faults(FaultPlan plan) {
    Objects.requireNonNull(plan, "plan");
    faults.set(plan);
  }

  /** Stops injecting faults. {@link #faultCounts()} still returns the counts of the plan. */
  public void clearFaults() {
    faults.clear();
  }

  /**
   * Returns the number of faults that the latest plan has injected so far.
   *
   * @return immutable counts
   */
  public FaultCounts faultCounts() {
    return faults.counts();
  }

  /**
   * Returns the last 200 requests, oldest first, for the message of a failed test.
   *
   * @return an immutable list
   */
  public List<RequestRecord> lastRequests() {
    return lastRequests.list();
  }

  /**
   * Stops the emulator within about two seconds. Without a directory, its data is lost. Closing
   * again has no effect.
   */
  @Override
  public void close() {
    server.close();
    account.close();
  }
}
