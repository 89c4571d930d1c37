package dev.cosmoslocal.internal.script;

import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.budget.BudgetLimits;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Runs scripts. Thread-safe; calls are independent. */
public final class ScriptEngine implements AutoCloseable {
  private final ScriptLimits limits;
  private final LongSupplier nanoTime;
  private final Supplier<String> ids;
  private final Sandbox sandbox = new Sandbox();
  private final ScriptThreads threads = new ScriptThreads();

  /**
   * Creates an engine. It starts threads as it needs them; they don't keep the process alive.
   *
   * @param nanoTime a monotonic clock, in nanoseconds
   * @param ids generates ids for items that a script writes without one
   */
  public ScriptEngine(ScriptLimits limits, LongSupplier nanoTime, Supplier<String> ids) {
    this.limits = limits;
    this.nanoTime = nanoTime;
    this.ids = ids;
  }

  /**
   * Runs a stored procedure or a trigger with all its callbacks. Blocks the calling thread, which
   * does the script's work on the collection, for little more than the time limit.
   *
   * @throws ScriptException if the script throws, takes too long or can't be compiled; its writes
   *     must then be rolled back
   */
  public ScriptOutcome run(ScriptCall call, ScriptCollection collection) {
    return together(collection).apply(call);
  }

  /**
   * Returns a function that runs scripts as {@link #run} does, all of them within the limits of one
   * call, such as the triggers of one write.
   */
  public Function<ScriptCall, ScriptOutcome> together(ScriptCollection collection) {
    ScriptBudget budget = budget();
    return call -> run(call, collection, budget);
  }

  private ScriptOutcome run(ScriptCall call, ScriptCollection collection, ScriptBudget budget) {
    ScriptChannel channel = new ScriptChannel();
    ScriptRun run = new ScriptRun(sandbox, ids, budget, channel);
    // Calls to the collection end with the script's time, too.
    return Budget.run(
        new BudgetLimits(limits.time(), Long.MAX_VALUE, Long.MAX_VALUE),
        () ->
            threads.run(
                run.of(call, collection), channel, new ScriptThreads.Caller(collection, budget)));
  }

  /**
   * Returns the user-defined functions for one page of a query, under one time limit from the first
   * call on, for one thread at a time.
   */
  public FunctionCalls functions() {
    return new FunctionCalls(sandbox, threads, this::budget);
  }

  /** Begins the time of a call. */
  private ScriptBudget budget() {
    sandbox.prepare();
    return new ScriptBudget(limits, nanoTime);
  }

  boolean isPrepared() {
    return sandbox.isPrepared();
  }

  /** Stops all running scripts. May be called again. */
  @Override
  public void close() {
    threads.close();
  }

  /** The collection of user-defined functions, which have none. */
  static final ScriptCollection NOTHING =
      new ScriptCollection() {
        @Override
        public String selfLink() {
          return "";
        }

        @Override
        public String altLink() {
          return "";
        }

        @Override
        public CollectionReply answer(CollectionCall call) {
          return CollectionReply.refused(400, "A function has no collection.");
        }
      };
}
