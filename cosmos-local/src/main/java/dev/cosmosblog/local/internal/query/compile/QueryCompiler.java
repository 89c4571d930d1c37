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

  private final Environment environment;

  public QueryCompiler(Environment environment) {
    this.environment = environment;
  }

  public Query compile(Select select) {
    Input first = select.from().isEmpty() ? null : select.from().get(0);
    if (first != null && first.source() instanceof Input.Rows rows && readsWhole(rows.select())) {
      Query inner = compile(rows.select());
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

  private Query compile(Select select, @Nullable Query inner) {
    Scope scope = Scope.root();
    CompiledSelect compiled = SelectCompiler.overContainer(select, scope, environment);
    RootPaths paths = RootPaths.of(inner == null ? select.from() : List.of());
    List<PathPredicate> predicates = new Conditions(paths, environment).of(select.where());
    Order order = order(select, scope, paths);
    return new Query(
        select,
        compiled,
        scope.size(),
        inner,
        predicates,
        order,
        window(select),
        environment.start());
  }

  private Order order(Select select, Scope scope, RootPaths paths) {
    if (select.orderBy().isEmpty()) {
      return Order.NONE;
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
    return hasAggregate(select.projection()) ? Order.NONE : new Order(keys, evaluators);
  }

  private static QueryException notAPath() {
    return QueryException.badRequest(
        "{\"errors\":[{\"severity\":\"Error\",\"code\":2206,\"message\":\"Unsupported ORDER BY"
            + " clause. ORDER BY item expression could not be mapped to a document path.\"}]}");
  }

  private Query.RowWindow window(Select select) {
    if (select.top() != null && select.window() != null) {
      throw QueryException.badRequest("TOP can't be combined with OFFSET LIMIT.");
    }
    if (select.top() != null) {
      return new Query.RowWindow(0, environment.count(select.top(), "TOP", QueryLimits.MAX_ROWS));
    }
    if (select.window() != null) {
      long offset = environment.count(select.window().offset(), "OFFSET", QueryLimits.MAX_ROWS);
      // A plan puts OFFSET 0 and the sum of both in their places.
      long most = offset == 0 ? 2 * QueryLimits.MAX_ROWS : QueryLimits.MAX_ROWS;
      return new Query.RowWindow(offset, environment.count(select.window().limit(), "LIMIT", most));
    }
    return new Query.RowWindow(0, Long.MAX_VALUE);
  }
}
