package dev.cosmoslocal.internal.script;

import org.mozilla.javascript.Context;
import org.mozilla.javascript.Function;
import org.mozilla.javascript.JavaScriptException;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.ScriptableObject;

/**
 * The realm of one call: its context, its global object, and its original error constructor, which
 * the script can't change. Confined to the script's thread.
 */
record Realm(Context context, ScriptableObject globals, Function errors) {
  static Realm of(Sandbox sandbox, Context context) {
    ScriptableObject globals = sandbox.globals(context);
    return new Realm(context, globals, (Function) ScriptableObject.getProperty(globals, "Error"));
  }

  Scriptable newObject() {
    return context.newObject(globals);
  }

  RuntimeException error(int number, String message) {
    return new JavaScriptException(errorObject(number, message), "", 0);
  }

  Scriptable errorObject(int number, String message) {
    return (Scriptable) errors.call(context, globals, globals, new Object[] {number, message});
  }
}
