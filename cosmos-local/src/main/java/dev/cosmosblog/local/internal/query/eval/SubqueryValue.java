package dev.cosmosblog.local.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.cosmosblog.local.internal.query.parse.QueryException;
import dev.cosmosblog.local.internal.query.parse.SubqueryKind;
import dev.cosmosblog.local.internal.query.value.Values;
import java.util.ArrayList;
import java.util.List;

/** A subquery in an expression. */
public record SubqueryValue(CompiledSelect select, SubqueryKind kind) implements Evaluator {

  @Override
  public JsonNode evaluate(JsonNode[] frame) {
    return switch (kind) {
      case SCALAR -> scalar(frame);
      case EXISTS -> Values.bool(!select.run(frame, row -> false));
      case ARRAY -> array(frame);
    };
  }

  /** The service allows one row; of several we could only guess. */
  private JsonNode scalar(JsonNode[] frame) {
    List<JsonNode> rows = new ArrayList<>(1);
    select.run(frame, rows::add);
    if (rows.size() > 1) {
      throw QueryException.badRequest("A scalar subquery gave more than one row.");
    }
    return rows.isEmpty() ? Values.UNDEFINED : rows.get(0);
  }

  private JsonNode array(JsonNode[] frame) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    select.run(
        frame,
        row -> {
          array.add(row);
          return true;
        });
    return array;
  }
}
