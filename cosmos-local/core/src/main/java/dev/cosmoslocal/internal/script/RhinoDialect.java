package dev.cosmoslocal.internal.script;

import org.mozilla.javascript.CompilerEnvirons;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Parser;
import org.mozilla.javascript.ast.AstRoot;

/**
 * Rewrites a program so that Rhino runs it as the service's engine does. Rhino 1.9 hoists a {@code
 * const} to the function and never changes it, so in a loop it keeps its first value. It has no
 * {@code const} in a for…of. All iterations of a loop share the variables that its head declares
 * with {@code let}, so a callback sees the last value. And {@code let x;} in a loop leaves x as it
 * was. Line numbers stay the same, for messages.
 */
record RhinoDialect(Context context, String file) {
  String adapted(String program) {
    String withoutConstants = new ConstBindings(this).replaced(program);
    String separated = new LoopBindings(this).separated(withoutConstants);
    return new SizedExpressions(this).checked(separated);
  }

  /** Fails as a compilation would. */
  AstRoot parse(String program) {
    CompilerEnvirons environment = new CompilerEnvirons();
    environment.initFromContext(context);
    return new Parser(environment).parse(program, file, 1);
  }

  static ScriptException unsupported(String what, int line) {
    return ScriptException.failed(
        400, what + " (line " + line + ") is not supported by the emulator.");
  }
}
