package dev.cosmosblog.local.internal.script;

import java.util.function.LongSupplier;

/** The remaining time and operations of a script's call. */
final class ScriptBudget {
  private final LongSupplier nanoTime;
  private final long began;
  private final long nanos;

  // Confined to the script's thread.
  private int operationsLeft;

  ScriptBudget(ScriptLimits limits, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.began = nanoTime.getAsLong();
    this.nanos = limits.time().toNanos();
    this.operationsLeft = limits.operations();
  }

  /** Takes an operation, if one is left and there is time for it. */
  boolean accepts() {
    if (operationsLeft <= 0 || used() > nanos / 5 * 4) {
      return false;
    }
    operationsLeft--;
    return true;
  }

  boolean timeIsUp() {
    return used() > nanos;
  }

  long nanosLeft() {
    return Math.max(0, nanos - used());
  }

  private long used() {
    return nanoTime.getAsLong() - began;
  }
}
