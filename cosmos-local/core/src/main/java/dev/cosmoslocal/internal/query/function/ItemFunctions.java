package dev.cosmoslocal.internal.query.function;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.query.value.Values;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.Map.Entry;

/** Functions of items and objects, and IIF. */
final class ItemFunctions {
  /** The bytes of an object with two properties. */
  private static final int OBJECT = 300;

  private ItemFunctions() {}

  static void register(BuiltInFunctions functions) {
    functions.add("DOCUMENTID", 1, arguments -> documentId(arguments[0].path("_rid")));
    functions.add("IIF", 3, a -> Values.isTrue(a[0]) ? a[1] : a[2]);
    functions.add("OBJECTTOARRAY", 1, 3, ItemFunctions::objectToArray);
  }

  /** Returns the number in the second half of an item's resource id. */
  private static JsonNode documentId(JsonNode rid) {
    if (!rid.isTextual()) {
      return Values.UNDEFINED;
    }
    try {
      byte[] id = Base64.getDecoder().decode(rid.textValue().replace('-', '/'));
      return id.length == 16
          ? Values.number(ByteBuffer.wrap(id).order(ByteOrder.LITTLE_ENDIAN).getLong(8))
          : Values.UNDEFINED;
    } catch (IllegalArgumentException e) {
      return Values.UNDEFINED;
    }
  }

  /** Returns an array of the properties, each with its name as k and its value as v. */
  private static JsonNode objectToArray(JsonNode[] arguments) {
    JsonNode key = arguments.length > 1 ? arguments[1] : Values.text("k");
    JsonNode value = arguments.length > 2 ? arguments[2] : Values.text("v");
    if (!arguments[0].isObject() || !Arguments.allText(key, value)) {
      return Values.UNDEFINED;
    }
    Budget.current().allocate((long) OBJECT * arguments[0].size());
    ArrayNode properties = JsonNodeFactory.instance.arrayNode();
    for (Entry<String, JsonNode> property : arguments[0].properties()) {
      properties
          .addObject()
          .put(key.textValue(), property.getKey())
          .set(value.textValue(), property.getValue());
    }
    return properties;
  }
}
