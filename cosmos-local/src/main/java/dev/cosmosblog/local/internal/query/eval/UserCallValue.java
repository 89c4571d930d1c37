package dev.cosmosblog.local.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.function.UserFunctions;
import java.util.ArrayList;
import java.util.List;

/** A call of a user-defined function. */
public record UserCallValue(UserFunctions.UserFunction function, Evaluator[] arguments)
    implements Evaluator {

  @Override
  public JsonNode evaluate(JsonNode[] frame) {
    List<JsonNode> values = new ArrayList<>(arguments.length);
    for (Evaluator argument : arguments) {
      values.add(argument.evaluate(frame));
    }
    return function.call(values);
  }
}
