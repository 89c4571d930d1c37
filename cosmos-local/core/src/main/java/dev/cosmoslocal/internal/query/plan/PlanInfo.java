package dev.cosmoslocal.internal.query.plan;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.query.compile.CompiledQuery;
import dev.cosmoslocal.internal.query.parse.AggregateKind;
import dev.cosmoslocal.internal.query.parse.Expression;
import dev.cosmoslocal.internal.query.parse.QueryPrinter;
import dev.cosmoslocal.internal.query.parse.Select;
import org.jspecify.annotations.Nullable;

/** The {@code queryInfo} of a plan. It has all members that plans of the service have. */
final class PlanInfo {

  private final ObjectNode info = JsonNodeFactory.instance.objectNode();

  PlanInfo(boolean hasSelectValue) {
    info.put("distinctType", "None");
    info.putNull("top").putNull("offset").putNull("limit");
    info.putArray("orderBy");
    info.putArray("orderByExpressions");
    info.putArray("groupByExpressions");
    info.putArray("groupByAliases");
    info.putArray("aggregates");
    info.putObject("groupByAliasToAggregateType");
    info.put("rewrittenQuery", "");
    info.put("hasSelectValue", hasSelectValue);
    info.putNull("dCountInfo");
    info.put("hasNonStreamingOrderBy", false);
  }

  void distinct(boolean ordered) {
    info.put("distinctType", ordered ? "Ordered" : "Unordered");
  }

  void top(long count) {
    info.put("top", count);
  }

  void window(CompiledQuery.RowWindow window) {
    info.put("offset", window.offset());
    info.put("limit", window.limit());
  }

  void sort(Select.SortTerm term) {
    info.withArray("orderBy").add(term.descending() ? "Descending" : "Ascending");
    info.withArray("orderByExpressions").add(QueryPrinter.print(term.expression()));
  }

  void group(Expression key) {
    info.withArray("groupByExpressions").add(QueryPrinter.print(key));
  }

  void aggregate(AggregateKind kind) {
    info.withArray("aggregates").add(kind.planName());
  }

  void column(String alias, @Nullable AggregateKind kind) {
    info.withArray("groupByAliases").add(alias);
    ((ObjectNode) info.get("groupByAliasToAggregateType"))
        .put(alias, kind == null ? null : kind.planName());
  }

  void distinctCount(String alias) {
    info.putObject("dCountInfo").put("dCountAlias", alias);
  }

  void rewritten(String query) {
    info.put("rewrittenQuery", query);
  }

  ObjectNode plan() {
    ObjectNode plan = JsonNodeFactory.instance.objectNode();
    plan.put("partitionedQueryExecutionInfoVersion", 2);
    plan.set("queryInfo", info);
    plan.putNull("hybridSearchQueryInfo");
    return plan;
  }
}
