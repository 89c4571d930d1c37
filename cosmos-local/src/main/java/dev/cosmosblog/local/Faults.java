package dev.cosmosblog.local;

import dev.cosmosblog.local.internal.http.FaultSource;
import dev.cosmosblog.local.internal.http.InjectedFault;
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
  public List<InjectedFault> on(RequestKind kind, Supplier<String> container) {
    List<RunningRule> current = rules;
    if (!on || current.isEmpty()) {
      return List.of();
    }
    String name = container.get();
    List<InjectedFault> found = new ArrayList<>();
    for (RunningRule rule : current) {
      if (rule.befalls(kind, name)) {
        found.add(interference(rule.fault()));
      }
    }
    return found;
  }

  private InjectedFault interference(Fault fault) {
    if (fault instanceof Fault.Status status) {
      return new InjectedFault.Refuse(status.status(), status.subStatus(), status.retryAfter());
    }
    if (fault instanceof Fault.Delay delay) {
      return new InjectedFault.Wait(delay.time());
    }
    if (fault instanceof Fault.LateAnswer late) {
      return new InjectedFault.Hold(late.time());
    }
    if (fault instanceof Fault.CutBefore) {
      return new InjectedFault.CutBefore();
    }
    if (fault instanceof Fault.CutAfter) {
      return new InjectedFault.CutAfter();
    }
    if (fault instanceof Fault.Redelivery redelivery) {
      return new InjectedFault.Redeliver(redelivery.transactions());
    }
    if (fault instanceof Fault.ItemChange change) {
      return new InjectedFault.First(() -> items.apply(change));
    }
    Fault.ClockJump jump = (Fault.ClockJump) fault;
    return new InjectedFault.First(() -> jump.clock().advance(jump.by()));
  }
}
