package dev.cosmoslocal.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.query.value.Values;

/** Evaluators that read or construct a value: constants, aliases, paths, arrays and objects. */
public final class ValueEvaluators {

  private ValueEvaluators() {}

  /** A constant. */
  public record Constant(JsonNode value) implements Evaluator {

    @Override
    public JsonNode evaluate(JsonNode[] frame) {
      return value;
    }
  }

  /** The value of an alias, or the result of an aggregate. */
  public record Slot(int slot) implements Evaluator {

    @Override
    public JsonNode evaluate(JsonNode[] frame) {
      return frame[slot];
    }
  }

  /** A property of an object; undefined for any other value. */
  public record MemberEvaluator(Evaluator base, String name) implements Evaluator {

    @Override
    public JsonNode evaluate(JsonNode[] frame) {
      return base.evaluate(frame).path(name);
    }
  }

  /** An array's element by position, or an object's property by name. */
  public record ElementEvaluator(Evaluator base, Evaluator index) implements Evaluator {

    @Override
    public JsonNode evaluate(JsonNode[] frame) {
      JsonNode container = base.evaluate(frame);
      JsonNode at = index.evaluate(frame);
      if (at.isTextual()) {
        return container.path(at.textValue());
      }
      double position = at.doubleValue();
      boolean whole = at.isNumber() && position == (int) position;
      return whole && container.isArray() ? container.path((int) position) : Values.UNDEFINED;
    }
  }

  /** An array of the given elements, without the undefined ones. */
  public record NewArray(Evaluator[] elements) implements Evaluator {

    @Override
    public JsonNode evaluate(JsonNode[] frame) {
      Budget.current().allocate(Sizes.OBJECT + (long) Sizes.REFERENCE * elements.length);
      ArrayNode array = JsonNodeFactory.instance.arrayNode(elements.length);
      for (Evaluator element : elements) {
        JsonNode value = element.evaluate(frame);
        if (!value.isMissingNode()) {
          array.add(value);
        }
      }
      return array;
    }
  }

  /** An object of the given properties, without the undefined ones. */
  public record NewObject(String[] names, Evaluator[] values) implements Evaluator {

    @Override
    public JsonNode evaluate(JsonNode[] frame) {
      Budget.current().allocate(Sizes.OBJECT + (long) Sizes.ENTRY * names.length);
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      for (int i = 0; i < names.length; i++) {
        JsonNode value = values[i].evaluate(frame);
        if (!value.isMissingNode()) {
          object.set(names[i], value);
        }
      }
      return object;
    }
  }
}
