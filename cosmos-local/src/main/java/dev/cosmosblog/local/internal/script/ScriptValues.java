package dev.cosmosblog.local.internal.script;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.cosmosblog.local.internal.json.JsonNumbers;
import org.jspecify.annotations.Nullable;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.NativeJSON;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.Undefined;
import org.mozilla.javascript.json.JsonParser;

/**
 * Values on their way into a script and out of it, always as JSON: no object is ever on both sides.
 */
final class ScriptValues {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().nodeFactory(JsonNumbers.INSTANCE).build();

  private ScriptValues() {}

  /** Undefined for a missing node. */
  static Object toScript(Context context, Scriptable scope, JsonNode value) {
    if (value.isMissingNode()) {
      return Undefined.instance;
    }
    try {
      return new JsonParser(context, scope).parseValue(MAPPER.writeValueAsString(value));
    } catch (JsonParser.ParseException | JsonProcessingException e) {
      throw new IllegalStateException("What Jackson wrote is JSON.", e);
    }
  }

  /** A missing node for undefined and for functions, which JSON does not have. */
  static JsonNode toJson(Context context, Scriptable scope, @Nullable Object value) {
    Object text = NativeJSON.stringify(context, scope, value, null, null);
    return Undefined.isUndefined(text) ? MissingNode.getInstance() : parse(text.toString());
  }

  /** JSON that a script wrote itself; a missing node if it is none. */
  static JsonNode parse(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance();
    }
  }
}
