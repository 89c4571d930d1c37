package dev.cosmoslocal.internal.script;

import org.mozilla.javascript.Context;
import org.mozilla.javascript.LambdaFunction;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.ScriptableObject;
import org.mozilla.javascript.Undefined;

/** A function that scripts can call. */
@FunctionalInterface
interface HostFunction {
  /**
   * Returns a value of the script: a string, a number, a boolean, or an object created in its
   * scope.
   */
  Object call(Object[] arguments);

  /** Adds a function to an object. */
  @SuppressWarnings("serial") // Rhino's functions are serializable; nothing serializes them here.
  static void define(Scriptable object, String name, int arity, HostFunction function) {
    Scriptable scope = ScriptableObject.getTopLevelScope(object);
    Object value =
        new LambdaFunction(
            scope,
            name,
            arity,
            (Context context, Scriptable s, Scriptable self, Object[] arguments) -> {
              Sandbox.budget(context).checkWork(1);
              return function.call(arguments);
            });
    ScriptableObject.putProperty(object, name, value);
  }

  /** Returns an argument, undefined if the caller passed fewer. */
  static Object argument(Object[] arguments, int at) {
    return at < arguments.length ? arguments[at] : Undefined.instance;
  }
}
