package dev.cosmosblog.local.internal.query.compile;

import dev.cosmosblog.local.internal.query.parse.Expression;
import dev.cosmosblog.local.internal.query.parse.Input;
import dev.cosmosblog.local.internal.query.parse.Projection;
import dev.cosmosblog.local.internal.query.parse.Select;
import dev.cosmosblog.local.internal.query.source.SortKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds which path of the container's items an expression of a query stands for. */
final class ItemPaths {

  /** For each alias, the path of names after it. */
  private final Map<String, Resolver> aliases = new HashMap<>();

  /** Turns the names after an alias into a path of the item. */
  private interface Resolver {

    Optional<List<String>> resolve(List<String> names);
  }

  private ItemPaths() {}

  static ItemPaths of(List<Input> from) {
    ItemPaths paths = new ItemPaths();
    for (int i = 0; i < from.size(); i++) {
      paths.add(from.get(i), i == 0);
    }
    return paths;
  }

  private void add(Input input, boolean container) {
    if (input.iterated()) {
      return;
    }
    if (input.source() instanceof Input.Rows rows) {
      if (container && rows.select().groupBy().isEmpty()) {
        aliases.put(input.alias(), projection(rows.select()));
      }
      return;
    }
    Expression path = ((Input.Path) input.source()).expression();
    Optional<List<String>> prefix = container ? names(path) : resolve(path);
    prefix.ifPresent(p -> aliases.put(input.alias(), names -> Optional.of(join(p, names))));
  }

  private static Resolver projection(Select select) {
    ItemPaths inner = of(select.from());
    if (select.projection() instanceof Projection.Value value) {
      return names -> inner.resolve(value.expression()).map(p -> join(p, names));
    }
    if (select.projection() instanceof Projection.Properties properties) {
      return names -> inner.property(properties.fields(), names);
    }
    return names -> {
      Iterator<Resolver> only = inner.aliases.values().iterator();
      return only.hasNext() ? only.next().resolve(names) : Optional.empty();
    };
  }

  private Optional<List<String>> property(List<Expression.Field> fields, List<String> names) {
    return fields.stream()
        .filter(f -> !names.isEmpty() && f.name().equals(names.get(0)))
        .findFirst()
        .flatMap(f -> resolve(f.value()))
        .map(p -> join(p, names.subList(1, names.size())));
  }

  /** The path of the item that an expression is, if it is one. */
  Optional<List<String>> resolve(Expression expression) {
    Expression base = expression;
    while (base instanceof Expression.Member member) {
      base = member.base();
    }
    if (!(base instanceof Expression.Variable variable)) {
      return Optional.empty();
    }
    Resolver resolver = aliases.get(variable.name());
    return resolver == null ? Optional.empty() : names(expression).flatMap(resolver::resolve);
  }

  /**
   * The path that an ORDER BY names. An element by its position has the name that it has in
   * indexing policies.
   */
  Optional<List<String>> resolveOrder(Expression expression) {
    return resolve(elementsNamed(expression));
  }

  private static Expression elementsNamed(Expression expression) {
    if (expression instanceof Expression.Member member) {
      return new Expression.Member(elementsNamed(member.base()), member.name());
    }
    return expression instanceof Expression.Element element
            && element.index() instanceof Expression.Literal position
            && position.value().isIntegralNumber()
        ? new Expression.Member(elementsNamed(element.base()), SortKey.ELEMENT)
        : expression;
  }

  /** The names after the first. */
  private static Optional<List<String>> names(Expression path) {
    List<String> names = new ArrayList<>();
    Expression base = path;
    while (base instanceof Expression.Member member) {
      names.add(0, member.name());
      base = member.base();
    }
    return base instanceof Expression.Variable ? Optional.of(names) : Optional.empty();
  }

  private static List<String> join(List<String> left, List<String> right) {
    return Stream.concat(left.stream(), right.stream()).toList();
  }
}
