package dev.cosmosblog.local.script;

import org.mozilla.javascript.Context;
import org.mozilla.javascript.Function;
import org.mozilla.javascript.Scriptable;

/** A script's text. */
final class Source {
  private Source() {}

  /**
   * The function that a script is. The service puts the text where an expression may stand, so that of several functions
   * the first is called and the others can be used by it.
   */
  static Function function(Context context, Scriptable globals, String name, String text) {
    String program = "(function __docDbMain() { var fn = " + text + "\n; return fn; })()";
    String file = name + ".js";
    String adapted = new Dialect(context, file).adapted(program);
    Object value = context.evaluateString(globals, adapted, file, 1, null);
    if (value instanceof Function function) {
      return function;
    }
    throw ScriptException.failed(400, "The script " + name + " is not a function.");
  }
}
