package dev.cosmoslocal.internal.engine.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.container.ContainerScripts;
import dev.cosmoslocal.internal.engine.container.Script;
import dev.cosmoslocal.internal.engine.container.ScriptKind;
import dev.cosmoslocal.internal.engine.cost.RequestUnits;
import dev.cosmoslocal.internal.engine.index.IndexingPolicy;
import dev.cosmoslocal.internal.engine.key.EffectivePartitionKey;
import dev.cosmoslocal.internal.engine.key.PartitionKeyDefinition;
import dev.cosmoslocal.internal.engine.partition.FeedScope;
import dev.cosmoslocal.internal.engine.partition.PartitionScope;
import dev.cosmoslocal.internal.engine.partition.ReadConsistency;
import dev.cosmoslocal.internal.engine.partition.SessionToken;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.query.QueryEngine;
import dev.cosmoslocal.internal.query.QueryText;
import dev.cosmoslocal.internal.query.function.UserFunctions;
import dev.cosmoslocal.internal.query.page.Continuation;
import dev.cosmoslocal.internal.query.page.PageLimits;
import dev.cosmoslocal.internal.query.page.QueryPage;
import dev.cosmoslocal.internal.query.plan.QueryPlan;
import dev.cosmoslocal.internal.query.source.PathPredicate;
import dev.cosmoslocal.internal.script.FunctionCalls;
import dev.cosmoslocal.internal.script.ScriptEngine;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Runs queries over the items of containers. */
public final class ContainerQueries {
  /** Comes before the physical partition in a continuation that counts rows. */
  private static final char OWNER = '@';

  private final QueryEngine engine;
  private final ScriptEngine scripts;

  public ContainerQueries(QueryEngine engine, ScriptEngine scripts) {
    this.engine = engine;
    this.scripts = scripts;
  }

  public QueryEngine engine() {
    return engine;
  }

  /**
   * Returns one page of a query over one physical partition or a part of it.
   *
   * @throws EngineException 410/1002 if the physical partition does not exist
   */
  public QueryResult page(Container container, FeedScope scope, QueryText query, Paging paging) {
    return page(container, scope, query, paging, ReadConsistency.LATEST);
  }

  /**
   * Returns one page of a query over one physical partition or a part of it.
   *
   * @throws EngineException 410/1002 if the physical partition does not exist
   */
  public QueryResult page(
      Container container,
      FeedScope scope,
      QueryText query,
      Paging paging,
      ReadConsistency consistency) {
    PartitionScope where = container.resolve(scope);
    PartitionItemSource source = PartitionItemSource.of(where, consistency);
    String partition = where.partition().id();
    boolean splits = scope instanceof FeedScope.Physical;
    PageLimits limits = limits(paging, splits ? partition : null);
    QueryPage page = engine.page(query, source, limits, functions(container));
    String next = page.continuation();
    if (splits && next != null && Continuation.counts(next)) {
      page = page.withContinuation(next + OWNER + partition);
    }
    return result(page, scope, source.view().token(partition));
  }

  /**
   * Returns one page of a query over all physical partitions, as if they were one.
   *
   * @throws EngineException 410/1002 if a physical partition is split meanwhile
   */
  public QueryResult pageOfAll(
      Container container, QueryText query, Paging paging, ReadConsistency consistency) {
    List<FeedScope.Physical> scopes =
        container.ranges().stream().map(range -> new FeedScope.Physical(range.id(), null)).toList();
    List<PartitionItemSource> parts =
        scopes.stream()
            .map(scope -> PartitionItemSource.of(container.resolve(scope), consistency))
            .toList();
    MergedItemSource source = new MergedItemSource(parts);
    QueryPage page = engine.page(query, source, limits(paging, null), functions(container));
    FeedScope.Physical first = scopes.get(0);
    return result(page, first, parts.get(0).view().token(first.id()));
  }

  /**
   * The limits of a page. If its continuation counts rows, these are the rows of one physical
   * partition, and the partitions after a split can't continue.
   */
  private static PageLimits limits(Paging paging, @Nullable String partition) {
    String token = paging.continuation();
    int end = token == null ? -1 : token.indexOf(OWNER);
    if (token == null || end < 0) {
      return paging.limits();
    }
    if (partition != null && !token.substring(end + 1).equals(partition)) {
      throw EngineException.badRequest(
          "The sort values of the query are too long to continue it after the split of a physical"
              + " partition. Start the query again.");
    }
    return new Paging(paging.maxItems(), token.substring(0, end)).limits();
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

  /** Returns one page of a query over the descriptions of databases, containers or offers. */
  public QueryPage overResources(Collection<ObjectNode> resources, QueryText query, Paging paging) {
    return engine.page(query, ResourceItemSource.of(resources), paging.limits());
  }

  /**
   * Returns the plan by which a client runs a query over the partitions of a container.
   *
   * @return the plan, with the ranges of keys that may hold matching items
   */
  public ObjectNode plan(Container container, QueryText query) {
    return json(container, engine.plan(query));
  }

  /**
   * Returns the plan for a client that names its features.
   *
   * @param features the features of the client, separated by commas
   * @return the plan, with the ranges of keys that may hold matching items
   * @throws dev.cosmoslocal.internal.query.parse.QueryException if the client can't follow the plan
   */
  public ObjectNode plan(Container container, QueryText query, String features) {
    return json(container, engine.plan(query).forClient(features));
  }

  /**
   * Returns the plan for a query with a partition key, which allows more than several partitions
   * do.
   *
   * @param features the features of the client, separated by commas
   * @return the plan, with the ranges of keys that may hold matching items
   * @throws dev.cosmoslocal.internal.query.parse.QueryException if the client can't follow the plan
   */
  public ObjectNode planOfOneKey(Container container, QueryText query, String features) {
    return json(container, engine.planOfOneKey(query).forClient(features));
  }

  /**
   * Describes what of a query an index serves: its conditions on paths, and its order.
   *
   * @return {@code conditions}, each with {@code path}, {@code comparison} and {@code indexed};
   *     {@code order}, the paths; and {@code orderIndexed}
   */
  public ObjectNode indexUse(Container container, QueryText query) {
    QueryPlan plan = engine.planOfOneKey(query);
    IndexingPolicy indexing = container.state().indexing();
    ObjectNode use = Json.object();
    ArrayNode conditions = use.putArray("conditions");
    for (PathPredicate condition : plan.predicates()) {
      conditions
          .addObject()
          .put("path", "/" + String.join("/", condition.path()))
          .put("comparison", condition.comparison().name())
          .put("indexed", indexing.indexed(condition.path()));
    }
    ArrayNode order = use.putArray("order");
    plan.order().forEach(key -> order.add("/" + String.join("/", key.path())));
    return use.put("orderIndexed", order.isEmpty() || indexing.orderable(plan.order()));
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
      // By name only: a query can't name a function by its resource id.
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

  /** The ranges of keys that a query visits. */
  private static final class KeyRanges {
    private KeyRanges() {}

    /** A point for each pinned key; the first point if no key can match; otherwise everything. */
    static ArrayNode of(
        PartitionKeyDefinition.KeyKind kind, Optional<List<List<JsonNode>>> pinned) {
      ArrayNode ranges = Json.array();
      if (pinned.isEmpty()) {
        add(ranges, EffectivePartitionKey.MIN, EffectivePartitionKey.MAX, false);
        return ranges;
      }
      TreeSet<String> points = new TreeSet<>();
      pinned
          .get()
          .forEach(v -> points.add(EffectivePartitionKey.of(kind, PartitionKeyDefinition.of(v))));
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
