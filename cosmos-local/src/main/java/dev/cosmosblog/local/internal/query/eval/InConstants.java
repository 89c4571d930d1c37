package dev.cosmosblog.local.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.value.ValueOrder;
import dev.cosmosblog.local.internal.query.value.Values;
import java.util.List;
import java.util.TreeSet;

/** IN with constant options, of which there may be thousands. */
public record InConstants(Evaluator value, TreeSet<JsonNode> options) implements Evaluator {

  public static InConstants of(Evaluator value, List<JsonNode> options) {
    TreeSet<JsonNode> sorted = new TreeSet<>(ValueOrder.INSTANCE);
    sorted.addAll(options);
    return new InConstants(value, sorted);
  }

  @Override
  public JsonNode evaluate(JsonNode[] frame) {
    JsonNode wanted = value.evaluate(frame);
    return wanted.isMissingNode() ? Values.UNDEFINED : Values.bool(options.contains(wanted));
  }
}
