package dev.cosmoslocal.internal.script;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.ContextFactory;
import org.mozilla.javascript.Script;
import org.mozilla.javascript.ScriptableObject;

/**
 * JavaScript without the JVM: no class is visible, nothing of Java is in scope, and the budget is
 * checked regularly.
 */
final class Sandbox extends ContextFactory {
  private static final int INSTRUCTIONS_BETWEEN_CHECKS = 1_000;
  private static final int MAX_CALL_DEPTH = 3_000;
  private static final String BUDGET = "budget";
  private static final ScriptLimits OF_PREPARATION = new ScriptLimits(Duration.ofMinutes(10), 0);

  /** Rhino's own globals, which no other engine has. */
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
   * In the service's scripts, {@code new Error(404, "why")} has a number and a description; the
   * number becomes the sub-status of the response. Text that is compiled at run time would bypass
   * {@link RhinoDialect}, so there is no eval and no {@code new Function}.
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
            throw new Error(400, name + ' is not supported by the emulator.');
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

  /** Compiled by the first call; a concurrent one may compile it again. */
  private volatile @Nullable Script prelude;

  /** As the prelude. */
  private volatile @Nullable Script builtIns;

  CompiledScripts sources() {
    return sources;
  }

  /** Runs work in a context of this thread that offers the language and nothing else. */
  <T> T run(ScriptBudget budget, Function<Context, T> work) {
    try (Context context = enterContext()) {
      context.putThreadLocal(BUDGET, budget);
      budget.enter();
      try {
        return ScriptErrors.translated(() -> work.apply(context));
      } finally {
        budget.leave();
      }
    }
  }

  /**
   * Loads and compiles what all scripts need, unless that is done. On a busy machine, this may take
   * longer than a script may.
   */
  void prepare() {
    if (!isPrepared()) {
      run(new ScriptBudget(OF_PREPARATION, System::nanoTime), this::globals);
    }
  }

  boolean isPrepared() {
    return builtIns != null;
  }

  /** Creates a global object. Calls never share one. */
  ScriptableObject globals(Context context) {
    ScriptableObject globals = context.initSafeStandardObjects();
    NOT_OF_THE_LANGUAGE.forEach(globals::delete);
    Script compiled = prelude;
    if (compiled == null) {
      compiled = context.compileString(PRELUDE, "prelude", 1, null);
      prelude = compiled;
    }
    compiled.exec(context, globals, globals);
    new GuardedBuiltIns(budget(context), context, globals).install(builtIns(context));
    return globals;
  }

  private Script builtIns(Context context) {
    Script compiled = builtIns;
    if (compiled == null) {
      compiled = context.compileString(program(), GuardedBuiltIns.PROGRAM, 1, null);
      builtIns = compiled;
    }
    return compiled;
  }

  private static String program() {
    try (InputStream program = Sandbox.class.getResourceAsStream(GuardedBuiltIns.PROGRAM)) {
      return new String(Objects.requireNonNull(program).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected Context makeContext() {
    Context context = super.makeContext();
    context.setLanguageVersion(Context.VERSION_ES6);
    // Interpreted, so that function calls use the heap instead of the stack, up to a limit.
    context.setInterpretedMode(true);
    context.setMaximumInterpreterStackDepth(MAX_CALL_DEPTH);
    context.setInstructionObserverThreshold(INSTRUCTIONS_BETWEEN_CHECKS);
    context.setClassShutter(name -> false);
    return context;
  }

  @Override
  protected void observeInstructionCount(Context context, int instructions) {
    budget(context).check();
  }

  /** The budget of the script that a context runs. */
  static ScriptBudget budget(Context context) {
    return (ScriptBudget) context.getThreadLocal(BUDGET);
  }
}
