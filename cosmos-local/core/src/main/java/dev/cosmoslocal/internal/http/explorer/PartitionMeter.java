package dev.cosmoslocal.internal.http.explorer;

import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.throughput.Admission;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Counts what requests to each physical partition cost, beside the admission that decides about
 * them. Thread-safe.
 */
public final class PartitionMeter implements Admission {
  private static final int FORGET_ABOVE = 10_000;

  private final Supplier<Admission> admission;
  private final Clock clock;
  private final Map<MeterKey, Meter> meters = new ConcurrentHashMap<>();

  public PartitionMeter(Supplier<Admission> admission, Clock clock) {
    this.admission = admission;
    this.clock = clock;
  }

  private record MeterKey(String container, String partition) {}

  /**
   * The requests that a physical partition has served since the account was started.
   *
   * @param total modelled request units
   * @param lastSecond those of the last whole second
   * @param refused the number of requests that were answered 429
   */
  record MeterReading(double total, double lastSecond, long refused) {}

  MeterReading read(Container container, String partition) {
    return meter(container, partition).read(clock.instant().getEpochSecond());
  }

  private Meter meter(Container container, String partition) {
    if (meters.size() > FORGET_ABOVE) {
      meters.clear();
    }
    return meters.computeIfAbsent(new MeterKey(container.rid(), partition), absent -> new Meter());
  }

  @Override
  public void admit(Container container, String partition) {
    try {
      admission.get().admit(container, partition);
    } catch (EngineException refusal) {
      meter(container, partition).refuse();
      throw refusal;
    }
  }

  @Override
  public void charge(Container container, String partition, double requestUnits) {
    admission.get().charge(container, partition, requestUnits);
    meter(container, partition).add(clock.instant().getEpochSecond(), requestUnits);
  }

  @Override
  public void admit(Container container, PartitionKeyValue key) {
    admission.get().admit(container, key);
  }

  @Override
  public void charge(Container container, PartitionKeyValue key, double requestUnits) {
    admission.get().charge(container, key, requestUnits);
  }

  /** The counts of one partition. */
  private static final class Meter {
    // Guarded by this.
    private double total;
    private double current;
    private double last;
    private long second = Long.MIN_VALUE;
    private long refused;

    synchronized void add(long now, double requestUnits) {
      move(now);
      total += requestUnits;
      current += requestUnits;
    }

    synchronized void refuse() {
      refused++;
    }

    synchronized MeterReading read(long now) {
      move(now);
      return new MeterReading(total, last, refused);
    }

    private void move(long now) {
      if (now != second) {
        last = now == second + 1 ? current : 0;
        current = 0;
        second = now;
      }
    }
  }
}
