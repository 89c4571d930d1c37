package dev.cosmoslocal.internal.script;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.ScriptRuntime;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.Undefined;

/**
 * {@code getRequest()} or {@code getResponse()}. A read-only message has no setters, as in the
 * service.
 */
final class MessageObject {
  private static final String BODY = "body";

  private final Realm realm;
  private final boolean writable;
  private final Map<String, Object> headers = new HashMap<>();
  private Object body;

  MessageObject(Realm realm, ScriptMessage message) {
    this.realm = realm;
    this.writable = message.writable();
    this.body = ScriptValues.toScript(realm.context(), realm.globals(), message.body());
    message.headers().forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
  }

  Scriptable object() {
    Scriptable object = realm.newObject();
    HostFunction.define(object, "getBody", 0, arguments -> body);
    HostFunction.define(object, "getValue", 1, this::value);
    if (writable) {
      HostFunction.define(object, "setBody", 1, this::setBody);
      HostFunction.define(object, "appendBody", 1, this::appendBody);
      HostFunction.define(object, "setValue", 2, this::setValue);
      HostFunction.define(object, "appendValue", 2, this::appendValue);
    }
    return object;
  }

  /** The body at the end of the script, which may change an object after it was set. */
  JsonNode body() {
    return ScriptValues.toJson(realm.context(), realm.globals(), body);
  }

  private Object setBody(Object[] arguments) {
    body = HostFunction.argument(arguments, 0);
    return Undefined.instance;
  }

  private Object appendBody(Object[] arguments) {
    body = sum(body, HostFunction.argument(arguments, 0));
    return Undefined.instance;
  }

  private Object value(Object[] arguments) {
    return headers.getOrDefault(name(arguments), Undefined.instance);
  }

  private Object setValue(Object[] arguments) {
    headers.put(known(arguments), HostFunction.argument(arguments, 1));
    return Undefined.instance;
  }

  private Object appendValue(Object[] arguments) {
    if (name(arguments).equals(BODY)) {
      // Here the service joins texts, and numbers as texts (SDK for JavaScript,
      // sproc.spec.ts).
      String more = Context.toString(HostFunction.argument(arguments, 1));
      String old = Undefined.isUndefined(body) ? "" : Context.toString(body);
      checkLength((long) old.length() + more.length());
      body = old + more;
      return Undefined.instance;
    }
    headers.compute(known(arguments), (name, old) -> sum(old, HostFunction.argument(arguments, 1)));
    return Undefined.instance;
  }

  /** Adds as the service does: strings are joined, numbers added, nothing is left out. */
  private Object sum(Object old, Object more) {
    Object sum =
        old == null || Undefined.isUndefined(old)
            ? more
            : ScriptRuntime.add(old, more, realm.context());
    checkLength(sum instanceof CharSequence text ? text.length() : 0);
    return sum;
  }

  /** Neither a script's own text nor that of a message may be longer. */
  private void checkLength(long length) {
    if (length < 0 || length > Sandbox.budget(realm.context()).mostCharacters()) {
      throw realm.error(413, "Resulting message would be too large.");
    }
  }

  private String known(Object[] arguments) {
    String name = name(arguments);
    if (!headers.containsKey(name)) {
      throw realm.error(400, "Cannot set new values: " + name);
    }
    return name;
  }

  private static String name(Object[] arguments) {
    return Context.toString(HostFunction.argument(arguments, 0)).toLowerCase(Locale.ROOT);
  }
}
