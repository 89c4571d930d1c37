package dev.cosmoslocal.app;

import dev.cosmoslocal.Fault;
import dev.cosmoslocal.FaultCounts;
import dev.cosmoslocal.FaultPlan;
import dev.cosmoslocal.FaultRule;
import dev.cosmoslocal.FaultRule.Matching;
import dev.cosmoslocal.SettableClock;
import dev.cosmoslocal.request.RequestKind;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Generates a fault plan with all kinds of faults from a seed. About one request in thirty gets a
 * fault.
 */
final class FaultSchedule {
  private static final RequestKind[] READS = {RequestKind.READ_ITEM, RequestKind.QUERY};

  private static final RequestKind[] WRITES = {
    RequestKind.CREATE_ITEM,
    RequestKind.UPSERT_ITEM,
    RequestKind.REPLACE_ITEM,
    RequestKind.DELETE_ITEM,
    RequestKind.PATCH_ITEM,
    RequestKind.BATCH,
    RequestKind.SCRIPT
  };

  private static final RequestKind[] DATA = {
    RequestKind.READ_ITEM,
    RequestKind.CREATE_ITEM,
    RequestKind.UPSERT_ITEM,
    RequestKind.REPLACE_ITEM,
    RequestKind.DELETE_ITEM,
    RequestKind.PATCH_ITEM,
    RequestKind.BATCH,
    RequestKind.SCRIPT,
    RequestKind.QUERY,
    RequestKind.QUERY_PLAN,
    RequestKind.CHANGE_FEED
  };

  /**
   * Short, so that a jump doesn't expire the leases and tombstones of the applications under test.
   */
  private static final int LONGEST_JUMP_SECONDS = 20;

  private final List<String> names = new ArrayList<>();
  private final FaultPlan.Builder plan;
  private final SplittableRandom random;

  private FaultSchedule(long seed) {
    this.random = new SplittableRandom(seed);
    this.plan = FaultPlan.builder().seed(seed);
  }

  /** Generates the faults of a seed for a lease container and a clock. */
  static FaultSchedule of(long seed, SettableClock clock, String leases) {
    FaultSchedule faults = new FaultSchedule(seed);
    faults.answers();
    faults.times();
    faults.connections();
    faults.feeds(clock, leases);
    return faults;
  }

  FaultPlan plan() {
    return plan.build();
  }

  /** Returns the number of faults by name. */
  Map<String, Long> counts(FaultCounts counts) {
    Map<String, Long> byName = new TreeMap<>();
    for (int rule = 0; rule < counts.byRule().size(); rule++) {
      byName.merge(names.get(rule), counts.byRule().get(rule), Long::sum);
    }
    return byName;
  }

  private void answers() {
    add("429", 0.010, DATA, Fault.status(429).retryAfter(milliseconds(5, 60)));
    add("449", 0.004, WRITES, Fault.status(449));
    add("503", 0.003, DATA, Fault.status(503));
    add("408", 0.002, DATA, Fault.status(408));
    add("410/0", 0.0005, DATA, Fault.status(410));
    // A replica that is behind, a gateway that fails, and a proxy before it.
    add("404/1002", 0.001, DATA, Fault.status(404).subStatus(1002));
    for (int status : new int[] {500, 502, 504}) {
      add(String.valueOf(status), 0.0005, DATA, Fault.status(status));
    }
    for (int subStatus : new int[] {1000, 1002, 1007, 1008}) {
      add("410/" + subStatus, 0.001, DATA, Fault.status(410).subStatus(subStatus));
    }
  }

  private void times() {
    add("delay", 0.006, DATA, Fault.delay(milliseconds(20, 400)));
    add("delay", 0.0003, DATA, Fault.delay(milliseconds(2_000, 4_000)));
    add("lateResponse", 0.004, DATA, Fault.lateResponse(milliseconds(20, 400)));
    add("lateResponse", 0.0003, WRITES, Fault.lateResponse(milliseconds(2_000, 4_000)));
  }

  private void connections() {
    add("cutBefore", 0.002, WRITES, Fault.cutBefore());
    add("cutAfter", 0.004, WRITES, Fault.cutAfter());
    add("cutAfter", 0.001, READS, Fault.cutAfter());
  }

  private void feeds(SettableClock clock, String leases) {
    RequestKind[] feed = {RequestKind.CHANGE_FEED};
    add("redelivery", 0.02, feed, Fault.redelivery(1 + random.nextInt(5)));
    add("redelivery", 0.01, feed, Fault.redelivery(20 + random.nextInt(60)));
    add("leaseStolen", 0.01, feed, Fault.leaseStolen(leases, "thief", clock.instant()));
    add("leaseExpired", 0.01, feed, Fault.leaseExpired(leases));
    Duration jump = Duration.ofSeconds(1 + random.nextInt(LONGEST_JUMP_SECONDS));
    add("clockJump", 0.0004, DATA, Fault.clockJump(clock, jump));
    add("clockJump", 0.0004, DATA, Fault.clockJump(clock, jump.negated()));
  }

  /** Adds a rule whose probability the seed varies by up to half. */
  private void add(String name, double probability, RequestKind[] kinds, Fault fault) {
    names.add(name);
    Matching matching = FaultRule.on(kinds[0], kinds);
    plan.rule(matching.probability(probability * (0.5 + random.nextDouble())).then(fault));
  }

  private Duration milliseconds(int from, int to) {
    return Duration.ofMillis(random.nextInt(from, to));
  }

  /**
   * A clock that jumps with another one, but deviates from the system clock by at most a limit.
   * Without the limit, hundreds of jumps would add up to minutes.
   */
  static final class BoundedClock extends Clock {
    private final SettableClock jumping;
    private final Duration most;

    BoundedClock(SettableClock jumping, Duration most) {
      this.jumping = jumping;
      this.most = most;
    }

    @Override
    public Instant instant() {
      Instant machine = Clock.systemUTC().instant();
      // A jump by any whole number of seconds changes the result.
      double seconds = Math.rint(Duration.between(machine, jumping.instant()).toMillis() / 1e3);
      return machine.plusNanos((long) (most.toNanos() * Math.sin(seconds)));
    }

    @Override
    public ZoneId getZone() {
      return jumping.getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return new BoundedClock(jumping.withZone(zone), most);
    }
  }
}
