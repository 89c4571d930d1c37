package dev.cosmoslocal.internal.query.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.query.parse.AggregateKind;
import dev.cosmoslocal.internal.query.parse.QueryException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The features that a client needs to follow a plan, by their names in the protocol. The rules are
 * those of QueryPlanHandler in azure-cosmos-dotnet-v3. A client that does not name DCount is not
 * rejected (pull request 2672 there).
 */
final class QueryFeatures {

  private static final Set<String> LISTS =
      Set.of(AggregateKind.MAKELIST.planName(), AggregateKind.MAKESET.planName());

  private QueryFeatures() {}

  /** Rejects a plan that a client cannot follow, with the service's message. */
  static void check(JsonNode info, String supported) {
    Set<String> missing = needed(info);
    missing.removeAll(new HashSet<>(Arrays.asList(supported.trim().split("[\\s,]+"))));
    if (!missing.isEmpty()) {
      throw QueryException.badRequest(
          missing.stream()
              .map(f -> "Query contained " + f + ", which the calling client does not support.")
              .collect(
                  Collectors.joining(
                      "\n",
                      "Query contains 1 or more unsupported features. Upgrade your SDK to a version"
                          + " that does support the requested features:\n",
                      "")));
    }
  }

  private static Set<String> needed(JsonNode info) {
    Set<String> needed = new LinkedHashSet<>();
    aggregates(info, needed);
    if (!info.path("distinctType").asText().equals("None")) {
      needed.add("Distinct");
    }
    if (!info.path("groupByExpressions").isEmpty()) {
      needed.add("GroupBy");
    }
    if (!info.path("limit").isNull()) {
      needed.add("OffsetAndLimit");
    }
    if (!info.path("orderBy").isEmpty()) {
      needed.add(info.path("orderBy").size() == 1 ? "OrderBy" : "MultipleOrderBy");
    }
    if (!info.path("top").isNull()) {
      needed.add("Top");
    }
    return needed;
  }

  private static void aggregates(JsonNode info, Set<String> needed) {
    Set<String> kinds = new HashSet<>();
    info.path("aggregates").forEach(kind -> kinds.add(kind.asText()));
    int columns = 0;
    for (JsonNode kind : info.path("groupByAliasToAggregateType")) {
      if (kind.isTextual()) {
        kinds.add(kind.asText());
        columns++;
      }
    }
    if (kinds.isEmpty()) {
      return;
    }
    needed.add(info.path("hasSelectValue").asBoolean() ? "Aggregate" : "NonValueAggregate");
    if (columns > 1) {
      needed.add("MultipleAggregates");
    }
    if (kinds.contains(AggregateKind.COUNTIF.planName())) {
      needed.add("CountIf");
    }
    if (kinds.stream().anyMatch(LISTS::contains)) {
      needed.add("ListAndSetAggregate");
    }
  }
}
