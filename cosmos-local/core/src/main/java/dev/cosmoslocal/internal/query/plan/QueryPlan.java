package dev.cosmoslocal.internal.query.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.query.compile.CompiledQuery;
import dev.cosmoslocal.internal.query.compile.WherePredicates;
import dev.cosmoslocal.internal.query.parse.QueryException;
import dev.cosmoslocal.internal.query.source.PathPredicate;
import dev.cosmoslocal.internal.query.source.SortKey;
import java.util.List;
import java.util.Optional;

/** The plan by which a client runs a query over several partitions. Immutable. */
public final class QueryPlan {

  private final ObjectNode json;
  private final CompiledQuery query;

  public QueryPlan(ObjectNode json, CompiledQuery query) {
    this.json = json;
    this.query = query;
  }

  /**
   * Returns the gateway's response without {@code queryRanges}, which the caller adds, as a copy
   * that the caller can change.
   */
  public ObjectNode json() {
    return json.deepCopy();
  }

  /**
   * Checks that a client can follow the plan.
   *
   * @throws QueryException if the plan needs another feature
   */
  public QueryPlan forClient(String supported) {
    QueryFeatures.check(json.path("queryInfo"), supported);
    return this;
  }

  /** The conditions on paths of the item that every row meets. */
  public List<PathPredicate> predicates() {
    return query.predicates();
  }

  /** The keys of ORDER BY, the most significant first; empty without ORDER BY. */
  public List<SortKey> order() {
    return query.order().keys();
  }

  /**
   * Returns whether the query has no FROM. It then returns one row wherever it runs, so it must run
   * on one partition only.
   */
  public boolean itemless() {
    return query.itemless();
  }

  /**
   * Returns the values to which the WHERE clause pins the partition key. The result can include
   * partition keys that no row has, but includes every key that a row can have.
   *
   * @param partitionKeyPaths the paths of the partition key, e.g. {@code [["userId"]]}
   * @return one list of values for each possible partition key, each with a value for each path; an
   *     empty list if no item can match; empty if the clause does not pin every path, or to more
   *     than 1,000 keys
   */
  public Optional<List<List<JsonNode>>> pinned(List<List<String>> partitionKeyPaths) {
    return WherePredicates.tuples(query.predicates(), partitionKeyPaths);
  }
}
