package dev.cosmosblog.local;

import dev.cosmosblog.local.request.RequestKind;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/** A rule at work: it counts requests. */
final class RunningRule {
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final FaultRule rule;
  private final long seed;
  private final AtomicLong calls = new AtomicLong();
  private final AtomicLong injected = new AtomicLong();

  /** The number tells rules of one plan apart, so that their chances are independent. */
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

  /** Counts a request and says whether the fault befalls it. */
  boolean befalls(RequestKind kind, String container) {
    if (!rule.counts(kind, container)) {
      return false;
    }
    long call = calls.incrementAndGet();
    boolean befallen = rule.befalls(call, new SplittableRandom(seed + call * MIX));
    if (befallen) {
      injected.incrementAndGet();
    }
    return befallen;
  }
}
