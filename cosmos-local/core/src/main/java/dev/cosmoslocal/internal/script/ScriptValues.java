package dev.cosmoslocal.internal.script;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.cosmoslocal.internal.json.JsonNumbers;
import org.jspecify.annotations.Nullable;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.NativeJSON;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.ScriptableObject;
import org.mozilla.javascript.Undefined;
import org.mozilla.javascript.json.JsonParser;

/** Converts values between Java and scripts, always as JSON: they never share an object. */
final class ScriptValues {
  /** Keeps no names of properties, which scripts may make up. */
  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder().disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES).build())
          .nodeFactory(JsonNumbers.INSTANCE)
          .build();

  private ScriptValues() {}

  /** Undefined for a missing node. */
  static Object toScript(Context context, Scriptable scope, JsonNode value) {
    if (value.isMissingNode()) {
      return Undefined.instance;
    }
    try {
      return new JsonParser(context, scope).parseValue(MAPPER.writeValueAsString(value));
    } catch (JsonParser.ParseException | JsonProcessingException e) {
      throw new IllegalStateException("Jackson wrote malformed JSON.", e);
    }
  }

  /** A missing node for undefined and for functions, which JSON lacks. */
  static JsonNode toJson(Context context, Scriptable scope, @Nullable Object value) {
    GuardedBuiltIns guards =
        new GuardedBuiltIns(Sandbox.budget(context), context, (ScriptableObject) scope);
    Object counter = ResultSizes.counter(guards);
    Object text = NativeJSON.stringify(context, scope, value, counter, null);
    return Undefined.isUndefined(text) ? MissingNode.getInstance() : parse(text.toString());
  }

  /** Parses JSON that a script wrote; a missing node if it is malformed. */
  static JsonNode parse(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance();
    }
  }
}
