package dev.cosmosblog.local.internal.query.parse;

import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/** Writes queries as the plans of the service do: each clause on a line. */
public final class SelectPrinter {

  private SelectPrinter() {}

  public static String print(Select select) {
    StringJoiner lines = new StringJoiner("\n");
    String distinct = select.distinct() ? "DISTINCT " : "";
    String top = select.top() == null ? "" : "TOP " + Printer.print(select.top()) + " ";
    lines.add("SELECT " + distinct + top + projection(select.projection()));
    if (!select.from().isEmpty()) {
      lines.add("FROM " + from(select.from()));
    }
    if (select.where() != null) {
      lines.add("WHERE " + Printer.print(select.where()));
    }
    if (!select.groupBy().isEmpty()) {
      lines.add("GROUP BY " + Printer.list(select.groupBy()));
    }
    if (!select.orderBy().isEmpty()) {
      lines.add("ORDER BY " + orderBy(select.orderBy()));
    }
    if (select.window() != null) {
      lines.add(window(select.window()));
    }
    return lines.toString();
  }

  static String projection(Projection projection) {
    if (projection instanceof Projection.All) {
      return "*";
    }
    if (projection instanceof Projection.Value value) {
      return "VALUE " + Printer.print(value.expression());
    }
    return ((Projection.Properties) projection)
        .fields().stream()
            .map(f -> Printer.print(f.value()) + as(f))
            .collect(Collectors.joining(", "));
  }

  /** A name that the expression gets without an alias needs none. */
  private static String as(Expression.Field field) {
    boolean own = SelectParser.ownName(field.value()).filter(field.name()::equals).isPresent();
    return own || field.name().startsWith("$") ? "" : " AS " + field.name();
  }

  public static String from(List<Input> inputs) {
    return inputs.stream().map(SelectPrinter::input).collect(Collectors.joining("\nJOIN "));
  }

  private static String input(Input input) {
    String source =
        input.source() instanceof Input.Path path
            ? Printer.print(path.expression())
            : "(" + print(((Input.Rows) input.source()).select()).replace('\n', ' ') + ")";
    if (input.iterated()) {
      return input.alias() + " IN " + source;
    }
    return input.aliased() ? source + " AS " + input.alias() : source;
  }

  public static String window(Select.Window window) {
    String offset = Printer.print(window.offset());
    return "OFFSET " + offset + " LIMIT " + Printer.print(window.limit());
  }

  public static String orderBy(List<Select.SortTerm> terms) {
    return terms.stream()
        .map(t -> Printer.print(t.expression()) + (t.descending() ? " DESC" : ""))
        .collect(Collectors.joining(", "));
  }
}
