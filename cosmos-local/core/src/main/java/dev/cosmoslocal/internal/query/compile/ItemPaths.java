package dev.cosmoslocal.internal.query.compile;

import dev.cosmoslocal.internal.query.parse.Expression;
import dev.cosmoslocal.internal.query.parse.Select;
import dev.cosmoslocal.internal.query.source.SortKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Resolves expressions of a query to paths in the container's items. */
final class ItemPaths {

  /** Resolvers by alias. */
  private final Map<String, Resolver> aliases = new HashMap<>();

  /** Resolves the property names after an alias to a path of the item. */
  private interface Resolver {

    Optional<List<String>> resolve(List<String> names);
  }

  private ItemPaths() {}

  static ItemPaths of(List<Select.Input> from) {
    ItemPaths paths = new ItemPaths();
    for (int i = 0; i < from.size(); i++) {
      paths.add(from.get(i), i == 0);
    }
    return paths;
  }

  private void add(Select.Input input, boolean container) {
    if (input.iterated()) {
      return;
    }
    if (input.source() instanceof Select.Rows rows) {
      if (container && rows.select().groupBy().isEmpty()) {
        aliases.put(input.alias(), projection(rows.select()));
      }
      return;
    }
    Expression path = ((Select.Path) input.source()).expression();
    Optional<List<String>> prefix = container ? names(path) : resolve(path);
    prefix.ifPresent(p -> aliases.put(input.alias(), names -> Optional.of(join(p, names))));
  }

  private static Resolver projection(Select select) {
    ItemPaths inner = of(select.from());
    if (select.projection() instanceof Select.SingleValue value) {
      return names -> inner.resolve(value.expression()).map(p -> join(p, names));
    }
    if (select.projection() instanceof Select.Properties properties) {
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

  /** The path of the item that an expression refers to; empty if it is not a path. */
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
   * The path that an ORDER BY names. An array element has the name that indexing policies use for
   * it, whatever its position.
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

  /** The property names after a path's first name. */
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
