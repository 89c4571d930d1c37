package dev.cosmosblog.examples.blog;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Records latencies with a precision of three digits. Recording is thread-safe. */
public final class Latencies {
  private static final int DIGITS = 3;
  private static final double NANOS_PER_MILLI = 1e6;

  // In microseconds, the shortest calls would be lost. No measurement exceeds an hour.
  private final Histogram nanos = new ConcurrentHistogram(TimeUnit.HOURS.toNanos(1), DIGITS);

  /** Creates an empty recorder. */
  public Latencies() {}

  /**
   * Records a call.
   *
   * @param took its nanoseconds
   */
  public void record(long took) {
    nanos.recordValue(took);
  }

  /** {@return how many calls were recorded} */
  public long count() {
    return nanos.getTotalCount();
  }

  /**
   * {@return the milliseconds that a part of the calls took at most, or zero if there were none}
   *
   * @param percent the part: 50 for the median, 100 for all calls
   */
  public double ms(double percent) {
    return nanos.getValueAtPercentile(percent) / NANOS_PER_MILLI;
  }
}
