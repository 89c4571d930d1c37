package dev.cosmosblog.local.internal.query.parse;

import dev.cosmosblog.local.internal.query.value.Values;
import java.util.List;
import java.util.stream.Collectors;

/** Writes expressions as the plans of the service do. */
public final class Printer {

  private Printer() {}

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

  /** From left to right, each pair in parentheses. */
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
    String keyword = subquery.kind() == SubqueryKind.SCALAR ? "" : subquery.kind().name();
    return keyword + "(" + SelectPrinter.print(subquery.select()).replace('\n', ' ') + ")";
  }

  public static String list(List<Expression> expressions) {
    return expressions.stream().map(Printer::print).collect(Collectors.joining(", "));
  }

  private static String not(boolean negated) {
    return negated ? " NOT" : "";
  }

  private static String member(String name) {
    boolean word = name.matches("[A-Za-z_][A-Za-z0-9_]*") && !TokenStream.isReserved(name);
    return word ? "." + name : "[" + Values.text(name) + "]";
  }
}
