package dev.cosmoslocal.internal.query.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.query.compile.CompiledQuery;
import dev.cosmoslocal.internal.query.parse.Expression;
import dev.cosmoslocal.internal.query.parse.QueryException;
import dev.cosmoslocal.internal.query.parse.QueryPrinter;
import dev.cosmoslocal.internal.query.parse.Select;
import dev.cosmoslocal.internal.query.parse.Span;
import dev.cosmoslocal.internal.query.value.Values;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Plans how a client runs a query over several partitions, and rewrites the query that each
 * partition runs.
 */
public final class Planner {

  /**
   * A placeholder: a client replaces it with a filter when it resumes in the middle of the order.
   */
  public static final String RESUME_FILTER = "{documentdb-formattableorderbyquery-filter}";

  private final CompiledQuery query;
  private final Select select;
  private final PlanInfo info;

  private Planner(CompiledQuery query) {
    this.query = query;
    select = query.select();
    info = new PlanInfo(select.projection() instanceof Select.SingleValue);
  }

  public static ObjectNode plan(CompiledQuery query) {
    Planner planner = new Planner(query);
    planner.write();
    return planner.info.plan();
  }

  /** The plan of a query on one partition, which the client sends unchanged. */
  public static ObjectNode passThrough(CompiledQuery query) {
    return new Planner(query).info.plan();
  }

  private void write() {
    if (query.inner() != null) {
      distinctCount(query.inner().select());
      return;
    }
    window();
    if (select.distinct()) {
      info.distinct(equalRowsAreNeighbours());
    }
    if (query.compiled().grouped()) {
      grouped();
    } else if (!select.orderBy().isEmpty()) {
      sorted();
    } else if (select.window() != null) {
      info.rewritten(QueryPrinter.print(select.withWindow(distinctWindow())));
    }
  }

  /**
   * Plans a count of the rows of a DISTINCT, which the client counts. Clients can merge no other
   * subquery that reads the whole container.
   */
  private void distinctCount(Select rows) {
    Optional<Expression.Field> count = DistinctCount.of(select, rows);
    if (count.isEmpty()) {
      throw QueryException.unsupported(
          "A subquery in FROM with DISTINCT, GROUP BY or an aggregate over several partitions,"
              + " unless its rows are only counted,");
    }
    info.distinct(false);
    info.distinctCount(count.get().name());
    info.rewritten(QueryPrinter.print(rows));
  }

  /**
   * Returns whether the first sort terms are the values that the query returns. Only then may a
   * client compare a row of a DISTINCT with the one before it alone.
   */
  private boolean equalRowsAreNeighbours() {
    Set<String> values = new HashSet<>();
    if (select.projection() instanceof Select.SingleValue value) {
      values.add(QueryPrinter.print(value.expression()));
    } else if (select.projection() instanceof Select.Properties properties) {
      properties.fields().forEach(field -> values.add(QueryPrinter.print(field.value())));
    }
    Set<String> sorted = new HashSet<>();
    for (Select.SortTerm term : select.orderBy()) {
      sorted.add(QueryPrinter.print(term.expression()));
      if (sorted.equals(values)) {
        return true;
      }
    }
    return false;
  }

  private void window() {
    // With TOP, the SDK for Java would stop reading each partition after that many rows, although
    // an ordered DISTINCT may drop some of them.
    boolean counted = select.top() != null && select.distinct() && !select.orderBy().isEmpty();
    if (select.top() != null && !counted) {
      info.top(query.window().limit());
    }
    if (select.window() != null || counted) {
      info.window(query.window());
    }
  }

  /** With DISTINCT, rows count only if distinct over all partitions, so no partition can cut. */
  private Select.@Nullable Window distinctWindow() {
    return select.distinct() ? null : partitionWindow();
  }

  /** A partition returns the skipped rows too, as it can hold all of them or none. */
  private Select.@Nullable Window partitionWindow() {
    if (select.window() == null) {
      return null;
    }
    long rows = query.window().offset() + query.window().limit();
    return new Select.Window(
        new Expression.Literal(Values.number(0L)), new Expression.Literal(Values.number(rows)));
  }

  private void sorted() {
    Expression root = root();
    Optional<Expression> value =
        select.projection() instanceof Select.SingleValue v
            ? Optional.of(v.expression())
            : Optional.empty();
    select.orderBy().forEach(info::sort);
    String top =
        select.top() == null || select.distinct() ? "" : "TOP " + query.window().limit() + " ";
    String items =
        select.orderBy().stream()
            .map(t -> "{\"item\": " + QueryPrinter.print(t.expression()) + "}")
            .collect(Collectors.joining(", "));
    String rid = QueryPrinter.print(new Expression.Member(root, "_rid"));
    StringJoiner lines = new StringJoiner("\n");
    lines.add(
        "SELECT "
            + top
            + rid
            + ", ["
            + items
            + "] AS orderByItems, "
            + payload(root)
            + " AS payload");
    lines.add("FROM " + QueryPrinter.from(select.from()));
    lines.add("WHERE " + filter(value));
    lines.add("ORDER BY " + QueryPrinter.orderBy(select.orderBy()));
    Select.Window window = distinctWindow();
    if (window != null) {
      lines.add(QueryPrinter.window(window));
    }
    info.rewritten(lines.toString());
  }

  /** The alias of the item, by whose _rid the client breaks ties. */
  private Expression root() {
    Select.Input first = select.from().get(0);
    if (!isItem(first)) {
      throw QueryException.unsupported(
          "ORDER BY over several partitions, unless FROM begins with the container itself, or with"
              + " a subquery of whole items,");
    }
    return new Expression.Variable(first.alias(), Span.NONE);
  }

  private static boolean isItem(Select.Input input) {
    if (input.iterated()) {
      return false;
    }
    if (input.source() instanceof Select.Rows rows) {
      return returnsItems(rows.select());
    }
    return input.source() instanceof Select.Path path
        && path.expression() instanceof Expression.Variable;
  }

  private static boolean returnsItems(Select subquery) {
    if (subquery.from().isEmpty() || !isItem(subquery.from().get(0))) {
      return false;
    }
    return subquery.projection() instanceof Select.SingleValue value
        ? value.expression() instanceof Expression.Variable variable
            && variable.name().equals(subquery.from().get(0).alias())
        : subquery.projection() instanceof Select.AllInputs;
  }

  private String payload(Expression root) {
    if (select.projection() instanceof Select.SingleValue value) {
      return QueryPrinter.print(value.expression());
    }
    return select.projection() instanceof Select.Properties properties
        ? QueryPrinter.print(new Expression.ObjectLiteral(properties.fields()))
        : QueryPrinter.print(root);
  }

  private String filter(Optional<Expression> value) {
    String filter = "(" + RESUME_FILTER + ")";
    if (select.where() != null) {
      filter = "(" + QueryPrinter.print(select.where()) + " AND " + filter + ")";
    } else if (value.isEmpty()) {
      return filter;
    }
    return value.isEmpty()
        ? filter
        : "(" + filter + " AND IS_DEFINED(" + QueryPrinter.print(value.get()) + "))";
  }

  private void grouped() {
    if (select.distinct()) {
      throw QueryException.unsupported(
          "DISTINCT with an aggregate or GROUP BY over several partitions");
    }
    select.groupBy().forEach(info::group);
    String payload =
        select.projection() instanceof Select.SingleValue value
            ? aggregateValue(value.expression())
            : columns(((Select.Properties) select.projection()).fields());
    String columns;
    if (!select.groupBy().isEmpty()) {
      columns = "[" + groupItems() + "] AS groupByItems, " + payload + " AS payload";
    } else if (select.projection() instanceof Select.SingleValue) {
      columns = "VALUE " + payload;
    } else {
      columns = payload + " AS payload";
    }
    StringJoiner lines = new StringJoiner("\n");
    lines.add("SELECT " + columns);
    if (!select.from().isEmpty()) {
      lines.add("FROM " + QueryPrinter.from(select.from()));
    }
    if (select.where() != null) {
      lines.add("WHERE " + QueryPrinter.print(select.where()));
    }
    if (!select.groupBy().isEmpty()) {
      lines.add("GROUP BY " + QueryPrinter.list(select.groupBy()));
    }
    if (!select.orderBy().isEmpty()) {
      lines.add("ORDER BY " + QueryPrinter.orderBy(select.orderBy()));
    }
    info.rewritten(lines.toString());
  }

  private String groupItems() {
    return select.groupBy().stream()
        .map(key -> "{\"item\": " + QueryPrinter.print(key) + "}")
        .collect(Collectors.joining(", "));
  }

  private String aggregateValue(Expression expression) {
    if (expression instanceof Expression.Aggregate aggregate) {
      info.aggregate(aggregate.kind());
      return "[" + partial(aggregate) + "]";
    }
    rejectComposition(expression);
    return QueryPrinter.print(expression);
  }

  private String columns(List<Expression.Field> fields) {
    StringJoiner columns = new StringJoiner(", ", "{", "}");
    for (Expression.Field field : fields) {
      Expression value = field.value();
      String name = Values.text(field.name()) + ": ";
      if (value instanceof Expression.Aggregate aggregate) {
        info.column(field.name(), aggregate.kind());
        columns.add(name + partial(aggregate));
      } else {
        rejectComposition(value);
        info.column(field.name(), null);
        columns.add(name + QueryPrinter.print(value));
      }
    }
    return columns.toString();
  }

  private static void rejectComposition(Expression expression) {
    if (expression.hasAggregate()) {
      throw QueryException.badRequest(
          "Compositions of aggregates and other expressions are unsupported.");
    }
  }

  /** A partition's part of an aggregate, for the client to merge. */
  private static String partial(Expression.Aggregate aggregate) {
    String argument = "(" + QueryPrinter.print(aggregate.argument()) + ")";
    String count = "\"count\": COUNT" + argument;
    return switch (aggregate.kind()) {
      case COUNT, COUNTIF, SUM, MAKELIST, MAKESET ->
          "{\"item\": " + aggregate.kind() + argument + "}";
      case AVG -> "{\"item\": {\"sum\": SUM" + argument + ", " + count + "}}";
      case MIN ->
          "{\"item\": MIN"
              + argument
              + ", \"item2\": {\"min\": MIN"
              + argument
              + ", "
              + count
              + "}}";
      case MAX ->
          "{\"item\": MAX"
              + argument
              + ", \"item2\": {\"max\": MAX"
              + argument
              + ", "
              + count
              + "}}";
    };
  }
}
