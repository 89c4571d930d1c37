package dev.cosmosblog.local.internal.query.compile;

import dev.cosmosblog.local.internal.query.eval.AggregateColumn;
import dev.cosmosblog.local.internal.query.eval.CompiledSelect;
import dev.cosmosblog.local.internal.query.eval.ElementValue;
import dev.cosmosblog.local.internal.query.eval.Evaluator;
import dev.cosmosblog.local.internal.query.eval.MemberValue;
import dev.cosmosblog.local.internal.query.eval.RowSource;
import dev.cosmosblog.local.internal.query.eval.SlotValue;
import dev.cosmosblog.local.internal.query.parse.Expression;
import dev.cosmosblog.local.internal.query.parse.Input;
import dev.cosmosblog.local.internal.query.parse.Projection;
import dev.cosmosblog.local.internal.query.parse.Select;
import dev.cosmosblog.local.internal.query.parse.Span;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compiles a SELECT, but for its order and window. */
final class SelectCompiler {

  private final Select select;
  private final AliasScope scope;
  private final QueryEnvironment environment;

  private SelectCompiler(Select select, AliasScope scope, QueryEnvironment environment) {
    this.select = select;
    this.scope = scope;
    this.environment = environment;
  }

  /** A subquery; its FROM must begin with an alias of the query around it. */
  static CompiledSelect nested(Select select, AliasScope outer, QueryEnvironment environment) {
    return new SelectCompiler(select, outer.nested(), environment).compile(false);
  }

  /** A query, or a subquery in the place of the container; its FROM begins with the container. */
  static CompiledSelect overContainer(
      Select select, AliasScope scope, QueryEnvironment environment) {
    return new SelectCompiler(select, scope, environment).compile(true);
  }

  private CompiledSelect compile(boolean overContainer) {
    RowSource rows = from(overContainer);
    if (select.where() != null) {
      rows = rows.where(compiler(null).compile(select.where()));
    }
    List<Evaluator> keys = select.groupBy().stream().map(compiler(null)::compile).toList();
    List<AggregateColumn> aggregates = new ArrayList<>();
    Evaluator projection = projection(compiler(aggregates));
    if (!keys.isEmpty() || !aggregates.isEmpty()) {
      GroupedProjectionCheck.check(select);
    }
    return new CompiledSelect(rows, keys, aggregates, projection, select.distinct());
  }

  private ExpressionCompiler compiler(@Nullable List<AggregateColumn> aggregates) {
    return new ExpressionCompiler(scope, environment, aggregates);
  }

  private RowSource from(boolean overContainer) {
    RowSource rows = RowSource.SINGLE;
    for (int i = 0; i < select.from().size(); i++) {
      rows = rows.join(input(select.from().get(i), overContainer && i == 0));
    }
    return rows;
  }

  private RowSource input(Input input, boolean container) {
    if (input.source() instanceof Input.Rows rows) {
      CompiledSelect nested =
          container
              ? overContainer(rows.select(), scope.nested(), environment)
              : nested(rows.select(), scope, environment);
      int slot = scope.bind(input.alias());
      return input.iterated() ? RowSource.elements(slot, nested) : RowSource.rows(slot, nested);
    }
    Expression path = ((Input.Path) input.source()).expression();
    Evaluator value = container ? container(path) : compiler(null).compile(path);
    int slot = scope.bind(input.alias());
    return input.iterated() ? RowSource.elements(slot, value) : RowSource.of(slot, value);
  }

  /** A path whose first name, whatever it is, stands for the container's item. */
  private Evaluator container(Expression path) {
    if (path instanceof Expression.Member member) {
      return new MemberValue(container(member.base()), member.name());
    }
    if (path instanceof Expression.Element element) {
      return new ElementValue(container(element.base()), compiler(null).compile(element.index()));
    }
    return new SlotValue(0);
  }

  private Evaluator projection(ExpressionCompiler compiler) {
    if (select.projection() instanceof Projection.Value value) {
      return compiler.compile(value.expression());
    }
    if (select.projection() instanceof Projection.Properties properties) {
      return compiler.object(properties.fields());
    }
    Span star = ((Projection.All) select.projection()).span();
    int slot =
        scope
            .only()
            .orElseThrow(
                () -> star.error("SC2040", "'SELECT *' is only valid with a single input set."));
    return new SlotValue(slot);
  }
}
