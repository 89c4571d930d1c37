package dev.cosmoslocal.internal.query.compile;

import dev.cosmoslocal.internal.query.eval.CompiledSelect;
import dev.cosmoslocal.internal.query.eval.Evaluator;
import dev.cosmoslocal.internal.query.eval.RowSource;
import dev.cosmoslocal.internal.query.eval.ValueEvaluators;
import dev.cosmoslocal.internal.query.parse.Expression;
import dev.cosmoslocal.internal.query.parse.QueryException;
import dev.cosmoslocal.internal.query.parse.QueryPrinter;
import dev.cosmoslocal.internal.query.parse.Select;
import dev.cosmoslocal.internal.query.parse.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compiles a SELECT without its ORDER BY, TOP, OFFSET and LIMIT. */
final class SelectCompiler {

  private final Select select;
  private final AliasScope scope;
  private final QueryEnvironment environment;

  private SelectCompiler(Select select, AliasScope scope, QueryEnvironment environment) {
    this.select = select;
    this.scope = scope;
    this.environment = environment;
  }

  /** Compiles a subquery whose FROM starts with an alias of the enclosing query. */
  static CompiledSelect nested(Select select, AliasScope outer, QueryEnvironment environment) {
    return new SelectCompiler(select, outer.nested(), environment).compile(false);
  }

  /** Compiles a query, or a subquery in FROM, whose own FROM starts with the container. */
  static CompiledSelect overContainer(
      Select select, AliasScope scope, QueryEnvironment environment) {
    return new SelectCompiler(select, scope, environment).compile(true);
  }

  private CompiledSelect compile(boolean overContainer) {
    RowSource rows = from(overContainer);
    if (select.where() != null) {
      rows = rows.where(compiler().compile(select.where()));
    }
    List<CompiledSelect.GroupingKey> keys = new ArrayList<>();
    Map<String, Integer> slots = new HashMap<>();
    for (Expression key : select.groupBy()) {
      int slot = scope.newSlot();
      keys.add(new CompiledSelect.GroupingKey(compiler().compile(key), slot));
      slots.put(QueryPrinter.print(key), slot);
    }
    List<CompiledSelect.CompiledAggregate> aggregates = new ArrayList<>();
    Evaluator projection =
        projection(new ExpressionCompiler(scope, environment, aggregates, slots));
    if (!keys.isEmpty() || !aggregates.isEmpty()) {
      GroupedProjectionCheck.check(select);
    }
    return new CompiledSelect(
        rows, keys, aggregates, projection, hasSubquery(select.projection()), select.distinct());
  }

  private ExpressionCompiler compiler() {
    return new ExpressionCompiler(scope, environment, null, Map.of());
  }

  /** Whether a projection may use the row itself, and not only its grouping expressions. */
  private static boolean hasSubquery(Select.Projection projection) {
    if (projection instanceof Select.SingleValue value) {
      return hasSubquery(value.expression());
    }
    return projection instanceof Select.Properties properties
        && properties.fields().stream().anyMatch(field -> hasSubquery(field.value()));
  }

  private static boolean hasSubquery(Expression expression) {
    return expression instanceof Expression.Subquery
        || (!(expression instanceof Expression.Aggregate)
            && expression.children().stream().anyMatch(SelectCompiler::hasSubquery));
  }

  private RowSource from(boolean overContainer) {
    RowSource rows = RowSource.SINGLE;
    for (int i = 0; i < select.from().size(); i++) {
      rows = rows.join(input(select.from().get(i), overContainer && i == 0));
    }
    return rows;
  }

  private RowSource input(Select.Input input, boolean container) {
    if (input.source() instanceof Select.Rows rows) {
      CompiledSelect nested =
          container
              ? overContainer(rows.select(), scope.nested(), environment)
              : nested(rows.select(), scope, environment);
      int slot = scope.bind(input.alias());
      return input.iterated() ? RowSource.elements(slot, nested) : RowSource.rows(slot, nested);
    }
    Expression path = ((Select.Path) input.source()).expression();
    Evaluator value = container ? container(path) : compiler().compile(path);
    int slot = scope.bind(input.alias());
    return input.iterated() ? RowSource.elements(slot, value) : RowSource.of(slot, value);
  }

  /** Compiles a path whose first name stands for the container's item, whatever the name is. */
  private Evaluator container(Expression path) {
    if (path instanceof Expression.Member member) {
      return new ValueEvaluators.MemberEvaluator(container(member.base()), member.name());
    }
    if (path instanceof Expression.Element element) {
      return new ValueEvaluators.ElementEvaluator(
          container(element.base()), compiler().compile(element.index()));
    }
    if (!(path instanceof Expression.Variable)) {
      throw QueryException.unsupported("FROM that begins with a function");
    }
    return new ValueEvaluators.Slot(0);
  }

  private Evaluator projection(ExpressionCompiler compiler) {
    if (select.projection() instanceof Select.SingleValue value) {
      return compiler.compile(value.expression());
    }
    if (select.projection() instanceof Select.Properties properties) {
      return compiler.object(properties.fields());
    }
    Span star = ((Select.AllInputs) select.projection()).span();
    int slot =
        scope
            .only()
            .orElseThrow(
                () -> star.error("SC2040", "'SELECT *' is only valid with a single input set."));
    return new ValueEvaluators.Slot(slot);
  }
}
