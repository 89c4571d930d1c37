package dev.cosmosblog.local.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.query.QueryEngine;
import dev.cosmosblog.local.script.ScriptEngine;
import dev.cosmosblog.local.script.ScriptLimits;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** An account: databases by name, their offers, and what answers queries. Safe for many threads. */
public final class Account {
  private final Container.ContainerSetup setup;
  private final AtomicInteger databaseNumbers = new AtomicInteger();
  private final Map<String, Database> databases = new ConcurrentHashMap<>();
  private final Offers offers;
  private final ScriptRunner scripts;
  private final Queries queries;

  /**
   * An empty account.
   *
   * @param clock gives the time stamps and decides what has expired
   * @param physicalPartitions how many each container gets
   */
  public Account(Clock clock, int physicalPartitions) {
    this(clock, physicalPartitions, defaultScripts());
  }

  /**
   * An empty account.
   *
   * @param clock gives the time stamps and decides what has expired
   * @param physicalPartitions how many each container gets
   * @param scripts runs its scripts; not closed by the account
   */
  public Account(Clock clock, int physicalPartitions, ScriptEngine scripts) {
    QueryEngine engine = new QueryEngine();
    this.queries = new Queries(engine, scripts);
    this.scripts = new ScriptRunner(scripts, queries);
    this.setup = new Container.ContainerSetup(clock, new AtomicLong(), physicalPartitions);
    this.offers = new Offers(setup.clock(), setup.etags());
  }

  private static ScriptEngine defaultScripts() {
    return new ScriptEngine(
        ScriptLimits.DEFAULT, System::nanoTime, () -> UUID.randomUUID().toString());
  }

  /**
   * Makes a database.
   *
   * @param body its settings: an id
   * @return the database
   * @throws EngineException 400 for a wrong id, 409 if the name is taken
   */
  public Database createDatabase(ObjectNode body) {
    JsonNode id = body.path("id");
    Database database = new Database(Ids.check(id), databaseNumbers.incrementAndGet(), setup);
    if (databases.putIfAbsent(database.id(), database) != null) {
      throw EngineException.conflict();
    }
    return database;
  }

  /**
   * Finds a database.
   *
   * @param nameOrRid its id or its resource id
   * @return the database
   * @throws EngineException 404 if there is none
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
   * Removes a database and all in it.
   *
   * @param database the database
   * @throws EngineException 404 if it is gone already
   */
  public void deleteDatabase(Database database) {
    if (!databases.remove(database.id(), database)) {
      throw EngineException.notFound("the database does not exist.");
    }
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
   * What was asked for in throughput.
   *
   * @return the offers
   */
  public Offers offers() {
    return offers;
  }

  /**
   * What runs scripts.
   *
   * @return the runner
   */
  public ScriptRunner scripts() {
    return scripts;
  }

  /**
   * What answers queries.
   *
   * @return the queries
   */
  public Queries queries() {
    return queries;
  }
}
