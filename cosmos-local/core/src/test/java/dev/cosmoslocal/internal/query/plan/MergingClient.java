package dev.cosmoslocal.internal.query.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.query.Queries;
import dev.cosmoslocal.internal.query.QueryText;
import dev.cosmoslocal.internal.query.TestItems;
import dev.cosmoslocal.internal.query.function.Accumulator;
import dev.cosmoslocal.internal.query.parse.AggregateKind;
import dev.cosmoslocal.internal.query.value.ValueOrder;
import dev.cosmoslocal.internal.query.value.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Merges the rows of partitions in memory, like a client that follows a plan. */
final class MergingClient {

  private final JsonNode info;
  private final List<JsonNode> rows = new ArrayList<>();

  private MergingClient(JsonNode info) {
    this.info = info;
  }

  static List<JsonNode> run(String query, List<TestItems> partitions) {
    QueryPlan plan = Queries.ENGINE.plan(QueryText.of(query));
    MergingClient client = new MergingClient(plan.json().get("queryInfo"));
    String rewritten = client.info.get("rewrittenQuery").textValue();
    String text = rewritten.isEmpty() ? query : rewritten.replace(Planner.RESUME_FILTER, "true");
    for (TestItems partition : partitions) {
      client.rows.addAll(Queries.page(partition, QueryText.of(text), -1, null).documents());
    }
    return client.merged();
  }

  private List<JsonNode> merged() {
    Stream<JsonNode> merged = rows.stream();
    boolean grouped = !info.get("groupByExpressions").isEmpty();
    boolean aggregated =
        !info.get("aggregates").isEmpty() || !info.get("groupByAliasToAggregateType").isEmpty();
    if (!info.get("orderBy").isEmpty()) {
      merged = merged.sorted(this::compare).map(row -> row.get("payload"));
    } else if (grouped) {
      Map<JsonNode, List<JsonNode>> groups = new TreeMap<>(ValueOrder.INSTANCE);
      rows.forEach(
          row ->
              groups
                  .computeIfAbsent(row.get("groupByItems"), key -> new ArrayList<>())
                  .add(row.get("payload")));
      merged = groups.values().stream().map(this::combine);
    } else if (aggregated) {
      merged =
          Stream.of(combine(rows.stream().map(r -> r.isArray() ? r : r.get("payload")).toList()));
    }
    if (!info.get("distinctType").textValue().equals("None")) {
      TreeSet<JsonNode> seen = new TreeSet<>(ValueOrder.INSTANCE);
      merged = merged.filter(seen::add);
    }
    List<JsonNode> window = window(merged);
    return info.get("dCountInfo").isNull() ? window : List.of(Values.number((long) window.size()));
  }

  private List<JsonNode> window(Stream<JsonNode> rows) {
    long limit = info.path(info.get("top").isNull() ? "limit" : "top").asLong(Long.MAX_VALUE);
    return rows.skip(info.get("offset").asLong()).limit(limit).toList();
  }

  private int compare(JsonNode left, JsonNode right) {
    for (int i = 0; i < info.get("orderBy").size(); i++) {
      int order =
          ValueOrder.INSTANCE.compare(
              left.get("orderByItems").get(i).path("item"),
              right.get("orderByItems").get(i).path("item"));
      if (order != 0) {
        return info.get("orderBy").get(i).textValue().equals("Descending") ? -order : order;
      }
    }
    return 0;
  }

  private JsonNode combine(List<JsonNode> payloads) {
    if (info.get("hasSelectValue").booleanValue()) {
      return info.get("aggregates").isEmpty()
          ? payloads.get(0)
          : combine(
              info.get("aggregates").get(0).textValue(),
              payloads.stream().map(p -> p.get(0)).toList());
    }
    ObjectNode row = TestItems.JSON.createObjectNode();
    for (Entry<String, JsonNode> column : info.get("groupByAliasToAggregateType").properties()) {
      List<JsonNode> values = payloads.stream().map(p -> p.path(column.getKey())).toList();
      JsonNode value =
          column.getValue().isNull()
              ? values.get(0)
              : combine(column.getValue().textValue(), values);
      if (!value.isMissingNode()) {
        row.set(column.getKey(), value);
      }
    }
    return row;
  }

  private static JsonNode combine(String aggregate, List<JsonNode> partials) {
    Stream<JsonNode> items = partials.stream().map(p -> p.path("item"));
    return switch (aggregate) {
      case "Average" -> average(items.toList());
      case "Min" -> result(Accumulator.of(AggregateKind.MIN), items);
      case "Max" -> result(Accumulator.of(AggregateKind.MAX), items);
      default -> result(Accumulator.of(AggregateKind.SUM), items);
    };
  }

  private static JsonNode average(List<JsonNode> partials) {
    double sum = partials.stream().mapToDouble(p -> p.path("sum").asDouble()).sum();
    long count = partials.stream().mapToLong(p -> p.path("count").asLong()).sum();
    return count == 0 ? Values.UNDEFINED : Values.number(sum / count);
  }

  private static JsonNode result(Accumulator accumulator, Stream<JsonNode> partials) {
    partials.forEach(accumulator::add);
    return accumulator.result();
  }
}
