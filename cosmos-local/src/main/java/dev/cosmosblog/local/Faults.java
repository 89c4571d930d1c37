package dev.cosmosblog.local;

import dev.cosmosblog.local.http.FaultSource;
import dev.cosmosblog.local.http.Interference;
import dev.cosmosblog.local.request.RequestKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The plan at work. Safe for many threads. */
final class Faults implements FaultSource {
  private final ItemChanges items;
  private volatile List<RunningRule> rules = List.of();
  private volatile boolean on;

  Faults(ItemChanges items) {
    this.items = items;
  }

  void set(FaultPlan plan) {
    List<RunningRule> next = new ArrayList<>();
    for (FaultRule rule : plan.rules()) {
      next.add(new RunningRule(rule, plan.seed(), next.size()));
    }
    rules = List.copyOf(next);
    on = true;
  }

  /** Leaves the counts readable. */
  void clear() {
    on = false;
  }

  FaultCounts counts() {
    Map<FaultKind, Long> byKind = new EnumMap<>(FaultKind.class);
    List<Long> byRule = new ArrayList<>();
    for (RunningRule rule : rules) {
      long injected = rule.injected();
      byRule.add(injected);
      if (injected > 0) {
        byKind.merge(rule.fault().kind(), injected, Long::sum);
      }
    }
    return new FaultCounts(byKind, byRule);
  }

  @Override
  public List<Interference> on(RequestKind kind, Supplier<String> container) {
    List<RunningRule> current = rules;
    if (!on || current.isEmpty()) {
      return List.of();
    }
    String name = container.get();
    List<Interference> found = new ArrayList<>();
    for (RunningRule rule : current) {
      if (rule.befalls(kind, name)) {
        found.add(interference(rule.fault()));
      }
    }
    return found;
  }

  private Interference interference(Fault fault) {
    if (fault instanceof Fault.Status status) {
      return new Interference.Refuse(status.status(), status.subStatus(), status.retryAfter());
    }
    if (fault instanceof Fault.Delay delay) {
      return new Interference.Wait(delay.time());
    }
    if (fault instanceof Fault.LateAnswer late) {
      return new Interference.Hold(late.time());
    }
    if (fault instanceof Fault.CutBefore) {
      return new Interference.CutBefore();
    }
    if (fault instanceof Fault.CutAfter) {
      return new Interference.CutAfter();
    }
    if (fault instanceof Fault.Redelivery redelivery) {
      return new Interference.Redeliver(redelivery.transactions());
    }
    if (fault instanceof Fault.ItemChange change) {
      return new Interference.First(() -> items.apply(change));
    }
    Fault.ClockJump jump = (Fault.ClockJump) fault;
    return new Interference.First(() -> jump.clock().advance(jump.by()));
  }
}
