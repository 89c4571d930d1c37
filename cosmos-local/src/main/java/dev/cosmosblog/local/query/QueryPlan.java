package dev.cosmosblog.local.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/** How a client is to run a query over several partitions. Immutable but for the JSON. */
public final class QueryPlan {

  private final ObjectNode json;
  private final boolean itemless;

  QueryPlan(ObjectNode json, boolean itemless) {
    this.json = json;
    this.itemless = itemless;
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
   * Whether the query has no FROM: it gives one row wherever it runs, so it is to run on one
   * partition only.
   *
   * @return whether it reads no items
   */
  public boolean itemless() {
    return itemless;
  }

  /**
   * The values to which the WHERE clause pins the partition key.
   *
   * @param partitionKeyPaths the paths of the partition key, e.g. {@code [["userId"]]}
   * @return one list of values for each possible partition key, each with a value for each path;
   *     an empty list if no item can match; empty if the clause does not pin every path
   */
  public Optional<List<List<JsonNode>>> pinned(List<List<String>> partitionKeyPaths) {
    return Optional.empty();
  }
}
