package dev.cosmoslocal;

import dev.cosmoslocal.internal.budget.BudgetLimits;
import dev.cosmoslocal.internal.script.ScriptEngine;
import dev.cosmoslocal.internal.script.ScriptLimits;
import dev.cosmoslocal.request.WorkLimits;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;

/** The settings of what queries and scripts may take. Not safe for many threads. */
final class WorkSettings {
  private ScriptLimits scripts = ScriptLimits.DEFAULT;
  private WorkLimits limits = WorkLimits.DEFAULT;

  void scriptTime(Duration time) {
    Objects.requireNonNull(time, "time");
    scripts = new ScriptLimits(time, scripts.operations());
  }

  void scriptOperations(int operations) {
    scripts = new ScriptLimits(scripts.time(), operations);
  }

  void limits(WorkLimits ofAll) {
    limits = Objects.requireNonNull(ofAll, "limits");
  }

  ScriptEngine scriptEngine(Supplier<String> ids) {
    return new ScriptEngine(scripts.withBytes(limits.scriptMemory()), System::nanoTime, ids);
  }

  BudgetLimits queries() {
    return new BudgetLimits(limits.queryTime(), limits.queryRows(), limits.queryMemory());
  }
}
