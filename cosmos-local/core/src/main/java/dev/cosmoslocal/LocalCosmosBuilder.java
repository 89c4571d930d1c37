package dev.cosmoslocal;

import dev.cosmoslocal.internal.budget.BudgetLimits;
import dev.cosmoslocal.internal.engine.resource.ServiceConditions;
import dev.cosmoslocal.internal.engine.throughput.PartitionThroughput;
import dev.cosmoslocal.internal.engine.throughput.Partitioning;
import dev.cosmoslocal.internal.http.ServerAddress;
import dev.cosmoslocal.internal.script.ScriptLimits;
import dev.cosmoslocal.request.ConnectionLimits;
import dev.cosmoslocal.request.Consistency;
import dev.cosmoslocal.request.WorkLimits;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Builds a {@link LocalCosmos}. Not thread-safe. */
public final class LocalCosmosBuilder {
  private static final String PLAIN_HTTP = "COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED";
  private static final int MAX_PORT = 65_535;
  private static final int MAX_PARTITIONS = 1_000;
  private static final long GIGABYTE = 1L << 30;

  private final List<RequestListener> listeners = new ArrayList<>();
  private int port;
  private InetAddress address = ServerAddress.onLoopback(0).address();
  private @Nullable SSLContext tls;
  private Set<String> hosts = Set.of();
  private String key = LocalCosmos.WELL_KNOWN_KEY;
  private ConnectionLimits connectionLimits = ConnectionLimits.DEFAULT;
  private Clock clock = Clock.systemUTC();
  private Clock requestClock = Clock.systemUTC();
  private Consistency consistency = Consistency.SESSION;
  private EmulatorStorage storage = EmulatorStorage.MEMORY;
  private Partitioning partitioning = new Partitioning(5, true);
  private boolean enforceThroughput;
  private PartitionThroughput maxThroughput = PartitionThroughput.DOCUMENTED;
  private long logicalPartitionStorage = Long.MAX_VALUE;
  private Duration replicaLag = Duration.ZERO;
  private Duration indexBuild = Duration.ZERO;
  private Duration recoveryPoint = Duration.ZERO;
  private Distance distance = Distance.NONE;
  private long seed;
  private FaultPlan faults = FaultPlan.NONE;
  private ScriptLimits scripts = ScriptLimits.DEFAULT;
  private WorkLimits workLimits = WorkLimits.DEFAULT;
  private boolean explorer;

  LocalCosmosBuilder() {}

  /**
   * Sets the port. Default: 0, any free port.
   *
   * @param port 0 to 65535
   * @return this builder
   */
  public LocalCosmosBuilder port(int port) {
    this.port = Checks.between(0, port, MAX_PORT, "port");
    return this;
  }

  /**
   * Sets the address to listen on. Default: 127.0.0.1, which only programs on this machine can
   * reach. With any other address, or {@code 0.0.0.0} for all interfaces, set a secret {@link #key}
   * and {@link #tls}, because everyone in the network can try the well-known key. Clients that
   * connect by a host name need {@link #hosts}.
   *
   * @param address an address of this machine
   * @return this builder
   */
  public LocalCosmosBuilder address(InetAddress address) {
    this.address = Objects.requireNonNull(address, "address");
    return this;
  }

  /**
   * Encrypts connections, for clients in direct mode and others that don't support plain HTTP. The
   * endpoint then starts with {@code https}; direct mode uses the same port. Clients must trust the
   * certificate, and it must contain the host name that they use. Default: plain HTTP.
   *
   * <p>Clients of {@link LocalCosmos#clientBuilder} don't check the certificate of {@code
   * localhost}.
   *
   * @param context the private key and the certificate
   * @return this builder
   */
  public LocalCosmosBuilder tls(SSLContext context) {
    this.tls = Objects.requireNonNull(context, "context");
    return this;
  }

  /**
   * Sets the host names that clients use besides {@code localhost} and the addresses of this
   * machine, for example in containers, or behind proxies and port forwarding. Requests with
   * another host fail with 403, because a web page could otherwise reach the emulator by DNS
   * rebinding, and the default {@link #key} is public. Default: none.
   *
   * @param names names or addresses without ports, such as {@code host.docker.internal}
   * @return this builder
   * @throws IllegalArgumentException if one is neither a name nor an address
   */
  public LocalCosmosBuilder hosts(Set<String> names) {
    Objects.requireNonNull(names, "names");
    this.hosts = names.stream().map(ServerAddress::host).collect(Collectors.toSet());
    return this;
  }

  /**
   * Limits the number of connections, the bytes in progress, and the time of slow clients. Default:
   * {@link ConnectionLimits#DEFAULT}.
   *
   * @param limits the limits
   * @return this builder
   */
  public LocalCosmosBuilder connectionLimits(ConnectionLimits limits) {
    this.connectionLimits = Objects.requireNonNull(limits, "limits");
    return this;
  }

  void limitConnections(UnaryOperator<ConnectionLimits> change) {
    this.connectionLimits = change.apply(connectionLimits);
  }

  /**
   * Sets the number of physical partitions of new containers. Default: 5, or more if a container's
   * throughput requires it at 10,000 RU/s each.
   *
   * @param count 1 to 1000; 0 for as many as the throughput requires, as in the service
   * @return this builder
   */
  public LocalCosmosBuilder physicalPartitions(int count) {
    Checks.between(0, count, MAX_PARTITIONS, "physicalPartitions");
    this.partitioning = new Partitioning(Math.max(1, count), count == 0);
    return this;
  }

  /**
   * Sets the key with which clients sign requests. Default: the well-known key of Microsoft's
   * emulators.
   *
   * @param base64 at least one byte in Base64
   * @return this builder
   * @throws IllegalArgumentException if the key is not Base64 or empty
   */
  public LocalCosmosBuilder key(String base64) {
    Objects.requireNonNull(base64, "base64");
    if (!isKey(base64)) {
      // Without the value, which may be secret.
      throw new IllegalArgumentException("The key must be Base64 of at least one byte.");
    }
    this.key = base64;
    return this;
  }

  private static boolean isKey(String base64) {
    try {
      return Base64.getDecoder().decode(base64).length > 0;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * Sets the directory that stores databases, containers, items and throughput across restarts,
   * even after the process was killed. {@link #durability} decides whether writes survive power
   * failures. Default: none, data is lost when the emulator is closed.
   *
   * <p>A write takes a few milliseconds longer, shared by concurrent writes. Starting takes about
   * 30 µs for each item. All items are held in memory as well. Only the user of the process can
   * read the file, and the directory if the emulator creates it.
   *
   * @param directory the directory, created if it is missing; only one emulator can use it at a
   *     time
   * @return this builder
   */
  public LocalCosmosBuilder directory(Path directory) {
    this.storage = storage.in(Objects.requireNonNull(directory, "directory"));
    return this;
  }

  /**
   * Sets the failures that writes survive if there is a directory. Default: {@link
   * Durability#PROCESS}.
   *
   * @param durability the durability
   * @return this builder
   */
  public LocalCosmosBuilder durability(Durability durability) {
    this.storage = storage.with(Objects.requireNonNull(durability, "durability"));
    return this;
  }

  /**
   * Loads the containers of a folder, as {@link LocalCosmos#export} writes it, before the emulator
   * starts. Containers that already exist are not loaded. Default: none.
   *
   * @param folder the folder
   * @return this builder
   */
  public LocalCosmosBuilder contents(Path folder) {
    this.storage = storage.beginningWith(Objects.requireNonNull(folder, "folder"));
    return this;
  }

  /**
   * Sets the clock for timestamps and for the expiry of items. Default: the system clock.
   *
   * @param clock the clock
   * @return this builder
   */
  public LocalCosmosBuilder clock(Clock clock) {
    this.clock = Objects.requireNonNull(clock, "clock");
    return this;
  }

  /**
   * Sets the account's default consistency level, which clients read. Requests can specify a weaker
   * level. Without {@link #replicaLag}, every level sees all acknowledged writes. Under the two
   * strongest levels, reads, queries and change feed pages cost twice the request units. Default:
   * {@link Consistency#SESSION}.
   *
   * @param consistency the level
   * @return this builder
   */
  public LocalCosmosBuilder consistency(Consistency consistency) {
    this.consistency = Objects.requireNonNull(consistency, "consistency");
    return this;
  }

  /**
   * Enforces throughput: requests beyond it fail with 429 and a retry time. Default: false.
   *
   * <p>The RU/s of a container, or of its database if shared, are divided evenly among the physical
   * partitions, for each second of {@link #clock}. {@link #physicalPartitionThroughput} and {@link
   * #logicalPartitionThroughput} limit them further. Containers without provisioned throughput get
   * 400 RU/s. Request charges are modelled.
   *
   * @param enforced whether to enforce throughput
   * @return this builder
   */
  public LocalCosmosBuilder enforceThroughput(boolean enforced) {
    this.enforceThroughput = enforced;
    return this;
  }

  /**
   * Limits the throughput of each physical partition, if throughput is enforced. Default: 10,000
   * RU/s, as documented (Microsoft Learn, "Azure Cosmos DB service quotas").
   *
   * @param requestUnits RU/s, 1 or more
   * @return this builder
   */
  public LocalCosmosBuilder physicalPartitionThroughput(int requestUnits) {
    Checks.between(1, requestUnits, Integer.MAX_VALUE, "physicalPartitionThroughput");
    this.maxThroughput = new PartitionThroughput(requestUnits, maxThroughput.logical());
    return this;
  }

  /**
   * Limits the throughput of each logical partition, if throughput is enforced. Requests without a
   * partition key, such as cross-partition queries, don't count. Default: 10,000 RU/s, as
   * documented (Microsoft Learn, "Azure Cosmos DB service quotas").
   *
   * @param requestUnits RU/s, 1 or more
   * @return this builder
   */
  public LocalCosmosBuilder logicalPartitionThroughput(int requestUnits) {
    Checks.between(1, requestUnits, Integer.MAX_VALUE, "logicalPartitionThroughput");
    this.maxThroughput = new PartitionThroughput(maxThroughput.physical(), requestUnits);
    return this;
  }

  /**
   * Limits the bytes of the items in each logical partition. Writes that would exceed the limit
   * fail with 403/1014, but not deletes or writes that make an item smaller. The service allows 20
   * GB, see {@link #serviceConditions}. Default: no limit.
   *
   * @param bytes 1 or more
   * @return this builder
   */
  public LocalCosmosBuilder logicalPartitionStorage(long bytes) {
    this.logicalPartitionStorage = Checks.positive(bytes);
    return this;
  }

  /**
   * Lets one of the four replicas of each physical partition lag behind. A write is acknowledged
   * when three replicas have it; the fourth applies it after a random time up to the maximum, by
   * {@link #clock}. Each read goes to one of the four at random:
   *
   * <ul>
   *   <li>Under strong consistency and bounded staleness, a read uses two replicas and so sees
   *       every acknowledged write.
   *   <li>With a session token, a replica that has not reached the token forwards the read to
   *       another one, so that a client always sees its own writes and what it has read before.
   *   <li>Otherwise a read may miss a new item, or return an older version or a deleted item. This
   *       includes session consistency until the client has a token for the physical partition,
   *       that is until it has written to it or read from it.
   * </ul>
   *
   * <p>A read always sees a consistent state of the partition with whole transactions. This applies
   * to point reads, queries, reads of many items and both change feed modes. Writes, batches and
   * scripts use the primary. The session token of a response comes from the replica that served it.
   * See Microsoft Learn, "Consistency levels in Azure Cosmos DB". Default: zero, no lag.
   *
   * @param most the maximum lag
   * @return this builder
   */
  public LocalCosmosBuilder replicaLag(Duration most) {
    this.replicaLag = Checks.notNegative(most, "most");
    return this;
  }

  /**
   * Sets how long a changed indexing policy takes to apply to existing items, by {@link #clock}.
   * Default: zero, indexes are built within the request.
   *
   * <p>Until then, queries use the indexes that both policies have: a filter on a new path reads
   * all items, and an ORDER BY that needs a new index fails with 400. Dropped indexes are never
   * used again. Reading the container returns the progress in the header {@code
   * x-ms-documentdb-collection-index-transformation-progress}. New items are indexed at once. See
   * Microsoft Learn, "Indexing policies in Azure Cosmos DB".
   *
   * @param time the time
   * @return this builder
   */
  public LocalCosmosBuilder indexBuild(Duration time) {
    this.indexBuild = Checks.notNegative(time, "time");
    return this;
  }

  /**
   * Sets how far {@link LocalCosmos#failover} can go back. Each physical partition keeps about a
   * hundred snapshots of that time, which share unchanged data. Default: zero, a failover loses
   * nothing.
   *
   * @param most the maximum time
   * @return this builder
   */
  public LocalCosmosBuilder recoveryPoint(Duration most) {
    this.recoveryPoint = Checks.notNegative(most, "most");
    return this;
  }

  /**
   * Simulates the conditions of the real service: latency, replica lag, throttling, partition
   * limits, index builds and failovers that lose writes. Figures come from Microsoft's
   * documentation, or are assumed where it has none. Later calls can change single settings:
   *
   * <ul>
   *   <li>{@link #physicalPartitions}: one for each 10,000 RU/s ("Partitioning and horizontal
   *       scaling").
   *   <li>{@link #replicaLag}: one replica of four may lag ("Consistency levels"). Its lag is not
   *       documented; 100 ms are assumed.
   *   <li>{@link #distance}: {@link Distance#SAME_REGION}, below 10 ms at the 99th percentile
   *       ("Consistency levels").
   *   <li>{@link #enforceThroughput}: 400 RU/s for a container without provisioned throughput, and
   *       at most 10,000 RU/s for each physical and logical partition ("Service quotas").
   *   <li>{@link #logicalPartitionStorage}: 20 GB ("Service quotas").
   *   <li>{@link #indexBuild}: "depends on the provisioned throughput, the number of items and
   *       their size" ("Indexing policies"). 10 s are assumed.
   *   <li>{@link #recoveryPoint}: less than 15 minutes with several regions and without strong
   *       consistency ("Consistency levels"). 10 s, because snapshots take memory.
   * </ul>
   *
   * @param seed determines random latencies and lags
   * @return this builder
   */
  public LocalCosmosBuilder serviceConditions(long seed) {
    return physicalPartitions(0)
        .enforceThroughput(true)
        .physicalPartitionThroughput(PartitionThroughput.DOCUMENTED.physical())
        .logicalPartitionThroughput(PartitionThroughput.DOCUMENTED.logical())
        .logicalPartitionStorage(20 * GIGABYTE)
        .replicaLag(Duration.ofMillis(100))
        .indexBuild(Duration.ofSeconds(10))
        .recoveryPoint(Duration.ofSeconds(10))
        .distance(Distance.SAME_REGION)
        .seed(seed);
  }

  /**
   * Simulates network latency. No thread waits in the meantime. Default: {@link Distance#NONE}.
   *
   * @param distance the latencies
   * @return this builder
   */
  public LocalCosmosBuilder distance(Distance distance) {
    this.distance = Objects.requireNonNull(distance, "distance");
    return this;
  }

  /**
   * Sets the seed of the random numbers in {@link #distance} and {@link #replicaLag}. With
   * concurrent requests, their order may still differ. Default: 0.
   *
   * @param seed any number
   * @return this builder
   */
  public LocalCosmosBuilder seed(long seed) {
    this.seed = seed;
    return this;
  }

  /**
   * Sets the clock that checks the date of requests: a request dated more than 15 minutes off fails
   * with 403. Default: the system clock, because clients use it to date requests even if a test
   * moves {@link #clock}.
   *
   * @param requestClock the clock
   * @return this builder
   */
  public LocalCosmosBuilder requestClock(Clock requestClock) {
    this.requestClock = Objects.requireNonNull(requestClock, "requestClock");
    return this;
  }

  /**
   * Injects faults from the start. Default: none.
   *
   * @param plan the faults
   * @return this builder
   */
  public LocalCosmosBuilder faults(FaultPlan plan) {
    this.faults = Objects.requireNonNull(plan, "plan");
    return this;
  }

  /**
   * Limits the time of a stored procedure, a trigger, or the user-defined functions of a page.
   * After four fifths of it, the script's collection calls return {@code false}; at the end, the
   * request fails with 408 and is rolled back. Default: 5 s, as in the service.
   *
   * @param time positive, at most 10 minutes
   * @return this builder
   */
  public LocalCosmosBuilder scriptTime(Duration time) {
    Objects.requireNonNull(time, "time");
    this.scripts = new ScriptLimits(time, scripts.operations());
    return this;
  }

  /**
   * Limits the number of collection calls of a script. Later calls return {@code false} and do
   * nothing, so that a test can check how a script handles this. Default: 10,000.
   *
   * @param operations 0 to 1,000,000
   * @return this builder
   */
  public LocalCosmosBuilder scriptOperations(int operations) {
    this.scripts = new ScriptLimits(scripts.time(), operations);
    return this;
  }

  /**
   * Limits the time, rows and memory of queries and scripts. Default: {@link WorkLimits#DEFAULT}.
   *
   * @param limits the limits
   * @return this builder
   */
  public LocalCosmosBuilder workLimits(WorkLimits limits) {
    this.workLimits = Objects.requireNonNull(limits, "limits");
    return this;
  }

  void limitWork(UnaryOperator<WorkLimits> change) {
    this.workLimits = change.apply(workLimits);
  }

  /**
   * Adds a listener that receives each request. Default: none.
   *
   * @param listener the listener
   * @return this builder
   */
  public LocalCosmosBuilder listener(RequestListener listener) {
    listeners.add(Objects.requireNonNull(listener, "listener"));
    return this;
  }

  /**
   * Serves a data explorer for browsers on this machine, at the address {@link
   * LocalCosmos#explorer}: items, queries, partitions, the change feed, leases and faults. The
   * address grants full access. Default: no explorer.
   *
   * @return this builder
   */
  public LocalCosmosBuilder explorer() {
    this.explorer = true;
    return this;
  }

  /**
   * Starts the emulator, and returns when it accepts requests.
   *
   * @return the running emulator
   * @throws IllegalStateException if an {@link #explorer} was requested, but {@link #address} isn't
   *     reachable by loopback
   * @throws ContentsException if the contents can't be loaded
   * @throws DataDirectoryException if the directory is in use, damaged or not writable
   * @throws UncheckedIOException if the port is in use
   */
  public LocalCosmos start() {
    if (explorer && !address.isAnyLocalAddress() && !address.isLoopbackAddress()) {
      throw new IllegalStateException(
          "The emulator listens on %s, where no browser on this machine reaches the explorer;"
                  .formatted(address.getHostAddress())
              + " listen on 127.0.0.1 or 0.0.0.0, or start it without explorer().");
    }
    System.getProperties().putIfAbsent(PLAIN_HTTP, "true");
    return LocalCosmos.start(config());
  }

  EmulatorConfig config() {
    return new EmulatorConfig(
        new ServerAddress(address, port, tls, hosts),
        key,
        connectionLimits,
        clock,
        requestClock,
        consistency,
        storage,
        partitioning,
        enforceThroughput,
        maxThroughput,
        new ServiceConditions(seed, replicaLag, logicalPartitionStorage, indexBuild, recoveryPoint),
        distance,
        faults,
        scripts.withBytes(workLimits.scriptMemory()),
        new BudgetLimits(workLimits.queryTime(), workLimits.queryRows(), workLimits.queryMemory()),
        List.copyOf(listeners),
        explorer);
  }
}
