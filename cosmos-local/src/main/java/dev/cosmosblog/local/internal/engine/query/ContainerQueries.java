package dev.cosmosblog.local.internal.engine.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.internal.engine.container.Container;
import dev.cosmosblog.local.internal.engine.container.ContainerScripts;
import dev.cosmosblog.local.internal.engine.container.Script;
import dev.cosmosblog.local.internal.engine.container.ScriptKind;
import dev.cosmosblog.local.internal.engine.cost.RequestUnits;
import dev.cosmosblog.local.internal.engine.key.EffectivePartitionKey;
import dev.cosmosblog.local.internal.engine.key.PartitionKeyDefinition;
import dev.cosmosblog.local.internal.engine.key.PartitionKeyValue;
import dev.cosmosblog.local.internal.engine.partition.FeedScope;
import dev.cosmosblog.local.internal.engine.partition.PartitionScope;
import dev.cosmosblog.local.internal.engine.partition.SessionToken;
import dev.cosmosblog.local.internal.engine.resource.EngineException;
import dev.cosmosblog.local.internal.engine.resource.Json;
import dev.cosmosblog.local.internal.query.QueryEngine;
import dev.cosmosblog.local.internal.query.QueryText;
import dev.cosmosblog.local.internal.query.function.UserFunctions;
import dev.cosmosblog.local.internal.query.page.QueryPage;
import dev.cosmosblog.local.internal.query.plan.QueryPlan;
import dev.cosmosblog.local.internal.script.FunctionCalls;
import dev.cosmosblog.local.internal.script.ScriptEngine;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Runs queries over the items of containers. */
public final class ContainerQueries {
  private final QueryEngine engine;
  private final ScriptEngine scripts;

  public ContainerQueries(QueryEngine engine, ScriptEngine scripts) {
    this.engine = engine;
    this.scripts = scripts;
  }

  /**
   * The query language itself.
   *
   * @return the engine
   */
  public QueryEngine engine() {
    return engine;
  }

  /**
   * One page over one physical partition or less.
   *
   * @param container the container
   * @param scope what is asked
   * @param query the query
   * @param paging the greatest number of rows, -1 for no limit, and where to go on
   * @return the page
   * @throws EngineException 410/1002 if the physical partition does not exist
   */
  public QueryResult page(Container container, FeedScope scope, QueryText query, Paging paging) {
    PartitionScope where = container.resolve(scope);
    PartitionItemSource source = PartitionItemSource.of(where);
    QueryPage page = engine.page(query, source, paging.limits(), functions(container));
    return result(page, scope, new SessionToken(where.partition().id(), source.view().lsn()));
  }

  /**
   * The same, if it takes some microseconds: over few and small items of one logical partition,
   * without functions.
   *
   * @param container the container
   * @param scope what is asked
   * @param query the query
   * @param paging the greatest number of rows, -1 for no limit, and where to go on
   * @return the page
   * @throws EngineException 410/1002 if the physical partition does not exist
   * @throws LongQueryException if it may take longer
   */
  public QueryResult briefPage(
      Container container, FeedScope scope, QueryText query, Paging paging) {
    PartitionScope where = container.resolve(scope);
    ShortQuerySource few = ShortQuerySource.of(where, query);
    QueryPage page = engine.page(query, few, paging.limits());
    long lsn = few.source().view().lsn();
    return result(page, scope, new SessionToken(where.partition().id(), lsn));
  }

  private static QueryResult result(QueryPage page, FeedScope scope, SessionToken mark) {
    boolean fannedOut = page.ordered() && scope instanceof FeedScope.Physical;
    double charge =
        page.itemsCounted() > 0
            ? RequestUnits.count(page.itemsCounted())
            : RequestUnits.query(fannedOut, page.itemsLoaded(), page.bytesLoaded());
    return new QueryResult(page, mark, charge);
  }

  /** The user-defined functions of a container, for one page. */
  public UserFunctions functions(Container container) {
    return new ContainerFunctions(container.scripts(), scripts.functions());
  }

  /**
   * A query over descriptions of databases, containers or offers.
   *
   * @param resources the descriptions
   * @param query the query
   * @return what matches
   */
  public List<JsonNode> overResources(Collection<ObjectNode> resources, QueryText query) {
    return engine
        .page(query, new ResourceItemSource(List.copyOf(resources)), new Paging(-1, null).limits())
        .documents();
  }

  /**
   * How a client is to run a query over the partitions of a container.
   *
   * @param container the container
   * @param query the query
   * @return the plan, with the ranges of keys that can hold what the query asks for
   */
  public ObjectNode plan(Container container, QueryText query) {
    return json(container, engine.plan(query));
  }

  /**
   * The same for a client that says what it can do.
   *
   * @param container the container
   * @param query the query
   * @param features what the client can do, between commas
   * @return the plan, with the ranges of keys that can hold what the query asks for
   * @throws dev.cosmosblog.local.internal.query.parse.QueryException if the client can't follow the
   *     plan
   */
  public ObjectNode plan(Container container, QueryText query, String features) {
    return json(container, engine.plan(query).forClient(features));
  }

  /**
   * How a client is to run a query that names its partition key: one partition answers what several
   * can't.
   *
   * @param container the container
   * @param query the query
   * @param features what the client can do, between commas
   * @return the plan, with the ranges of keys that can hold what the query asks for
   * @throws dev.cosmosblog.local.internal.query.parse.QueryException if the client can't follow the
   *     plan
   */
  public ObjectNode planOfOneKey(Container container, QueryText query, String features) {
    return json(container, engine.planOfOneKey(query).forClient(features));
  }

  private static ObjectNode json(Container container, QueryPlan plan) {
    ObjectNode json = plan.json();
    PartitionKeyDefinition key = container.state().definition().partitionKey();
    Optional<List<List<JsonNode>>> pinned = plan.pinned(key.paths());
    json.set(
        "queryRanges", KeyRanges.of(key.kind(), plan.itemless() ? Optional.of(List.of()) : pinned));
    return json;
  }

  /** The user-defined functions of a container, for one page of a query. */
  private record ContainerFunctions(ContainerScripts scripts, FunctionCalls calls)
      implements UserFunctions {
    @Override
    public UserFunction find(String name) {
      // By name only: a query can't write a resource id where a name stands.
      Script script =
          scripts
              .find(ScriptKind.FUNCTION, name)
              .orElseThrow(
                  () ->
                      EngineException.badRequest(
                          "The user-defined function '" + name + "' does not exist."));
      return arguments -> calls.call(script.id(), script.body(), arguments);
    }
  }

  /** The ranges of keys that a query has to visit. */
  private static final class KeyRanges {
    private KeyRanges() {}

    /**
     * A point for each key to which the query is pinned; the first point if no key can match; else
     * everything.
     */
    static ArrayNode of(PartitionKeyDefinition.Kind kind, Optional<List<List<JsonNode>>> pinned) {
      ArrayNode ranges = Json.array();
      if (pinned.isEmpty()) {
        add(ranges, EffectivePartitionKey.MIN, EffectivePartitionKey.MAX, false);
        return ranges;
      }
      TreeSet<String> points = new TreeSet<>();
      pinned
          .get()
          .forEach(v -> points.add(EffectivePartitionKey.of(kind, new PartitionKeyValue(v))));
      if (points.isEmpty()) {
        points.add(EffectivePartitionKey.MIN);
      }
      points.forEach(point -> add(ranges, point, point, true));
      return ranges;
    }

    private static void add(ArrayNode ranges, String min, String max, boolean maxInclusive) {
      ranges
          .addObject()
          .put("min", min)
          .put("max", max)
          .put("isMinInclusive", true)
          .put("isMaxInclusive", maxInclusive);
    }
  }
}
