package dev.cosmosblog.local.internal.script;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.ContextFactory;
import org.mozilla.javascript.Script;
import org.mozilla.javascript.ScriptableObject;

/**
 * JavaScript without the JVM: no class is visible, nothing of Java is in scope, and a budget is
 * looked at again and again.
 */
final class Sandbox extends ContextFactory {
  private static final int INSTRUCTIONS_BETWEEN_CHECKS = 10_000;
  private static final int MAX_CALL_DEPTH = 3_000;
  private static final String BUDGET = "budget";

  /** Rhino's own, which no other engine has. */
  private static final List<String> NOT_OF_THE_LANGUAGE =
      List.of(
          "Continuation",
          "Script",
          "With",
          "Call",
          "Iterator",
          "StopIteration",
          "isXMLName",
          "uneval");

  /**
   * {@code new Error(404, "why")} has a number and a description in the service's scripts, as in no
   * other engine now; the number becomes the response's sub-status. Text that becomes a program
   * while it runs would miss what {@link RhinoDialect} does for a script, so there is no eval and
   * no {@code new Function}.
   */
  private static final String PRELUDE =
      """
      (function (global, Plain, define) {
        function hidden(object, name, value) {
          define(object, name,
              {value: value, writable: true, configurable: true, enumerable: false});
        }
        function Error(first, second) {
          var numbered = typeof first === 'number' && arguments.length > 1;
          var error = numbered ? new Plain(second)
              : arguments.length === 0 ? new Plain() : new Plain(first);
          if (numbered) {
            hidden(error, 'number', first);
            hidden(error, 'description', error.message);
          }
          return error;
        }
        Error.prototype = Plain.prototype;
        hidden(Plain.prototype, 'constructor', Error);
        hidden(global, 'Error', Error);
        function refused(name, prototype) {
          function refuse() {
            throw new Error(400, name + ' is not supported by the local account.');
          }
          refuse.prototype = prototype;
          return refuse;
        }
        hidden(global, 'eval', refused('eval'));
        var functions = refused('The constructor Function', Function.prototype);
        hidden(Function.prototype, 'constructor', functions);
        hidden(global, 'Function', functions);
      })(this, Error, Object.defineProperty);
      """;

  private final CompiledScripts sources = new CompiledScripts();

  /** Made by the first call; a second one at the same time makes its own. */
  private volatile @Nullable Script prelude;

  /** The programs that run here. */
  CompiledScripts sources() {
    return sources;
  }

  /** Runs work in a context of this thread, with all of the language and nothing else. */
  <T> T run(ScriptBudget budget, Function<Context, T> work) {
    try (Context context = enterContext()) {
      context.putThreadLocal(BUDGET, budget);
      return work.apply(context);
    }
  }

  /** A new global object; no two calls share one, so that none finds what another left. */
  ScriptableObject globals(Context context) {
    ScriptableObject globals = context.initSafeStandardObjects();
    NOT_OF_THE_LANGUAGE.forEach(globals::delete);
    Script compiled = prelude;
    if (compiled == null) {
      compiled = context.compileString(PRELUDE, "prelude", 1, null);
      prelude = compiled;
    }
    compiled.exec(context, globals, globals);
    return globals;
  }

  @Override
  protected Context makeContext() {
    Context context = new Watched();
    context.setLanguageVersion(Context.VERSION_ES6);
    // Interpreted, so that calls of functions take heap and not stack, up to a bound.
    context.setInterpretedMode(true);
    context.setMaximumInterpreterStackDepth(MAX_CALL_DEPTH);
    context.setInstructionObserverThreshold(INSTRUCTIONS_BETWEEN_CHECKS);
    context.setClassShutter(name -> false);
    return context;
  }

  @Override
  protected void observeInstructionCount(Context context, int instructions) {
    checkTime(context);
  }

  private static void checkTime(Context context) {
    ScriptBudget budget = (ScriptBudget) context.getThreadLocal(BUDGET);
    if (Thread.currentThread().isInterrupted() || budget != null && budget.timeIsUp()) {
      throw new ScriptStopped();
    }
  }

  /**
   * Also looks at the time before each reaction of a promise: a chain of short ones may have no
   * end.
   */
  private final class Watched extends Context {
    Watched() {
      super(Sandbox.this);
    }

    @Override
    public void enqueueMicrotask(Runnable task) {
      super.enqueueMicrotask(
          () -> {
            checkTime(this);
            task.run();
          });
    }
  }
}
