package dev.cosmoslocal.internal.script;

import org.jspecify.annotations.Nullable;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.ScriptableObject;

/**
 * {@code getContext()}, and {@code __}, which is the collection with the request and the response.
 */
record ContextObject(Realm realm, Scriptable collection) {
  void install(String operation, MessageObject request, @Nullable MessageObject response) {
    Scriptable context = realm.newObject();
    Scriptable shortcut = realm.newObject();
    shortcut.setPrototype(collection);
    HostFunction.define(context, "getCollection", 0, arguments -> collection);
    HostFunction.define(context, "abort", 1, ContextObject::abort);
    Scriptable asked = request.object();
    HostFunction.define(asked, "getOperationType", 0, arguments -> operation);
    HostFunction.define(context, "getRequest", 0, arguments -> asked);
    ScriptableObject.putProperty(shortcut, "request", asked);
    if (response != null) {
      Scriptable answer = response.object();
      HostFunction.define(context, "getResponse", 0, arguments -> answer);
      ScriptableObject.putProperty(shortcut, "response", answer);
    }
    HostFunction.define(realm.globals(), "getContext", 0, arguments -> context);
    ScriptableObject.putProperty(realm.globals(), "__", shortcut);
  }

  private static Object abort(Object[] arguments) {
    throw new ScriptAborted(HostFunction.argument(arguments, 0));
  }
}
