package dev.cosmoslocal.internal.script;

import java.util.Iterator;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Function;
import org.mozilla.javascript.Script;
import org.mozilla.javascript.Scriptable;

/**
 * The compiled programs of the scripts used most recently: compiling takes longer than most scripts
 * run. A program is independent of realms; each call runs it in its own. Thread-safe.
 */
final class CompiledScripts {
  /** The limit on source text; compiled programs take several times as much. */
  private static final int MAX_CHARS = 250_000;

  private record ScriptText(String name, String text) {}

  /** Guarded by this. */
  private final LinkedHashMap<ScriptText, Script> programs = new LinkedHashMap<>(16, 0.75f, true);

  /** Guarded by this. */
  private int chars;

  /**
   * Returns the function that a script defines. The service puts the text where an expression may
   * stand: of several functions it calls the first, which can use the others.
   */
  Function function(Context context, Scriptable globals, String name, String text) {
    Object value = program(context, new ScriptText(name, text)).exec(context, globals, globals);
    if (value instanceof Function function) {
      return function;
    }
    throw ScriptException.failed(400, "The script " + name + " is not a function.");
  }

  private Script program(Context context, ScriptText source) {
    Script known = find(source);
    if (known != null) {
      return known;
    }
    String file = source.name + ".js";
    String text = "(function __docDbMain() { var fn = " + source.text + "\n; return fn; })()";
    Script program =
        context.compileString(new RhinoDialect(context, file).adapted(text), file, 1, null);
    // Rhino stores the strings of a tagged template, which are objects of one call's realm,
    // in the program (ScriptRuntime.getTemplateLiteralCallSite).
    if (source.text.indexOf('`') < 0) {
      keep(source, program);
    }
    return program;
  }

  private synchronized @Nullable Script find(ScriptText source) {
    return programs.get(source);
  }

  private synchronized void keep(ScriptText source, Script program) {
    if (programs.put(source, program) == null) {
      chars += source.text.length();
    }
    Iterator<ScriptText> eldest = programs.keySet().iterator();
    while (chars > MAX_CHARS && eldest.hasNext()) {
      chars -= eldest.next().text.length();
      eldest.remove();
    }
  }
}
