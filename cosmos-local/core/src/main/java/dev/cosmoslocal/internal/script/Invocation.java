package dev.cosmoslocal.internal.script;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Function;
import org.mozilla.javascript.ScriptRuntime;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.ScriptableObject;
import org.mozilla.javascript.Undefined;

/**
 * The arguments of a call of the collection, checked as the service's own wrapper script checks
 * them.
 */
record Invocation(Realm realm, String function, Object[] arguments, int required) {
  /** Twice the size of an item: its JSON may have blanks and escapes. */
  private static final int MAX_CHARACTERS = 4 * 1024 * 1024;

  Invocation {
    if (arguments.length < required) {
      throw realm.error(
          400,
          "The function \"%s\" requires at least %d argument(s) but was called with %d argument(s)."
              .formatted(function, required, arguments.length));
    }
  }

  Object argument(int at) {
    return HostFunction.argument(arguments, at);
  }

  /** The callback is the last argument, or takes the place of the options. */
  @Nullable Function callback() {
    Object last = argument(required + 1);
    Object options = argument(required);
    if (last instanceof Function callback) {
      return callback;
    }
    if (!Undefined.isUndefined(last)) {
      throw realm.error(400, wrongType("callback", "function", last));
    }
    return options instanceof Function callback ? callback : null;
  }

  /** Returns an option, undefined if there are no options. */
  Object option(String name) {
    Object options = argument(required);
    if (Undefined.isUndefined(options) || options instanceof Function) {
      return Undefined.instance;
    }
    if (!(options instanceof Scriptable object)) {
      throw realm.error(400, wrongType("options", "object", options));
    }
    Object value = ScriptableObject.getProperty(object, name);
    return value == Scriptable.NOT_FOUND ? Undefined.instance : value;
  }

  @Nullable String text(String option) {
    Object value = option(option);
    return Context.toBoolean(value) ? Context.toString(value) : null;
  }

  /** The page size. The service's default is 100. */
  int pageSize() {
    Object value = option("pageSize");
    double size = Context.toBoolean(value) ? Context.toNumber(value) : 100;
    return size >= 1 ? (int) Math.min(size, Integer.MAX_VALUE) : -1;
  }

  /** An item: an object or its JSON. Later changes by the script don't affect it. */
  ObjectNode body(int at) {
    Object value = argument(at);
    if (value instanceof CharSequence text && text.length() > MAX_CHARACTERS) {
      throw realm.error(413, "Request size is too large: an item may have 2 MB.");
    }
    JsonNode json =
        value instanceof CharSequence text
            ? ScriptValues.parse(text.toString())
            : ScriptValues.toJson(realm.context(), realm.globals(), value);
    if (json instanceof ObjectNode body) {
      return body;
    }
    throw realm.error(
        400,
        "The document body must be an object or a string representing a JSON-serialized object.");
  }

  private static String wrongType(String parameter, String type, Object value) {
    return "The \"%s\" parameter must be of type \"%s\". Actual type is: \"%s\"."
        .formatted(parameter, type, ScriptRuntime.typeof(value));
  }
}
