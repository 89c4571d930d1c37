package dev.cosmoslocal.internal.script;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Function;
import org.mozilla.javascript.ScriptableObject;

/** Calls user-defined functions. They see only their arguments. */
public final class FunctionCalls {
  private final Sandbox sandbox;
  private final ScriptThreads threads;
  private final Supplier<ScriptBudget> budgets;

  /** Null before the first call. */
  private @Nullable ScriptBudget begun;

  // Confined to one script thread at a time.
  private final Map<String, Compiled> compiled = new HashMap<>();

  /** A function in its own realm. */
  private record Compiled(ScriptableObject globals, Function function) {}

  FunctionCalls(Sandbox sandbox, ScriptThreads threads, Supplier<ScriptBudget> budgets) {
    this.sandbox = sandbox;
    this.threads = threads;
    this.budgets = budgets;
  }

  /**
   * Calls a function.
   *
   * @param body the text of the function; always the same for one name
   * @param arguments the arguments; missing nodes for undefined
   * @return the result; a missing node for undefined
   * @throws ScriptException if the function throws, can't be compiled, or the page's time is up
   */
  public JsonNode call(String name, String body, List<JsonNode> arguments) {
    ScriptBudget budget = begun == null ? budgets.get() : begun;
    begun = budget;
    ScriptChannel channel = new ScriptChannel();
    ScriptThreads.Caller caller = new ScriptThreads.Caller(ScriptEngine.NOTHING, budget);
    return threads.run(
        () -> sandbox.run(budget, context -> call(context, name, body, arguments)),
        channel,
        caller);
  }

  private JsonNode call(Context context, String name, String body, List<JsonNode> arguments) {
    Compiled of = compiled.computeIfAbsent(name, n -> compile(context, n, body));
    Object[] values =
        arguments.stream()
            .map(argument -> ScriptValues.toScript(context, of.globals, argument))
            .toArray();
    Object value = of.function.call(context, of.globals, of.globals, values);
    return ScriptValues.toJson(context, of.globals, value);
  }

  private Compiled compile(Context context, String name, String body) {
    ScriptableObject globals = sandbox.globals(context);
    return new Compiled(globals, sandbox.sources().function(context, globals, name, body));
  }
}
