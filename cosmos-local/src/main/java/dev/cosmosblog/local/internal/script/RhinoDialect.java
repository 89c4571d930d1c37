package dev.cosmosblog.local.internal.script;

import org.mozilla.javascript.CompilerEnvirons;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Parser;
import org.mozilla.javascript.ast.AstRoot;

/**
 * Puts a program into words that Rhino understands as the service's engine does. Rhino 1.9 gives a
 * {@code const} to the whole function and never changes it, so that in a loop it keeps its first
 * value; it has no {@code const} in a for…of; all turns of a loop share what its head declares with
 * {@code let}, so that a callback finds the last turn's value; and {@code let x;} in a loop leaves
 * x as it was. Lines stay lines, for messages.
 */
record RhinoDialect(Context context, String file) {
  String adapted(String program) {
    String withoutConstants = new ConstBindings(this).replaced(program);
    return new LoopBindings(this).separated(withoutConstants);
  }

  /** Fails as a compilation would. */
  AstRoot parse(String program) {
    CompilerEnvirons environment = new CompilerEnvirons();
    environment.initFromContext(context);
    return new Parser(environment).parse(program, file, 1);
  }

  static ScriptException unsupported(String what, int line) {
    return ScriptException.failed(
        400, what + " (line " + line + ") is not supported by the local account.");
  }
}
