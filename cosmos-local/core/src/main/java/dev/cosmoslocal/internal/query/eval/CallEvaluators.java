package dev.cosmoslocal.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.query.function.BuiltInFunction;
import dev.cosmoslocal.internal.query.function.UserFunctions;
import dev.cosmoslocal.internal.query.parse.Expression;
import dev.cosmoslocal.internal.query.parse.QueryException;
import dev.cosmoslocal.internal.query.value.Values;
import java.util.ArrayList;
import java.util.List;

/** Evaluators of function calls and subqueries. */
public final class CallEvaluators {

  private CallEvaluators() {}

  /** A call of a built-in function. */
  public record BuiltInCall(BuiltInFunction function, Evaluator[] arguments) implements Evaluator {

    @Override
    public JsonNode evaluate(JsonNode[] frame) {
      JsonNode[] values = new JsonNode[arguments.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = arguments[i].evaluate(frame);
      }
      Budget.current().step();
      return function.apply(values);
    }
  }

  /** A call of a user-defined function. */
  public record UserCallEvaluator(UserFunctions.UserFunction function, Evaluator[] arguments)
      implements Evaluator {

    @Override
    public JsonNode evaluate(JsonNode[] frame) {
      List<JsonNode> values = new ArrayList<>(arguments.length);
      for (Evaluator argument : arguments) {
        values.add(argument.evaluate(frame));
      }
      JsonNode value = function.call(values);
      Budget.current().allocate(Sizes.of(value));
      return value;
    }
  }

  /** A subquery in an expression. */
  public record SubqueryEvaluator(CompiledSelect select, Expression.Subquery.SubqueryKind kind)
      implements Evaluator {

    @Override
    public JsonNode evaluate(JsonNode[] frame) {
      return switch (kind) {
        case SCALAR -> scalar(frame);
        case EXISTS -> exists(frame);
        case ARRAY -> array(frame);
      };
    }

    private JsonNode exists(JsonNode[] frame) {
      Budget budget = Budget.current();
      long before = budget.allocated();
      boolean none = select.run(frame, row -> false);
      budget.release(before);
      return Values.bool(!none);
    }

    /** The service allows one row; which of several it would choose is unknown. */
    private JsonNode scalar(JsonNode[] frame) {
      List<JsonNode> rows = new ArrayList<>(1);
      select.run(frame, rows::add);
      if (rows.size() > 1) {
        throw QueryException.badRequest("A scalar subquery returned more than one row.");
      }
      return rows.isEmpty() ? Values.UNDEFINED : rows.get(0);
    }

    private JsonNode array(JsonNode[] frame) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      Budget budget = Budget.current();
      select.run(
          frame,
          row -> {
            budget.allocate(Sizes.REFERENCE);
            array.add(row);
            return true;
          });
      return array;
    }
  }
}
