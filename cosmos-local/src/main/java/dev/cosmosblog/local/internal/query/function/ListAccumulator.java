package dev.cosmosblog.local.internal.query.function;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.function.Predicate;

/**
 * MAKELIST and MAKESET, of which only the plan's side is published: a client puts together arrays
 * (MakeListAggregator and MakeSetAggregator of the SDK for JavaScript). Undefined values are left
 * out, as no array can hold them.
 */
final class ListAccumulator implements Accumulator {

  private final Predicate<JsonNode> wanted;
  private final ArrayNode list = JsonNodeFactory.instance.arrayNode();

  ListAccumulator(Predicate<JsonNode> wanted) {
    this.wanted = wanted;
  }

  @Override
  public void add(JsonNode value) {
    if (!value.isMissingNode() && wanted.test(value)) {
      list.add(value);
    }
  }

  @Override
  public JsonNode result() {
    return list;
  }
}
