package dev.cosmoslocal.internal.engine.account;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.budget.BudgetLimits;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.definition.SettingNames;
import dev.cosmoslocal.internal.engine.partition.LockMode;
import dev.cosmoslocal.internal.engine.query.ContainerQueries;
import dev.cosmoslocal.internal.engine.resource.AccountContext;
import dev.cosmoslocal.internal.engine.resource.ContainerId;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.IdRules;
import dev.cosmoslocal.internal.engine.resource.SavedState;
import dev.cosmoslocal.internal.engine.resource.ServiceConditions;
import dev.cosmoslocal.internal.engine.resource.StoredDocuments;
import dev.cosmoslocal.internal.engine.script.ScriptRunner;
import dev.cosmoslocal.internal.engine.throughput.OfferContent;
import dev.cosmoslocal.internal.engine.throughput.Offers;
import dev.cosmoslocal.internal.engine.throughput.Partitioning;
import dev.cosmoslocal.internal.query.QueryEngine;
import dev.cosmoslocal.internal.script.ScriptEngine;
import dev.cosmoslocal.internal.script.ScriptLimits;
import dev.cosmoslocal.internal.storage.Ledger;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An account: databases by name, their offers, scripts and queries. Thread-safe. */
public final class Account implements AutoCloseable {
  private static final int OWNER_MISSING = 1003;

  private final AccountContext context;
  private final Partitioning partitioning;
  private final AtomicInteger databaseNumbers;
  private final Map<String, Database> databases = new ConcurrentHashMap<>();
  private final StateLock states = new StateLock();
  private final Offers offers;
  private final ScriptEngine scriptEngine;
  private final ScriptRunner scripts;
  private final ContainerQueries queries;

  /** An empty account without a ledger. */
  public Account(Clock clock, int physicalPartitions) {
    this(
        clock,
        new Partitioning(physicalPartitions, false),
        Ledger.NONE,
        new ScriptEngine(ScriptLimits.DEFAULT, System::nanoTime, counted()));
  }

  /** Ids that are unique within one account and the same in each run. */
  private static Supplier<String> counted() {
    AtomicLong count = new AtomicLong();
    return () -> "made-" + count.incrementAndGet();
  }

  public Account(Clock clock, Partitioning partitioning, Ledger ledger, ScriptEngine scripts) {
    this(clock, partitioning, ledger, scripts, ServiceConditions.NONE);
  }

  public Account(
      Clock clock,
      Partitioning partitioning,
      Ledger ledger,
      ScriptEngine scripts,
      ServiceConditions conditions) {
    this(clock, partitioning, ledger, scripts, conditions, BudgetLimits.DEFAULT);
  }

  /**
   * Opens the account that a ledger stores, under conditions of the service. Takes about 30 µs for
   * each item.
   *
   * @param clock gives time stamps and decides when items expire
   * @param partitioning the number of physical partitions of each new container
   * @param ledger stores every write before it is answered; the account closes it
   * @param scripts runs its scripts; the account closes it
   */
  public Account(
      Clock clock,
      Partitioning partitioning,
      Ledger ledger,
      ScriptEngine scripts,
      ServiceConditions conditions,
      BudgetLimits limits) {
    StoredDocuments documents = new StoredDocuments(ledger);
    this.scriptEngine = scripts;
    this.queries =
        new ContainerQueries(
            new QueryEngine(clock, () -> ThreadLocalRandom.current().nextDouble(), limits),
            scripts);
    this.scripts = new ScriptRunner(scripts, queries);
    this.context =
        new AccountContext(clock, new AtomicLong(), documents, new AtomicReference<>(conditions));
    this.partitioning = partitioning;
    this.databaseNumbers = new AtomicInteger(documents.counter("databases"));
    documents.read(
        "database/", (name, stored) -> load(new Database(stored, context, partitioning)));
    this.offers = new Offers(context);
  }

  private void load(Database database) {
    databases.put(database.id(), database);
  }

  /** Returns whether writes outlive the process, so that a write waits for a file. */
  public boolean durable() {
    return context.documents().ledger() != Ledger.NONE;
  }

  /** Waits for pending writes, and then stores and runs nothing more. May be called again. */
  @Override
  public void close() {
    scriptEngine.close();
    context.documents().ledger().close();
  }

  /**
   * Creates a database.
   *
   * @param body its settings: an id
   * @return the database
   * @throws EngineException 400 for a wrong id, 409 if the name is taken
   */
  public synchronized Database createDatabase(ObjectNode body) {
    String id = IdRules.name(body.path("id"));
    SettingNames.check(body, "database", Set.of("id"));
    if (databases.containsKey(id)) {
      throw EngineException.conflict();
    }
    int number = databaseNumbers.incrementAndGet();
    Database database = new Database(id, number, context, partitioning);
    context
        .documents()
        .write(List.of(StoredDocuments.counterChange("databases", number), database.stored()));
    load(database);
    return database;
  }

  /**
   * Finds a database.
   *
   * @param nameOrRid its id or its resource id
   * @return the database
   * @throws EngineException 404 if it doesn\'t exist
   */
  public Database database(String nameOrRid) {
    Database named = databases.get(nameOrRid);
    return named != null
        ? named
        : databases.values().stream()
            .filter(d -> d.rid().equals(nameOrRid))
            .findFirst()
            .orElseThrow(() -> EngineException.notFound("the database does not exist."));
  }

  /**
   * Finds the database that contains a resource.
   *
   * @param nameOrRid its id or its resource id
   * @return the database
   * @throws EngineException 404/1003 if it doesn\'t exist
   */
  public Database owner(String nameOrRid) {
    try {
      return database(nameOrRid);
    } catch (EngineException missing) {
      throw new EngineException(404, OWNER_MISSING, "Owner resource does not exist.");
    }
  }

  /**
   * Deletes a database and everything in it.
   *
   * @param database the database
   * @param ifMatch the required entity tag; null for no condition
   * @throws EngineException 404 if it is gone already, 412 if the tag is another
   */
  public void deleteDatabase(Database database, @Nullable String ifMatch) {
    database.checkMatch(ifMatch);
    context.documents().checkWritable();
    if (!databases.remove(database.id(), database)) {
      throw EngineException.notFound("the database does not exist.");
    }
    context.documents().writeMade(database.removal()).await();
  }

  /**
   * All databases.
   *
   * @return in no particular order
   */
  public Collection<Database> databases() {
    return List.copyOf(databases.values());
  }

  /**
   * Changes the throughput of a database or a container. A container that needs more physical
   * partitions for it gets them by splits, see {@link Container#split}.
   *
   * @param rid the offer's resource id
   * @param body the offer with its new content
   * @param ifMatch the required entity tag; null for no condition
   * @return the offer as the service shows it
   * @throws EngineException 404 if it doesn\'t exist, 400 without valid content, 412 if the tag is
   *     another
   */
  public ObjectNode replaceOffer(String rid, ObjectNode body, @Nullable String ifMatch) {
    ObjectNode offer = offers.replace(rid, body, ifMatch);
    String resource = offer.path("offerResourceId").asText();
    int count = partitioning.of(OfferContent.of(offer.path("content")));
    databases.values().stream()
        .flatMap(database -> database.containers().stream())
        .filter(container -> container.rid().equals(resource))
        .forEach(container -> container.growTo(count));
    return offer;
  }

  /**
   * The conditions of the service that the account simulates.
   *
   * @return those that hold now
   */
  public ServiceConditions conditions() {
    return context.conditions().get();
  }

  /**
   * Simulates other conditions from now on. A physical partition follows with its next write: no
   * replica lags before, and a failover loses no earlier writes than before. An index that is being
   * built keeps its time.
   *
   * @param next the conditions
   */
  public void simulate(ServiceConditions next) {
    context.conditions().set(next);
  }

  /**
   * Loses the writes of some time, as after a failover to a region that did not have them yet. Only
   * items are lost.
   *
   * @param lost the time, at most the recovery point of the conditions
   * @return the number of lost transactions
   */
  public long failOver(Duration lost) {
    return databases.values().stream()
        .flatMap(database -> database.containers().stream())
        .mapToLong(container -> container.failOver(lost))
        .sum();
  }

  /**
   * Runs a request. It sees one state of the account, since snapshots and restores run between
   * requests.
   *
   * @param lockMode whether the request may wait for a snapshot or a restore
   * @param request the request
   * @return its result
   * @throws dev.cosmoslocal.internal.engine.partition.PartitionBusyException if it has to wait and
   *     may not
   */
  public <T> T request(LockMode lockMode, Supplier<T> request) {
    return states.shared(lockMode, request);
  }

  /**
   * Saves the contents of an account that isn't durable. Settings are copied; items are shared
   * until a write changes their physical partition.
   *
   * <p>The restored resources are the same objects, and no counter is set back. So no resource id,
   * partition id, LSN or entity tag is given a second time, and clients may keep what they know of
   * the other state.
   *
   * @return restores the contents, as often as it is called
   */
  public Runnable snapshot() {
    Runnable saved =
        states.alone(
            () -> {
              List<Runnable> parts =
                  new ArrayList<>(List.of(SavedState.of(databases), offers.save()));
              databases.values().forEach(database -> parts.add(database.save()));
              return SavedState.of(parts);
            });
    return () ->
        states.alone(
            () -> {
              saved.run();
              return true;
            });
  }

  /**
   * Adds the offer of a new database.
   *
   * @param database the database
   * @param content its throughput
   * @throws EngineException 400 without valid content, 404 if the database was deleted meanwhile
   */
  public void addOffer(Database database, ObjectNode content) {
    String rid = database.rid();
    offers.add(rid, "dbs/" + rid + "/", database.document(), content);
    checkPresent(rid, databases.containsValue(database));
  }

  /**
   * Adds the offer of a new container.
   *
   * @param database the database of the container
   * @param container the container
   * @param content its throughput
   * @throws EngineException 400 without valid content, 404 if the container was deleted meanwhile
   */
  public void addOffer(Database database, Container container, ObjectNode content) {
    ContainerId id = container.state().id();
    offers.add(id.rid(), id.self(), id.document(), content);
    boolean present = database.containers().contains(container);
    checkPresent(id.rid(), present && databases.containsValue(database));
  }

  /** A delete removes the offers of its resource afterwards, and may not have found this one. */
  private void checkPresent(String rid, boolean present) {
    if (!present) {
      offers.removeFor(rid);
      throw EngineException.notFound("its database or container was deleted meanwhile.");
    }
  }

  /**
   * The throughput of databases and containers.
   *
   * @return the offers
   */
  public Offers offers() {
    return offers;
  }

  /**
   * The stored documents of the account, which outlive the process if it is durable.
   *
   * @return the documents
   */
  public StoredDocuments documents() {
    return context.documents();
  }

  /**
   * Runs stored procedures and triggers.
   *
   * @return the runner
   */
  public ScriptRunner scripts() {
    return scripts;
  }

  /**
   * Runs queries.
   *
   * @return the queries
   */
  public ContainerQueries queries() {
    return queries;
  }
}
