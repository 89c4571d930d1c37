package dev.cosmosblog.local;

import dev.cosmosblog.local.internal.engine.account.Account;
import dev.cosmosblog.local.internal.engine.throughput.Admission;
import dev.cosmosblog.local.internal.engine.throughput.Partitioning;
import dev.cosmosblog.local.internal.engine.throughput.ThroughputBudget;
import dev.cosmosblog.local.internal.http.ActivityIds;
import dev.cosmosblog.local.internal.http.HttpServer;
import dev.cosmosblog.local.internal.http.ServerAddress;
import dev.cosmosblog.local.internal.http.ServerConfig;
import dev.cosmosblog.local.internal.script.ScriptEngine;
import dev.cosmosblog.local.internal.script.ScriptLimits;
import dev.cosmosblog.local.internal.storage.Ledger;
import dev.cosmosblog.local.request.Consistency;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Settings of an account. Not safe for many threads. */
public final class LocalCosmosBuilder {
  private static final String PLAIN_HTTP = "COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED";

  /** The key that Microsoft's emulators have, which is no secret. */
  private static final String WELL_KNOWN_KEY =
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

  private static final int MAX_PORT = 65_535;
  private static final int MAX_PARTITIONS = 1_000;

  private final List<RequestListener> listeners = new ArrayList<>();
  private FaultPlan plan = FaultPlan.NONE;
  private boolean enforced;
  private int port;
  private InetAddress address = ServerAddress.onLoopback(0).address();
  private @Nullable SSLContext tls;
  private Partitioning partitioning = new Partitioning(5, true);
  private String key = WELL_KNOWN_KEY;
  private @Nullable Path directory;
  private Consistency consistency = Consistency.SESSION;
  private Clock clock = Clock.systemUTC();
  private Clock requestClock = Clock.systemUTC();
  private ScriptLimits scriptLimits = ScriptLimits.DEFAULT;

  LocalCosmosBuilder() {}

  /**
   * The port. Default: 0, any that is free.
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
   * machine reach. On another, or on {@code 0.0.0.0} for all, everybody in the network may try the
   * key: give one that is secret, and {@link #tls}.
   *
   * @param address an address of this machine
   * @return this builder
   */
  public LocalCosmosBuilder address(InetAddress address) {
    this.address = address;
    return this;
  }

  /**
   * Encrypts connections, for clients that know no plain HTTP: the endpoint begins with {@code
   * https}. Who connects must trust the certificate, which is to name the host that they connect
   * to. Default: plain HTTP.
   *
   * @param context has the key and the certificate of this account
   * @return this builder
   */
  public LocalCosmosBuilder tls(SSLContext context) {
    this.tls = context;
    return this;
  }

  /**
   * How many physical partitions each new container has. Default: 5, or more where a container's
   * throughput needs them, at 10,000 RU/s each.
   *
   * @param count 1 to 1000
   * @return this builder
   */
  public LocalCosmosBuilder physicalPartitions(int count) {
    this.partitioning =
        new Partitioning(Checks.between(1, count, MAX_PARTITIONS, "physicalPartitions"), false);
    return this;
  }

  /**
   * The key with which clients sign. Default: the well-known key of Microsoft's emulators.
   *
   * @param base64 at least one byte in Base64
   * @return this builder
   * @throws IllegalArgumentException if it is not Base64
   */
  public LocalCosmosBuilder key(String base64) {
    if (Base64.getDecoder().decode(base64).length == 0) {
      throw new IllegalArgumentException("The key must have at least one byte.");
    }
    this.key = base64;
    return this;
  }

  /**
   * Where the account keeps its databases, containers, items and offers, so that they are there
   * when it is started again, also after its process was killed: what a client has been told is
   * done is there, and a transaction is there as a whole or not at all. A write takes some
   * milliseconds longer; those that come at the same time share them. The file is not forced to the
   * disk, so that nothing is promised if the power fails. Starting takes about 30 µs for each item;
   * the items are kept in memory all the same. Default: none, all is forgotten when the account is
   * closed.
   *
   * @param directory a directory, made if it is missing; one account at a time may use it
   * @return this builder
   */
  public LocalCosmosBuilder directory(Path directory) {
    this.directory = directory;
    return this;
  }

  /**
   * What gives items their time stamps and decides when they expire. Default: the system's clock.
   *
   * @param clock the clock
   * @return this builder
   */
  public LocalCosmosBuilder clock(Clock clock) {
    this.clock = clock;
    return this;
  }

  /**
   * The account's level of consistency, which clients are told: requests that ask for none have it,
   * and may ask for weaker ones. There is one copy of the data, so that each level sees every write
   * that was answered; but under the two strongest a read, a query and a page of the change feed
   * cost twice the request units. Default: {@link Consistency#SESSION}.
   *
   * @param consistency the level
   * @return this builder
   */
  public LocalCosmosBuilder defaultConsistency(Consistency consistency) {
    this.consistency = consistency;
    return this;
  }

  /**
   * Whether clients are held to the throughput that they asked for: a container's RU/s, or those
   * that its database shares, are spread evenly over the physical partitions, counted by each
   * second of {@link #clock}, and over that answered with 429 and the time to come again. Where
   * nobody asked for throughput there are 400 RU/s. What requests cost is modelled. Default: false,
   * whatever was asked for.
   *
   * @param enforced whether
   * @return this builder
   */
  public LocalCosmosBuilder enforceThroughput(boolean enforced) {
    this.enforced = enforced;
    return this;
  }

  /**
   * What decides that a request is too old: more than 15 minutes from its date answers 403.
   * Default: the system's clock, since clients date their requests by it even where a test moves
   * {@link #clock}.
   *
   * @param requestClock the clock
   * @return this builder
   */
  public LocalCosmosBuilder requestClock(Clock requestClock) {
    this.requestClock = requestClock;
    return this;
  }

  /**
   * Has things go wrong from the start on. Default: nothing does.
   *
   * @param plan what is to go wrong
   * @return this builder
   */
  public LocalCosmosBuilder faults(FaultPlan plan) {
    this.plan = plan;
    return this;
  }

  /**
   * How long a stored procedure, a trigger, or the user-defined functions of a page may run: after
   * four fifths of it the collection answers {@code false} to a script's calls, at its end the
   * request fails with 408 and nothing of it takes effect. Default: 5 s, as in the service.
   *
   * @param time positive, at most 10 minutes
   * @return this builder
   */
  public LocalCosmosBuilder scriptTime(Duration time) {
    this.scriptLimits = new ScriptLimits(time, scriptLimits.operations());
    return this;
  }

  /**
   * How many calls of the collection a script may make: to those after them the collection answers
   * {@code false} and does nothing, so that a test can see how a script takes that. Default:
   * 10,000.
   *
   * @param operations 0 to 1,000,000
   * @return this builder
   */
  public LocalCosmosBuilder scriptOperations(int operations) {
    this.scriptLimits = new ScriptLimits(scriptLimits.time(), operations);
    return this;
  }

  /**
   * Adds one that is told of each request. Default: nobody.
   *
   * @param listener the listener
   * @return this builder
   */
  public LocalCosmosBuilder listener(RequestListener listener) {
    listeners.add(listener);
    return this;
  }

  /**
   * Starts the account. Returns when it can be used.
   *
   * @return the account
   * @throws UncheckedIOException if the port is taken, or the directory can't be used or is in use
   */
  public LocalCosmos start() {
    System.getProperties().putIfAbsent(PLAIN_HTTP, "true");
    List<RequestListener> told = List.copyOf(listeners);
    ScriptEngine scripts =
        new ScriptEngine(scriptLimits, System::nanoTime, () -> UUID.randomUUID().toString());
    Account account = new Account(clock, partitioning, ledger(), scripts);
    FaultInjector faults = new FaultInjector(account);
    faults.set(plan);
    ServerConfig config =
        new ServerConfig(
            new ServerAddress(address, port, tls),
            key,
            ServerConfig.ARRIVAL,
            requestClock,
            new ActivityIds(),
            request -> told.forEach(listener -> listener.onRequest(request)),
            enforced ? new ThroughputBudget(account.offers(), clock) : Admission.UNLIMITED,
            faults,
            consistency);
    try {
      return new LocalCosmos(HttpServer.start(account, config), account, key, faults);
    } catch (RuntimeException e) {
      account.close();
      throw e;
    }
  }

  private Ledger ledger() {
    return directory == null ? Ledger.NONE : Ledger.open(directory.resolve("account.mv"));
  }
}
