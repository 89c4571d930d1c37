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
   * The port. Default: 0, any free port.
   *
   * @param port 0 to 65535
   * @return this builder
   */
  public LocalCosmosBuilder port(int port) {
    this.port = Checks.between(0, port, MAX_PORT, "port");
    return this;
  }

  /**
   * The address of the interface to listen on. Default: 127.0.0.1, which only programs on this
   * machine reach. With another address, or with {@code 0.0.0.0} for all, everyone in the network
   * can try the key: set a secret {@link #key}, and {@link #tls}. Clients that connect by a name
   * need {@link #hosts}.
   *
   * @param address an address of this machine
   * @return this builder
   */
  public LocalCosmosBuilder address(InetAddress address) {
    this.address = Objects.requireNonNull(address, "address");
    return this;
  }

  /**
   * Encrypts connections, for clients that don't support plain HTTP. The endpoint then begins with
   * {@code https}. Clients must trust the certificate, which must name the host that they connect
   * to. Default: plain HTTP.
   *
   * @param context the account's key and certificate
   * @return this builder
   */
  public LocalCosmosBuilder tls(SSLContext context) {
    this.tls = Objects.requireNonNull(context, "context");
    return this;
  }

  /**
   * The names by which clients reach the account, besides {@code localhost} and the addresses of
   * this machine: those that containers, proxies and port forwarding use. A request with another
   * host is refused with 403, as a page in a browser can let its own name lead to this machine (DNS
   * rebinding), and knows the default {@link #key}. Default: none.
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
   * The bounds of connections: their number, the bytes under way, and the time of slow clients.
   * Default: {@link ConnectionLimits#DEFAULT}.
   *
   * @param limits the limits
   * @return this builder
   */
  public LocalCosmosBuilder connectionLimits(ConnectionLimits limits) {
    this.connectionLimits = Objects.requireNonNull(limits, "limits");
    return this;
  }

  /**
   * The number of physical partitions of each new container. Default: 5, or more if a container's
   * throughput needs them, at 10,000 RU/s each.
   *
   * @param count 1 to 1000; 0 for as many as the throughput needs, as in the service
   * @return this builder
   */
  public LocalCosmosBuilder physicalPartitions(int count) {
    Checks.between(0, count, MAX_PARTITIONS, "physicalPartitions");
    this.partitioning = new Partitioning(Math.max(1, count), count == 0);
    return this;
  }

  /**
   * The key with which clients sign requests. Default: the well-known key of Microsoft's emulators.
   *
   * @param base64 at least one byte in Base64
   * @return this builder
   * @throws IllegalArgumentException if the key is not Base64 or empty
   */
  public LocalCosmosBuilder key(String base64) {
    Objects.requireNonNull(base64, "base64");
    if (Base64.getDecoder().decode(base64).length == 0) {
      throw new IllegalArgumentException("The key must have at least one byte.");
    }
    this.key = base64;
    return this;
  }

  /**
   * The directory in which the account stores its databases, containers, items and offers. They are
   * there when it is started again, even after its process was killed; {@link #durability} says
   * what else writes outlive. A write takes some milliseconds longer; concurrent writes share them.
   * Starting takes about 30 µs for each item; all items are held in memory as well. Only the owner
   * of the process can read the file and, if the account creates it, the directory. Default: none,
   * the data is lost when the account is closed.
   *
   * @param directory a directory, created if it is missing; only one account at a time may use it,
   *     in one process
   * @return this builder
   */
  public LocalCosmosBuilder directory(Path directory) {
    this.storage = storage.in(Objects.requireNonNull(directory, "directory"));
    return this;
  }

  /**
   * Sets what the writes of an account with a directory outlive. Default: {@link
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
   * A folder as {@link LocalCosmos#export} writes it: its containers that the account does not have
   * yet are loaded before it starts. Default: none.
   *
   * @param folder the folder
   * @return this builder
   */
  public LocalCosmosBuilder contents(Path folder) {
    this.storage = storage.beginningWith(Objects.requireNonNull(folder, "folder"));
    return this;
  }

  /**
   * The clock for time stamps and the expiry of items. Default: the system's clock.
   *
   * @param clock the clock
   * @return this builder
   */
  public LocalCosmosBuilder clock(Clock clock) {
    this.clock = Objects.requireNonNull(clock, "clock");
    return this;
  }

  /**
   * The consistency level of the account, which clients are told. Requests that name no level get
   * it, and may ask for weaker ones. Without {@link #replicaLag}, every level sees every
   * acknowledged write. Under the two strongest levels, a read, a query and a page of the change
   * feed cost twice the request units. Default: {@link Consistency#SESSION}.
   *
   * @param consistency the level
   * @return this builder
   */
  public LocalCosmosBuilder defaultConsistency(Consistency consistency) {
    this.consistency = Objects.requireNonNull(consistency, "consistency");
    return this;
  }

  /**
   * Enforces throughput. The RU/s of a container, or those that its database shares, are spread
   * evenly over the physical partitions and counted in each second of {@link #clock}. Requests
   * beyond them, or beyond {@link #physicalPartitionThroughput} or {@link
   * #logicalPartitionThroughput}, answer 429 with the time to wait. Containers without provisioned
   * throughput get 400 RU/s. The costs of requests are modelled. Default: false.
   *
   * @param enforced whether to enforce throughput
   * @return this builder
   */
  public LocalCosmosBuilder enforceThroughput(boolean enforced) {
    this.enforceThroughput = enforced;
    return this;
  }

  /**
   * The greatest throughput of a physical partition, whatever is provisioned. Takes effect if
   * throughput is enforced. Default: 10,000 RU/s, as documented (Microsoft Learn, "Azure Cosmos DB
   * service quotas").
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
   * The greatest throughput of a logical partition, whatever is provisioned. Takes effect if
   * throughput is enforced. Requests that name no partition key, such as queries over all of them,
   * do not count. Default: 10,000 RU/s, as documented (Microsoft Learn, "Azure Cosmos DB service
   * quotas").
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
   * The bytes of the items that a logical partition may hold. A write that would exceed them
   * answers 403/1014; deletes, and writes that make an item smaller, do not. The service allows 20
   * GB, see {@link #serviceConditions}. Default: no limit but the memory's.
   *
   * @param bytes 1 or more
   * @return this builder
   */
  public LocalCosmosBuilder logicalPartitionStorage(long bytes) {
    this.logicalPartitionStorage = Checks.positive(bytes);
    return this;
  }

  /**
   * The longest time by which a replica lags behind the primary, by {@link #clock}. Each physical
   * partition has four replicas. A write is acknowledged when three of them have it; the fourth one
   * applies it after a random time of at most this. A read is served by one of the four at random:
   *
   * <ul>
   *   <li>Under strong consistency and bounded staleness it is served by two of them, and so sees
   *       every acknowledged write.
   *   <li>With a session token, a replica that has not reached the token passes the read on to
   *       another one, so that a client sees what it wrote and what it has seen.
   *   <li>Otherwise it may see less: an item that is not there yet, an older version, or an item
   *       that was deleted. This includes session consistency as long as the client has no token
   *       for the physical partition, because it neither wrote to it nor read from it.
   * </ul>
   *
   * <p>What a read sees is always a state that the partition had, with whole transactions. That
   * holds for point reads, queries, reads of many items and both modes of the change feed. Writes,
   * conditional ones too, batches and scripts use the primary. The session token of an answer is
   * that of the replica which gave it. (Microsoft Learn, "Consistency levels in Azure Cosmos DB".)
   * Default: zero, no replica lags.
   *
   * @param most the longest lag
   * @return this builder
   */
  public LocalCosmosBuilder replicaLag(Duration most) {
    this.replicaLag = Checks.notNegative(most, "most");
    return this;
  }

  /**
   * The time that it takes, by {@link #clock}, until the indexes of a container with items follow a
   * new indexing policy. Until then, queries use the indexes that both policies have: a filter on a
   * path that is not indexed yet reads all items, and an ORDER BY that needs a new index answers
   * 400. Dropped indexes are not used from the beginning. A container shows the progress in the
   * header {@code x-ms-documentdb-collection-index-transformation-progress} when it is read. New
   * items are indexed at once, and so is a container without items. (Microsoft Learn, "Indexing
   * policies in Azure Cosmos DB".) Default: zero, indexes are built within the request.
   *
   * @param time the time
   * @return this builder
   */
  public LocalCosmosBuilder indexBuild(Duration time) {
    this.indexBuild = Checks.notNegative(time, "time");
    return this;
  }

  /**
   * The longest time whose writes {@link LocalCosmos#failover} can lose. Each physical partition
   * keeps about a hundred of its former states of that time, until its next write. They share what
   * did not change between them. Default: zero, none.
   *
   * @param most the longest time
   * @return this builder
   */
  public LocalCosmosBuilder recoveryPoint(Duration most) {
    this.recoveryPoint = Checks.notNegative(most, "most");
    return this;
  }

  /**
   * Sets everything that the service does, and a local account does not by default, to what
   * Microsoft documents. Later calls change single settings again. Where no figure is documented,
   * one is assumed:
   *
   * <ul>
   *   <li>{@link #physicalPartitions}: one, and another one for each 10,000 RU/s ("Partitioning and
   *       horizontal scaling").
   *   <li>{@link #replicaLag}: one replica of four may lag ("Consistency levels"). Its lag is not
   *       documented; 100 ms are assumed.
   *   <li>{@link #distance}: {@link Distance#SAME_REGION}, below 10 ms at the 99th percentile
   *       ("Consistency levels").
   *   <li>{@link #enforceThroughput}: 400 RU/s for a container that names none, and at most 10,000
   *       RU/s for a physical and for a logical partition ("Service quotas").
   *   <li>{@link #logicalPartitionStorage}: 20 GB ("Service quotas").
   *   <li>{@link #indexBuild}: "depends on the provisioned throughput, the number of items and
   *       their size" ("Indexing policies"). 10 s are assumed.
   *   <li>{@link #recoveryPoint}: less than 15 minutes for an account with several regions and
   *       without strong consistency ("Consistency levels"). 10 s, as former states take memory.
   * </ul>
   *
   * @param seed decides what is random
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
   * The distance of clients: requests and answers take longer, by the system's timer, without a
   * thread that waits. Default: {@link Distance#NONE}.
   *
   * @param distance the distance
   * @return this builder
   */
  public LocalCosmosBuilder distance(Distance distance) {
    this.distance = Objects.requireNonNull(distance, "distance");
    return this;
  }

  /**
   * Decides what is random in {@link #distance} and {@link #replicaLag}. Among concurrent requests,
   * it may be another one that meets the same. Default: 0.
   *
   * @param seed any number
   * @return this builder
   */
  public LocalCosmosBuilder seed(long seed) {
    this.seed = seed;
    return this;
  }

  /**
   * The clock by which requests are too old: a date more than 15 minutes away answers 403. Default:
   * the system's clock, since clients date their requests by it even if a test moves {@link
   * #clock}.
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
   * The time limit of a stored procedure, a trigger, or the user-defined functions of a page. After
   * four fifths of it, the collection answers {@code false} to a script's calls; at its end the
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
   * The number of calls to the collection that a script may make. After them, the collection
   * answers {@code false} and does nothing, so that a test can see how a script handles that.
   * Default: 10,000.
   *
   * @param operations 0 to 1,000,000
   * @return this builder
   */
  public LocalCosmosBuilder scriptOperations(int operations) {
    this.scripts = new ScriptLimits(scripts.time(), operations);
    return this;
  }

  /**
   * The bounds of what queries and scripts may take: time, rows and memory. Default: {@link
   * WorkLimits#DEFAULT}.
   *
   * @param limits the limits
   * @return this builder
   */
  public LocalCosmosBuilder workLimits(WorkLimits limits) {
    this.workLimits = Objects.requireNonNull(limits, "limits");
    return this;
  }

  /**
   * Adds a listener that is called for each request. Default: none.
   *
   * @param listener the listener
   * @return this builder
   */
  public LocalCosmosBuilder listener(RequestListener listener) {
    listeners.add(Objects.requireNonNull(listener, "listener"));
    return this;
  }

  /**
   * Serves a data explorer on the account's port, for browsers on this machine that open {@link
   * LocalCosmos#explorer}: items, queries, partitions, the change feed, leases, faults. Whoever has
   * that address may do everything. Default: none.
   *
   * @return this builder
   */
  public LocalCosmosBuilder explorer() {
    this.explorer = true;
    return this;
  }

  /**
   * Starts the account. Returns when it is ready.
   *
   * @return the account
   * @throws IllegalStateException if it has an {@link #explorer} and listens on no loopback address
   * @throws ContentsException if the contents can't be loaded
   * @throws DataDirectoryException if the directory is in use, damaged or not writable
   * @throws UncheckedIOException if the port is taken
   */
  public LocalCosmos start() {
    if (explorer && !address.isAnyLocalAddress() && !address.isLoopbackAddress()) {
      throw new IllegalStateException(
          "The emulator listens on %s, where no browser on this machine reaches the explorer;"
                  .formatted(address.getHostAddress())
              + " listen on 127.0.0.1 or 0.0.0.0, or start it without explorer().");
    }
    System.getProperties().putIfAbsent(PLAIN_HTTP, "true");
    return LocalCosmos.start(
        new EmulatorConfig(
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
            new ServiceConditions(
                seed, replicaLag, logicalPartitionStorage, indexBuild, recoveryPoint),
            distance,
            faults,
            scripts.withBytes(workLimits.scriptMemory()),
            new BudgetLimits(
                workLimits.queryTime(), workLimits.queryRows(), workLimits.queryMemory()),
            List.copyOf(listeners),
            explorer));
  }
}
