package dev.cosmoslocal;

import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.partition.PartitionInfo;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.throughput.Admission;
import dev.cosmoslocal.internal.engine.transfer.DataFileException;
import dev.cosmoslocal.internal.engine.transfer.DataFolder;
import dev.cosmoslocal.internal.http.HttpServer;
import dev.cosmoslocal.internal.http.ServerConfig;
import dev.cosmoslocal.request.Consistency;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A Cosmos-compatible account in this process, on a port of 127.0.0.1, against which an unmodified
 * azure-cosmos client works in gateway mode. It keeps everything in memory and forgets it when
 * closed, unless it is given a directory.
 *
 * <pre>{@code
 * try (LocalCosmos account = LocalCosmos.start();
 *     CosmosClient client = new CosmosClientBuilder()
 *         .endpoint(account.endpoint()).key(account.key()).gatewayMode().buildClient()) {
 *   client.createDatabaseIfNotExists("blog");
 * }
 * }</pre>
 *
 * <p>The account speaks HTTP without TLS, which the SDK accepts only if the system property {@code
 * COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED} is true when the first client of the process is
 * built. Starting an account sets the property unless it is set; start it before you build a
 * client, or set the property yourself.
 *
 * <p>Thread-safe.
 */
public final class LocalCosmos implements AutoCloseable {
  /** The key of Microsoft's emulators, which is public. */
  static final String WELL_KNOWN_KEY =
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

  private static final int GONE = 410;

  private final EmulatorConfig config;
  private final Account account;
  private final FaultInjector faults;
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
      ServerConfig settings = config.server(switches.admission(), switches);
      this.server = HttpServer.start(account, settings, switches.explorer());
    } else {
      this.switches = null;
      Admission admission =
          config.enforceThroughput() ? config.budget(account) : Admission.UNLIMITED;
      this.server =
          HttpServer.start(
              account, config.server(admission, config.delayed(faults, config.distance())));
    }
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
   * Starts an account with the defaults of {@link #builder()}.
   *
   * @return the account
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
   * The URL that clients connect to.
   *
   * @return {@code http://127.0.0.1:PORT/}, unless the settings change it
   */
  public String endpoint() {
    return server.endpoint();
  }

  /**
   * The account's key.
   *
   * @return Base64
   */
  public String key() {
    return config.key();
  }

  /**
   * The port.
   *
   * @return the port
   */
  public int port() {
    return server.port();
  }

  /**
   * The address of the data explorer, to open in a browser on this machine. It contains a secret
   * that is another one at each start: whoever has it may read and change everything.
   *
   * @return empty unless {@link LocalCosmosBuilder#explorer} asks for it
   */
  public Optional<String> explorer() {
    return Optional.ofNullable(switches).map(asked -> asked.address(endpoint()));
  }

  /**
   * The physical partitions of a container, as clients see them.
   *
   * @param database the database's name
   * @param container the container's name
   * @return their partition key range ids, in the order of their keys
   * @throws java.util.NoSuchElementException if there is no such container
   */
  public List<String> partitionIds(String database, String container) {
    Objects.requireNonNull(database, "database");
    Objects.requireNonNull(container, "container");
    return find(database, container).ranges().stream().map(PartitionInfo::id).toList();
  }

  /**
   * Splits a physical partition in two while clients work, as the service does when one has grown
   * too large. Requests that name it by its id answer 410/1002 from then on; the SDK then reads the
   * list of partitions again. Change feeds and session tokens stay valid. Waits for the bulk
   * requests under way in the container, since the SDK doesn't send one of their operations again
   * that has 410/1002 for an outcome of its own (class BulkExecutor). Blocks about 20 µs for each
   * of the partition's items, and so do writers to it.
   *
   * @param database the database's name
   * @param container the container's name
   * @param rangeId the partition's id, one of {@link #partitionIds}
   * @return the ids of the two new partitions
   * @throws java.util.NoSuchElementException if there is no such container or partition
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
   * Loses acknowledged writes, as the failover of a region does before its writes have reached the
   * other regions (Microsoft Learn, "Consistency levels in Azure Cosmos DB", on the recovery point
   * objective). Afterwards:
   *
   * <ul>
   *   <li>Items are as they were: created ones are gone, replaced ones have their former content
   *       and ETag, deleted ones are back. Each physical partition loses whole transactions.
   *       Databases, containers and throughput stay.
   *   <li>LSNs go back, and later writes get the same LSNs again.
   *   <li>Session tokens have a higher version. A read with an earlier token is answered with what
   *       is left, and the SDK replaces its token by the new one ("false progress" of the SDK's
   *       class VectorSessionToken).
   *   <li>A reader of the change feed that is behind the lost writes never gets them. One that is
   *       ahead gets nothing until the LSNs have reached its continuation, and misses the changes
   *       up to there: how the service treats it is not documented.
   * </ul>
   *
   * <p>Blocks about a microsecond for each item, and so do writers. A physical partition that was
   * split within the time, or has lost writes then, loses what it wrote since.
   *
   * @param lost the time whose writes are lost, by the account's clock; each partition may lose the
   *     writes of up to a hundredth of the recovery point more
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
   * Writes the databases and containers to a folder, from which {@link LocalCosmosBuilder#contents}
   * loads them. Each database is a folder, each container a file of JSON lines: the first line is
   * its definition, with throughput and scripts, the others are the items without system
   * properties, in the order of their partition keys and ids. Users and permissions are left out. A
   * container that is written meanwhile is exported as it is when its turn comes.
   *
   * @param folder a folder that is missing or empty
   * @throws ContentsException if the folder contains something or can't be written
   */
  public void export(Path folder) {
    try {
      new DataFolder(Objects.requireNonNull(folder, "folder")).export(account);
    } catch (DataFileException failure) {
      throw new ContentsException(failure);
    }
  }

  private Container find(String database, String container) {
    try {
      return account.database(database).container(container);
    } catch (EngineException missing) {
      throw new NoSuchElementException(database + "/" + container + " does not exist.");
    }
  }

  /**
   * Starts to inject faults, in place of an earlier plan. The rules count from 1.
   *
   * @param plan the faults
   */
  public void faults(FaultPlan plan) {
    Objects.requireNonNull(plan, "plan");
    faults.set(plan);
  }

  /** Stops injecting faults. The counts of the plan stay readable. */
  public void clearFaults() {
    faults.clear();
  }

  /**
   * Returns the faults that the latest plan has injected so far.
   *
   * @return immutable counts
   */
  public FaultCounts faultCounts() {
    return faults.counts();
  }

  /**
   * Stops the account within about two seconds. Without a directory, its data is lost. May be
   * called again.
   */
  @Override
  public void close() {
    server.close();
    account.close();
  }
}
