package dev.cosmoslocal.internal.engine.cost;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.index.IndexingPolicy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The index terms of one version of an item, without {@code _ts}: path to values. */
public record IndexTerms(Map<List<String>, List<JsonNode>> values) {
  private static final String ELEMENT = "[]";

  public static IndexTerms of(IndexingPolicy policy, ObjectNode item) {
    IndexTerms terms = new IndexTerms(new HashMap<>());
    terms.collect(policy, item, List.of());
    return terms;
  }

  /** The cost of all terms of an item, summed in one pass. */
  public static double cost(IndexingPolicy policy, ObjectNode item) {
    return cost(policy, item, new ArrayList<>());
  }

  private static double cost(IndexingPolicy policy, JsonNode node, List<String> path) {
    if (!node.isContainerNode()) {
      return policy.indexed(path) ? cost(node) : 0;
    }
    double cost = 0;
    for (Map.Entry<String, JsonNode> property : node.properties()) {
      path.add(property.getKey());
      cost += cost(policy, property.getValue(), path);
      path.remove(path.size() - 1);
    }
    if (node.isArray()) {
      path.add(ELEMENT);
      for (JsonNode element : node) {
        cost += cost(policy, element, path);
      }
      path.remove(path.size() - 1);
    }
    return cost;
  }

  /** The cost of replacing the other version's terms where they differ. */
  public double changeFrom(IndexTerms before) {
    double cost = 0;
    for (Map.Entry<List<String>, List<JsonNode>> entry : values.entrySet()) {
      List<JsonNode> old = before.values.getOrDefault(entry.getKey(), List.of());
      cost += old.equals(entry.getValue()) ? 0 : cost(old) + cost(entry.getValue());
    }
    for (Map.Entry<List<String>, List<JsonNode>> entry : before.values.entrySet()) {
      cost += values.containsKey(entry.getKey()) ? 0 : cost(entry.getValue());
    }
    return cost;
  }

  private void collect(IndexingPolicy policy, JsonNode node, List<String> path) {
    if (node.isObject()) {
      node.properties().forEach(e -> collect(policy, e.getValue(), append(path, e.getKey())));
    } else if (node.isArray()) {
      node.forEach(element -> collect(policy, element, append(path, ELEMENT)));
    } else if (policy.indexed(path)) {
      values.computeIfAbsent(path, p -> new ArrayList<>()).add(node);
    }
  }

  private static List<String> append(List<String> path, String name) {
    List<String> longer = new ArrayList<>(path);
    longer.add(name);
    return longer;
  }

  private static double cost(List<JsonNode> values) {
    return values.stream().mapToDouble(IndexTerms::cost).sum();
  }

  private static double cost(JsonNode value) {
    if (value.isNumber()) {
      return RequestUnits.term(Double.BYTES);
    }
    return RequestUnits.term(value.isTextual() ? value.textValue().length() : 1);
  }
}
