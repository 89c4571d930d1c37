package dev.cosmosblog.local.internal.query.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.internal.query.compile.CompiledQuery;
import dev.cosmosblog.local.internal.query.compile.WherePredicates;
import dev.cosmosblog.local.internal.query.parse.QueryException;
import java.util.List;
import java.util.Optional;

/** How a client is to run a query over several partitions. Immutable. */
public final class QueryPlan {

  private final ObjectNode json;
  private final CompiledQuery query;

  public QueryPlan(ObjectNode json, CompiledQuery query) {
    this.json = json;
    this.query = query;
  }

  /**
   * The plan as the gateway answers it, without {@code queryRanges}, which its caller adds.
   *
   * @return a copy that the caller may change
   */
  public ObjectNode json() {
    return json.deepCopy();
  }

  /**
   * Refuses a client that can't follow the plan.
   *
   * @param supported the features that the client names, between commas
   * @return this plan
   * @throws QueryException if the plan needs another
   */
  public QueryPlan forClient(String supported) {
    QueryFeatures.check(json.path("queryInfo"), supported);
    return this;
  }

  /**
   * Whether the query has no FROM: it gives one row wherever it runs, so it is to run on one
   * partition only.
   *
   * @return whether it reads no items
   */
  public boolean itemless() {
    return query.itemless();
  }

  /**
   * The values to which the WHERE clause pins the partition key. It may name partition keys that no
   * row can have, but never leaves one out that a row may have.
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
