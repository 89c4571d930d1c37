package dev.cosmoslocal.internal.query.compile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.cosmoslocal.internal.query.parse.BinaryOperator;
import dev.cosmoslocal.internal.query.parse.Expression;
import dev.cosmoslocal.internal.query.source.Comparison;
import dev.cosmoslocal.internal.query.source.PathPredicate;
import dev.cosmoslocal.internal.query.value.ValueOrder;
import dev.cosmoslocal.internal.query.value.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Extracts from a WHERE clause the conditions on paths of the item that every row meets. An index
 * can use them to find the items.
 */
public final class WherePredicates {

  private static final int MAX_TUPLES = 1_000;

  private final ItemPaths paths;
  private final QueryEnvironment environment;

  WherePredicates(ItemPaths paths, QueryEnvironment environment) {
    this.paths = paths;
    this.environment = environment;
  }

  /** The conditions that AND joins at the top level of the clause. */
  List<PathPredicate> of(@Nullable Expression where) {
    List<PathPredicate> predicates = new ArrayList<>();
    if (where instanceof Expression.Logic logic && logic.operator() == BinaryOperator.AND) {
      logic.terms().forEach(term -> predicates.addAll(of(term)));
    } else if (where instanceof Expression.Logic logic) {
      predicates.addAll(alternatives(logic.terms()));
    } else if (where instanceof Expression.Binary binary) {
      comparison(binary).ifPresent(predicates::add);
    } else if (where instanceof Expression.In in && !in.negated()) {
      in(in).ifPresent(predicates::add);
    } else if (where instanceof Expression.Between between && !between.negated()) {
      between(between, predicates);
    } else if (where instanceof Expression.Call call && call.name().equals("STARTSWITH")) {
      startsWith(call).ifPresent(predicates::add);
    }
    return predicates;
  }

  /** The paths that every term of an OR pins to constants. */
  private List<PathPredicate> alternatives(List<Expression> terms) {
    Map<List<String>, ArrayNode> common = new LinkedHashMap<>();
    boolean first = true;
    for (Expression term : terms) {
      Map<List<String>, ArrayNode> pinned = pinned(of(term));
      if (first) {
        common.putAll(pinned);
      } else {
        common.keySet().retainAll(pinned.keySet());
        common.forEach((path, values) -> values.addAll(pinned.get(path)));
      }
      first = false;
    }
    return common.entrySet().stream()
        .map(e -> new PathPredicate(e.getKey(), Comparison.IN, e.getValue()))
        .toList();
  }

  private static Map<List<String>, ArrayNode> pinned(List<PathPredicate> predicates) {
    Map<List<String>, ArrayNode> pinned = new LinkedHashMap<>();
    for (PathPredicate predicate : predicates) {
      ArrayNode values = JsonNodeFactory.instance.arrayNode();
      if (predicate.comparison() == Comparison.EQUAL) {
        pinned.put(predicate.path(), values.add(predicate.value()));
      } else if (predicate.comparison() == Comparison.IN) {
        pinned.put(predicate.path(), values.addAll((ArrayNode) predicate.value()));
      }
    }
    return pinned;
  }

  private Optional<PathPredicate> comparison(Expression.Binary binary) {
    Comparison comparison =
        switch (binary.operator()) {
          case EQUAL -> Comparison.EQUAL;
          case LESS -> Comparison.LESS;
          case LESS_OR_EQUAL -> Comparison.LESS_OR_EQUAL;
          case GREATER -> Comparison.GREATER;
          case GREATER_OR_EQUAL -> Comparison.GREATER_OR_EQUAL;
          default -> null;
        };
    if (comparison == null) {
      return Optional.empty();
    }
    return predicate(binary.left(), comparison, binary.right())
        .or(() -> predicate(binary.right(), mirrored(comparison), binary.left()));
  }

  private static Comparison mirrored(Comparison comparison) {
    return switch (comparison) {
      case LESS -> Comparison.GREATER;
      case LESS_OR_EQUAL -> Comparison.GREATER_OR_EQUAL;
      case GREATER -> Comparison.LESS;
      case GREATER_OR_EQUAL -> Comparison.LESS_OR_EQUAL;
      default -> comparison;
    };
  }

  private Optional<PathPredicate> predicate(
      Expression path, Comparison comparison, Expression constant) {
    return paths
        .resolve(path)
        // An item as a whole is in no index.
        .filter(p -> !p.isEmpty())
        .flatMap(p -> environment.constant(constant).map(v -> new PathPredicate(p, comparison, v)));
  }

  private Optional<PathPredicate> in(Expression.In in) {
    return predicate(in.value(), Comparison.IN, new Expression.ArrayLiteral(in.options()));
  }

  private void between(Expression.Between between, List<PathPredicate> predicates) {
    predicate(between.value(), Comparison.GREATER_OR_EQUAL, between.low())
        .ifPresent(predicates::add);
    predicate(between.value(), Comparison.LESS_OR_EQUAL, between.high()).ifPresent(predicates::add);
  }

  private Optional<PathPredicate> startsWith(Expression.Call call) {
    List<Expression> arguments = call.arguments();
    boolean exact =
        arguments.size() == 2
            || (arguments.size() == 3
                && environment
                    .constant(arguments.get(2))
                    .filter(v -> !Values.isTrue(v))
                    .isPresent());
    return exact
        ? predicate(arguments.get(0), Comparison.STARTS_WITH, arguments.get(1))
        : Optional.empty();
  }

  /**
   * The combinations of values to which the conditions pin some paths. Empty if a path is not
   * pinned, or if there are more than 1,000 combinations.
   */
  public static Optional<List<List<JsonNode>>> tuples(
      List<PathPredicate> predicates, List<List<String>> keyPaths) {
    List<List<JsonNode>> tuples = List.of(List.of());
    for (List<String> path : keyPaths) {
      Optional<Set<JsonNode>> values = values(predicates, path);
      if (values.isEmpty() || (long) tuples.size() * values.get().size() > MAX_TUPLES) {
        return Optional.empty();
      }
      tuples = tuples.stream().flatMap(t -> values.get().stream().map(v -> append(t, v))).toList();
    }
    return Optional.of(tuples);
  }

  private static List<JsonNode> append(List<JsonNode> tuple, JsonNode value) {
    return Stream.concat(tuple.stream(), Stream.of(value)).toList();
  }

  /** The values that meet every equality on a path. Undefined meets none. */
  private static Optional<Set<JsonNode>> values(List<PathPredicate> predicates, List<String> path) {
    Set<JsonNode> values = null;
    List<PathPredicate> onPath = predicates.stream().filter(p -> p.path().equals(path)).toList();
    for (ArrayNode pinned :
        onPath.stream().flatMap(p -> pinned(List.of(p)).values().stream()).toList()) {
      Set<JsonNode> options = new TreeSet<>(ValueOrder.INSTANCE);
      pinned.forEach(options::add);
      options.removeIf(JsonNode::isMissingNode);
      if (values == null) {
        values = options;
      } else {
        values.retainAll(options);
      }
    }
    return Optional.ofNullable(values);
  }
}
