package dev.cosmoslocal.internal.query.parse;

import dev.cosmoslocal.internal.query.value.Values;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/** Prints queries and expressions in the style of the service's plans: each clause on a line. */
public final class QueryPrinter {

  private QueryPrinter() {}

  public static String print(Select select) {
    StringJoiner lines = new StringJoiner("\n");
    String distinct = select.distinct() ? "DISTINCT " : "";
    String top = select.top() == null ? "" : "TOP " + print(select.top()) + " ";
    lines.add("SELECT " + distinct + top + projection(select.projection()));
    if (!select.from().isEmpty()) {
      lines.add("FROM " + from(select.from()));
    }
    if (select.where() != null) {
      lines.add("WHERE " + print(select.where()));
    }
    if (!select.groupBy().isEmpty()) {
      lines.add("GROUP BY " + list(select.groupBy()));
    }
    if (!select.orderBy().isEmpty()) {
      lines.add("ORDER BY " + orderBy(select.orderBy()));
    }
    if (select.window() != null) {
      lines.add(window(select.window()));
    }
    return lines.toString();
  }

  static String projection(Select.Projection projection) {
    if (projection instanceof Select.AllInputs) {
      return "*";
    }
    if (projection instanceof Select.SingleValue value) {
      return "VALUE " + print(value.expression());
    }
    return ((Select.Properties) projection)
        .fields().stream().map(f -> print(f.value()) + as(f)).collect(Collectors.joining(", "));
  }

  /** The alias, unless the expression has the same name without it. */
  private static String as(Expression.Field field) {
    boolean own = SelectParser.ownName(field.value()).filter(field.name()::equals).isPresent();
    return own || field.name().startsWith("$") ? "" : " AS " + field.name();
  }

  public static String from(List<Select.Input> inputs) {
    return inputs.stream().map(QueryPrinter::input).collect(Collectors.joining("\nJOIN "));
  }

  private static String input(Select.Input input) {
    String source =
        input.source() instanceof Select.Path path
            ? print(path.expression())
            : "(" + print(((Select.Rows) input.source()).select()).replace('\n', ' ') + ")";
    if (input.iterated()) {
      return input.alias() + " IN " + source;
    }
    return input.aliased() ? source + " AS " + input.alias() : source;
  }

  public static String window(Select.Window window) {
    String offset = print(window.offset());
    return "OFFSET " + offset + " LIMIT " + print(window.limit());
  }

  public static String orderBy(List<Select.SortTerm> terms) {
    return terms.stream()
        .map(t -> print(t.expression()) + (t.descending() ? " DESC" : ""))
        .collect(Collectors.joining(", "));
  }

  public static String print(Expression expression) {
    if (expression instanceof Expression.Literal literal) {
      return Values.isUndefined(literal.value()) ? "undefined" : literal.value().toString();
    }
    if (expression instanceof Expression.Parameter parameter) {
      return parameter.name();
    }
    if (expression instanceof Expression.Variable variable) {
      return variable.name();
    }
    if (expression instanceof Expression.Member member) {
      return print(member.base()) + member(member.name());
    }
    if (expression instanceof Expression.Element element) {
      return print(element.base()) + "[" + print(element.index()) + "]";
    }
    if (expression instanceof Expression.ObjectLiteral object) {
      return object.fields().stream()
          .map(f -> Values.text(f.name()) + ": " + print(f.value()))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    if (expression instanceof Expression.ArrayLiteral array) {
      return "[" + list(array.elements()) + "]";
    }
    if (expression instanceof Expression.Call call) {
      return call.name() + "(" + list(call.arguments()) + ")";
    }
    if (expression instanceof Expression.UserCall call) {
      return "udf." + call.name() + "(" + list(call.arguments()) + ")";
    }
    if (expression instanceof Expression.Aggregate aggregate) {
      return aggregate.kind() + "(" + print(aggregate.argument()) + ")";
    }
    return operation(expression);
  }

  private static String operation(Expression expression) {
    if (expression instanceof Expression.Unary unary) {
      return "(" + unary.operator().symbol() + print(unary.operand()) + ")";
    }
    if (expression instanceof Expression.Binary binary) {
      String symbol = " " + binary.operator().symbol() + " ";
      return "(" + print(binary.left()) + symbol + print(binary.right()) + ")";
    }
    if (expression instanceof Expression.Logic logic) {
      return logic(logic);
    }
    if (expression instanceof Expression.Conditional conditional) {
      return String.format(
          "(%s ? %s : %s)",
          print(conditional.condition()),
          print(conditional.whenTrue()),
          print(conditional.otherwise()));
    }
    if (expression instanceof Expression.In in) {
      return "(" + print(in.value()) + not(in.negated()) + " IN (" + list(in.options()) + "))";
    }
    if (expression instanceof Expression.Between between) {
      String range = print(between.low()) + " AND " + print(between.high());
      return "(" + print(between.value()) + not(between.negated()) + " BETWEEN " + range + ")";
    }
    if (expression instanceof Expression.Like like) {
      String escape = like.escape() == null ? "" : " ESCAPE " + print(like.escape());
      String pattern = print(like.pattern()) + escape;
      return "(" + print(like.value()) + not(like.negated()) + " LIKE " + pattern + ")";
    }
    return subquery((Expression.Subquery) expression);
  }

  /** Parenthesizes each pair, from left to right. */
  private static String logic(Expression.Logic logic) {
    List<Expression> terms = logic.terms();
    StringBuilder text =
        new StringBuilder("(".repeat(terms.size() - 1)).append(print(terms.get(0)));
    for (Expression term : terms.subList(1, terms.size())) {
      text.append(' ').append(logic.operator()).append(' ').append(print(term)).append(')');
    }
    return text.toString();
  }

  private static String subquery(Expression.Subquery subquery) {
    String keyword =
        subquery.kind() == Expression.Subquery.SubqueryKind.SCALAR ? "" : subquery.kind().name();
    return keyword + "(" + print(subquery.select()).replace('\n', ' ') + ")";
  }

  public static String list(List<Expression> expressions) {
    return expressions.stream().map(QueryPrinter::print).collect(Collectors.joining(", "));
  }

  private static String not(boolean negated) {
    return negated ? " NOT" : "";
  }

  private static String member(String name) {
    boolean word = name.matches("[A-Za-z_][A-Za-z0-9_]*") && !TokenStream.isReserved(name);
    return word ? "." + name : "[" + Values.text(name) + "]";
  }
}
