package dev.cosmoslocal.internal.query.compile;

import dev.cosmoslocal.internal.query.eval.CompiledSelect;
import dev.cosmoslocal.internal.query.eval.Evaluator;
import dev.cosmoslocal.internal.query.parse.Expression;
import dev.cosmoslocal.internal.query.parse.QueryException;
import dev.cosmoslocal.internal.query.parse.QueryLimits;
import dev.cosmoslocal.internal.query.parse.Select;
import dev.cosmoslocal.internal.query.parse.Span;
import dev.cosmoslocal.internal.query.source.PathPredicate;
import dev.cosmoslocal.internal.query.source.SortKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compiles a parsed query. A subquery in FROM whose rows depend on the whole container becomes a
 * separate query, whose rows replace the container's items.
 */
public final class QueryCompiler {

  private final QueryEnvironment environment;

  public QueryCompiler(QueryEnvironment environment) {
    this.environment = environment;
  }

  public CompiledQuery compile(Select select) {
    Select.Input first = select.from().isEmpty() ? null : select.from().get(0);
    if (first != null && first.source() instanceof Select.Rows rows && readsWhole(rows.select())) {
      CompiledQuery inner = compile(rows.select());
      return compile(overRows(select, first), inner);
    }
    return compile(select, null);
  }

  /** Whether a subquery's rows depend on more than one item. */
  private static boolean readsWhole(Select select) {
    return select.distinct()
        || select.isGrouped()
        || (!select.from().isEmpty()
            && select.from().get(0).source() instanceof Select.Rows rows
            && readsWhole(rows.select()));
  }

  /** The same query, with slot 0 as the first input. */
  private static Select overRows(Select select, Select.Input first) {
    Expression row = new Expression.Variable(first.alias(), Span.NONE);
    List<Select.Input> from = new ArrayList<>(select.from());
    from.set(0, new Select.Input(first.alias(), true, new Select.Path(row), first.iterated()));
    return select.withFrom(from);
  }

  private CompiledQuery compile(Select select, @Nullable CompiledQuery inner) {
    AliasScope scope = AliasScope.root();
    CompiledSelect compiled = SelectCompiler.overContainer(select, scope, environment);
    ItemPaths paths = ItemPaths.of(inner == null ? select.from() : List.of());
    List<PathPredicate> predicates = new WherePredicates(paths, environment).of(select.where());
    RowOrder order = order(select, scope, paths);
    return new CompiledQuery(
        select,
        compiled,
        scope.size(),
        inner,
        predicates,
        order,
        window(select),
        environment.start());
  }

  private RowOrder order(Select select, AliasScope scope, ItemPaths paths) {
    if (select.orderBy().isEmpty()) {
      return RowOrder.NONE;
    }
    if (!select.groupBy().isEmpty()) {
      throw QueryException.badRequest("ORDER BY cannot be combined with GROUP BY.");
    }
    List<SortKey> keys = new ArrayList<>();
    ExpressionCompiler compiler = new ExpressionCompiler(scope, environment, null, Map.of());
    List<Evaluator> evaluators =
        select.orderBy().stream().map(term -> compiler.compile(term.expression())).toList();
    // An aggregate returns one row. Its ORDER BY is valid but has no effect, whatever it names
    // (SDK for JavaScript, aggregateQuery.spec.ts; QueryPlanBaselineTests.Aggregates.xml of .NET).
    if (select.projection().hasAggregate()) {
      return RowOrder.NONE;
    }
    for (Select.SortTerm term : select.orderBy()) {
      List<String> path =
          paths
              .resolveOrder(term.expression())
              .filter(p -> !p.isEmpty())
              .orElseThrow(QueryCompiler::notAPath);
      keys.add(new SortKey(path, term.descending()));
    }
    return new RowOrder(keys, evaluators);
  }

  private static QueryException notAPath() {
    return QueryException.badRequest(
        "{\"errors\":[{\"severity\":\"Error\",\"code\":2206,\"message\":\"Unsupported ORDER BY"
            + " clause. ORDER BY item expression could not be mapped to a document path.\"}]}");
  }

  private CompiledQuery.RowWindow window(Select select) {
    if (select.top() != null && select.window() != null) {
      throw QueryException.badRequest("TOP cannot be combined with OFFSET LIMIT.");
    }
    if (select.top() != null) {
      return new CompiledQuery.RowWindow(
          0, environment.count(select.top(), "TOP", QueryLimits.MAX_ROWS));
    }
    if (select.window() != null) {
      long offset = environment.count(select.window().offset(), "OFFSET", QueryLimits.MAX_ROWS);
      // A plan replaces them with OFFSET 0 and the sum of both.
      long most = offset == 0 ? 2 * QueryLimits.MAX_ROWS : QueryLimits.MAX_ROWS;
      return new CompiledQuery.RowWindow(
          offset, environment.count(select.window().limit(), "LIMIT", most));
    }
    return new CompiledQuery.RowWindow(0, Long.MAX_VALUE);
  }
}
