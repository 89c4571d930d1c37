package dev.cosmosblog.local.internal.script;

import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Runs scripts. Safe for many threads; each call is for itself. */
public final class ScriptEngine implements AutoCloseable {
  private final ScriptLimits limits;
  private final LongSupplier nanoTime;
  private final Supplier<String> ids;
  private final Sandbox sandbox = new Sandbox();
  private final ScriptThreads threads = new ScriptThreads();

  /**
   * An engine. It starts threads when it needs them, which don't keep the process alive.
   *
   * @param limits how much a call may use
   * @param nanoTime a clock that only goes forward, in nanoseconds
   * @param ids makes up ids for items that a script writes without one
   */
  public ScriptEngine(ScriptLimits limits, LongSupplier nanoTime, Supplier<String> ids) {
    this.limits = limits;
    this.nanoTime = nanoTime;
    this.ids = ids;
  }

  /**
   * Runs a stored procedure or a trigger to its end, with all the callbacks that it leaves. Blocks
   * the calling thread, which does the script's work on the collection, for little more than the
   * limit of time.
   *
   * @param call what to run
   * @param collection what the script may see
   * @return what it left behind
   * @throws ScriptException if the script throws, takes too long or can't be compiled; nothing that
   *     it has done to the collection may then take effect
   */
  public ScriptOutcome run(ScriptCall call, ScriptCollection collection) {
    ScriptBudget budget = new ScriptBudget(limits, nanoTime);
    Handover handover = new Handover();
    ScriptRun run = new ScriptRun(sandbox, ids, budget, handover);
    return threads.run(
        run.of(call, collection), handover, new ScriptThreads.Caller(collection, budget));
  }

  /**
   * User-defined functions for one page of a query, under one limit of time.
   *
   * @return functions to be used by one thread at a time
   */
  public FunctionCalls functions() {
    return new FunctionCalls(sandbox, threads, new ScriptBudget(limits, nanoTime));
  }

  /** Stops what runs. May be called again. */
  @Override
  public void close() {
    threads.close();
  }

  /** What the functions of a query are called with: nothing to see, nothing to do. */
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
