package dev.cosmosblog.examples.console;

import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Shows the progress of a long piece of work: amount done, rate, time left. On a terminal it is a
 * line redrawn in place, elsewhere a plain line every few seconds; at the end one line stays. Safe
 * for use by several threads.
 */
public final class Progress implements AutoCloseable {
  private static final Duration REDRAW = Duration.ofMillis(100);
  private static final Duration PLAIN_LINE = Duration.ofSeconds(5);

  private final String what;
  private final long total;
  private final Screen screen;
  private final LongSupplier nanoTime;
  private final long start;

  /** Guarded by this. */
  private long done;

  /** Guarded by this. */
  private long shownAt;

  /** Guarded by this. */
  private boolean closed;

  /**
   * Starts measuring.
   *
   * @param what the name of the work
   * @param total the amount of work, or 0 if it is unknown
   * @param screen where it is shown
   */
  public Progress(String what, long total, Screen screen) {
    this(what, total, screen, System::nanoTime);
  }

  Progress(String what, long total, Screen screen, LongSupplier nanoTime) {
    this.what = what;
    this.total = total;
    this.screen = screen;
    this.nanoTime = nanoTime;
    this.start = nanoTime.getAsLong();
    this.shownAt = start;
  }

  /** Adds one to the amount done. */
  public void step() {
    step(1);
  }

  /**
   * Adds to the amount done.
   *
   * @param more the amount
   */
  public synchronized void step(long more) {
    done += more;
    long now = nanoTime.getAsLong();
    Duration interval = screen.terminal() ? REDRAW : PLAIN_LINE;
    if (now - shownAt < interval.toNanos()) {
      return;
    }
    shownAt = now;
    if (screen.terminal()) {
      screen.status(state(now));
    } else {
      screen.line(state(now));
    }
  }

  private String state(long now) {
    double seconds = seconds(now);
    double rate = done / seconds;
    if (total == 0) {
      return format("%s: %,d, %,.0f/s", what, done, rate);
    }
    double left = Math.max(0, total - done) / Math.max(rate, 1e-9);
    return format(
        "%s: %,d of %,d (%d %%), %,.0f/s, %s left",
        what, done, total, 100 * done / total, rate, time(left));
  }

  /** Writes one line with the amount done and the rate. A second call does nothing. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    double seconds = seconds(nanoTime.getAsLong());
    screen.line(format("%s: %,d in %s, %,.0f/s", what, done, time(seconds), done / seconds));
  }

  private double seconds(long now) {
    return Math.max(now - start, 1_000_000L) / 1e9;
  }

  private static String time(double seconds) {
    if (seconds < 90) {
      return format("%.1f s", seconds);
    }
    long whole = Math.round(seconds);
    return format("%d min %02d s", whole / 60, whole % 60);
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
