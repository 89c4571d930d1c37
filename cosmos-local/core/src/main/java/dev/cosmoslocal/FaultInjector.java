package dev.cosmoslocal;

import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.account.Database;
import dev.cosmoslocal.internal.engine.account.ItemRewriter;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.http.FaultSource;
import dev.cosmoslocal.internal.http.InjectedFault;
import dev.cosmoslocal.request.RequestKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Injects the faults of a plan. Thread-safe. */
final class FaultInjector implements FaultSource {
  private final Account account;
  private volatile List<RunningRule> rules = List.of();
  private volatile boolean on;

  FaultInjector(Account account) {
    this.account = account;
  }

  void set(FaultPlan plan) {
    List<RunningRule> next = new ArrayList<>();
    for (FaultRule rule : plan.rules()) {
      next.add(new RunningRule(rule, plan.seed(), next.size()));
    }
    rules = List.copyOf(next);
    on = true;
  }

  /** Stops injecting. The counts stay readable. */
  void clear() {
    on = false;
  }

  /** The number of rules that are being injected. */
  int active() {
    return on ? rules.size() : 0;
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
      if (rule.appliesTo(kind, name)) {
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
    if (fault instanceof Fault.LateResponse late) {
      return new InjectedFault.Hold(late.time());
    }
    if (fault instanceof Fault.CutBefore) {
      return new InjectedFault.CloseBefore();
    }
    if (fault instanceof Fault.CutAfter) {
      return new InjectedFault.CloseAfter();
    }
    if (fault instanceof Fault.Redelivery redelivery) {
      return new InjectedFault.Redeliver(redelivery.transactions());
    }
    if (fault instanceof Fault.ItemChange change) {
      return new InjectedFault.First(() -> changeItems(change));
    }
    Fault.ClockJump jump = (Fault.ClockJump) fault;
    return new InjectedFault.First(() -> jump.clock().advance(jump.by()));
  }

  /** Changes items as another client would. */
  private void changeItems(Fault.ItemChange change) {
    for (Database database : account.databases()) {
      for (Container container : database.containers()) {
        if (container.id().equals(change.container())) {
          new ItemRewriter(account.queries(), container)
              .rewrite(
                  change.idPart(),
                  item -> change.properties().forEach((name, value) -> item.put(name, value)));
        }
      }
    }
  }

  /** A rule with its counters. */
  private static final class RunningRule {
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final FaultRule rule;
    private final long seed;
    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong injected = new AtomicLong();

    /**
     * The number distinguishes the rules of one plan, so that their probabilities are independent.
     */
    RunningRule(FaultRule rule, long seed, int number) {
      this.rule = rule;
      this.seed = new SplittableRandom(seed + number * MIX).nextLong();
    }

    Fault fault() {
      return rule.fault();
    }

    long injected() {
      return injected.get();
    }

    /** Counts a request. Returns whether the fault applies to it. */
    boolean appliesTo(RequestKind kind, String container) {
      if (!rule.counts(kind, container)) {
        return false;
      }
      long call = calls.incrementAndGet();
      boolean applies = rule.appliesTo(call, new SplittableRandom(seed + call * MIX));
      if (applies) {
        injected.incrementAndGet();
      }
      return applies;
    }
  }
}
