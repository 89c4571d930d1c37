package dev.cosmosblog.local.internal.query.compile;

import dev.cosmosblog.local.internal.query.eval.CompiledSelect;
import dev.cosmosblog.local.internal.query.eval.Evaluator;
import dev.cosmosblog.local.internal.query.parse.Children;
import dev.cosmosblog.local.internal.query.parse.Expression;
import dev.cosmosblog.local.internal.query.parse.Input;
import dev.cosmosblog.local.internal.query.parse.Projection;
import dev.cosmosblog.local.internal.query.parse.QueryException;
import dev.cosmosblog.local.internal.query.parse.QueryLimits;
import dev.cosmosblog.local.internal.query.parse.Select;
import dev.cosmosblog.local.internal.query.parse.Span;
import dev.cosmosblog.local.internal.query.source.PathPredicate;
import dev.cosmosblog.local.internal.query.source.SortKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes a parsed query ready to run. */
public final class QueryCompiler {

  private final QueryEnvironment environment;

  public QueryCompiler(QueryEnvironment environment) {
    this.environment = environment;
  }

  public CompiledQuery compile(Select select) {
    Input first = select.from().isEmpty() ? null : select.from().get(0);
    if (first != null && first.source() instanceof Input.Rows rows && readsWhole(rows.select())) {
      CompiledQuery inner = compile(rows.select());
      return compile(overRows(select, first), inner);
    }
    return compile(select, null);
  }

  /** Whether a subquery's rows can't be made one item at a time. */
  static boolean readsWhole(Select select) {
    return select.distinct()
        || !select.groupBy().isEmpty()
        || hasAggregate(select.projection())
        || (!select.from().isEmpty()
            && select.from().get(0).source() instanceof Input.Rows rows
            && readsWhole(rows.select()));
  }

  public static boolean hasAggregate(Projection projection) {
    if (projection instanceof Projection.Value value) {
      return Children.hasAggregate(value.expression());
    }
    return projection instanceof Projection.Properties properties
        && properties.fields().stream().anyMatch(f -> Children.hasAggregate(f.value()));
  }

  /** The same query with the first input reading slot 0. */
  private static Select overRows(Select select, Input first) {
    Expression row = new Expression.Variable(first.alias(), new Span(0, 0));
    List<Input> from = new ArrayList<>(select.from());
    from.set(0, new Input(first.alias(), true, new Input.Path(row), first.iterated()));
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
      throw QueryException.badRequest("ORDER BY can't be combined with GROUP BY.");
    }
    List<SortKey> keys = new ArrayList<>();
    List<Evaluator> evaluators = new ArrayList<>();
    ExpressionCompiler compiler = new ExpressionCompiler(scope, environment, null);
    for (Select.SortTerm term : select.orderBy()) {
      evaluators.add(compiler.compile(term.expression()));
      List<String> path =
          paths
              .resolveOrder(term.expression())
              .filter(p -> !p.isEmpty())
              .orElseThrow(QueryCompiler::notAPath);
      keys.add(new SortKey(path, term.descending()));
    }
    // The one row of an aggregate has no order, but one may be asked for (SDK for JavaScript,
    // aggregateQuery.spec.ts).
    return hasAggregate(select.projection()) ? RowOrder.NONE : new RowOrder(keys, evaluators);
  }

  private static QueryException notAPath() {
    return QueryException.badRequest(
        "{\"errors\":[{\"severity\":\"Error\",\"code\":2206,\"message\":\"Unsupported ORDER BY"
            + " clause. ORDER BY item expression could not be mapped to a document path.\"}]}");
  }

  private CompiledQuery.RowWindow window(Select select) {
    if (select.top() != null && select.window() != null) {
      throw QueryException.badRequest("TOP can't be combined with OFFSET LIMIT.");
    }
    if (select.top() != null) {
      return new CompiledQuery.RowWindow(
          0, environment.count(select.top(), "TOP", QueryLimits.MAX_ROWS));
    }
    if (select.window() != null) {
      long offset = environment.count(select.window().offset(), "OFFSET", QueryLimits.MAX_ROWS);
      // A plan puts OFFSET 0 and the sum of both in their places.
      long most = offset == 0 ? 2 * QueryLimits.MAX_ROWS : QueryLimits.MAX_ROWS;
      return new CompiledQuery.RowWindow(
          offset, environment.count(select.window().limit(), "LIMIT", most));
    }
    return new CompiledQuery.RowWindow(0, Long.MAX_VALUE);
  }
}
