package dev.cosmosblog.benchmarks.blog;

import com.sun.management.OperatingSystemMXBean;
import dev.cosmosblog.benchmarks.blog.LoadedBlog.Load;
import dev.cosmosblog.benchmarks.blog.LoadedBlog.PreparedCommand;
import dev.cosmosblog.benchmarks.blog.RequestUnitCauses.Charges;
import dev.cosmosblog.examples.blog.Latencies;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleFunction;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;

/**
 * Sends the commands of a load at a rate, and measures how the copies follow; or searches for the
 * highest rate at which no command waits for its copy for longer than three seconds.
 *
 * @param blog where the commands are sent
 * @param follower what maintains the copies
 * @param warmUpSeconds before each window, at its rate
 * @param seconds of a window
 * @param writers threads that send commands
 */
record FollowedRate(
    LoadedBlog blog,
    Load load,
    Follower follower,
    double warmUpSeconds,
    double seconds,
    int writers) {
  static final int WRITERS = 64;

  /** The search ends when a rate that failed is at most this many times one that was followed. */
  private static final double PRECISION = 1.125;

  /**
   * With more pending commands for each writer, further ones are left out: the writers can't keep
   * up.
   */
  private static final int UNDER_WAY = 4;

  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int DRAIN_SECONDS = 180;

  private static final String NO_FAILURE = "";

  /** The SDK's messages can have pages of diagnostics. */
  private static final int REASON_LENGTH = 120;

  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  /** The start of the ramp, which grows by a fifth each second, to 6,600/s. */
  private static final double FIRST_RATE = 100;

  private static final double GROWTH = 1.2;
  private static final int RAMP_SECONDS = 23;

  /** The copies' rate at the end of the ramp is the mean of so many looks: four seconds. */
  private static final int RECENT = 40;

  /**
   * The highest rate that was found.
   *
   * @param limit what limited it: the partitions' throughput, the processor, failing commands, the
   *     writers or the follower
   */
  record Found(MeasuredRate best, MeasuredRate half, String limit) {}

  FollowedRate(
      LoadedBlog blog, Load load, Follower follower, double warmUpSeconds, double seconds) {
    this(blog, load, follower, warmUpSeconds, seconds, WRITERS);
  }

  MeasuredRate at(double rate) {
    return run(rate, at -> at * rate, warmUpSeconds, seconds, oldest -> true);
  }

  /** Searches for the highest rate, and confirms it over a longer window. */
  Found search(double confirmSeconds) {
    return search(
        0.9 * ramp(),
        this::at,
        rate ->
            confirmSeconds > seconds
                ? run(rate, at -> at * rate, warmUpSeconds, confirmSeconds, oldest -> true)
                : at(rate));
  }

  /**
   * Searches for the highest rate in short windows, to an eighth, and confirms it or a lower one.
   *
   * @param first where the search begins
   * @param confirmation measures a rate in a window that counts
   */
  static Found search(
      double first,
      DoubleFunction<MeasuredRate> windows,
      DoubleFunction<MeasuredRate> confirmation) {
    double failed = Double.MAX_VALUE;
    MeasuredRate best = windows.apply(first);
    MeasuredRate worst = best;
    while (!best.bounded() && best.asked() > 1) {
      worst = best;
      failed = best.asked();
      best = windows.apply(0.8 * failed);
    }
    while (failed / best.asked() > PRECISION) {
      boolean open = failed == Double.MAX_VALUE;
      MeasuredRate tried = windows.apply(open ? best.asked() * 1.2 : (failed + best.asked()) / 2);
      if (tried.bounded()) {
        best = tried;
      } else {
        worst = tried;
        failed = tried.asked();
      }
    }
    MeasuredRate confirmed = confirmation.apply(best.asked());
    while (!confirmed.bounded() && confirmed.asked() > 1) {
      worst = confirmed;
      confirmed = confirmation.apply(0.93 * confirmed.asked());
    }
    return new Found(confirmed, windows.apply(confirmed.asked() / 2), worst.limit());
  }

  private CopyLag lag() {
    return blog.lag(load);
  }

  /** Raises the rate until the copies lag too much; returns how many they followed in the end. */
  private double ramp() {
    Deque<Long> followed = new ArrayDeque<>();
    run(
        FIRST_RATE,
        at -> FIRST_RATE * (Math.pow(GROWTH, at) - 1) / Math.log(GROWTH),
        0,
        RAMP_SECONDS,
        oldest -> {
          followed.add(lag().followed());
          if (followed.size() > RECENT) {
            followed.remove();
          }
          return oldest < MeasuredRate.MAX_LAG_MS;
        });
    double recent = followed.getLast() - followed.getFirst();
    return Math.max(2, recent * 1e9 / LOOK_NANOS / Math.max(1, followed.size() - 1));
  }

  /** Sends commands while a watch, which is given the age of the oldest, allows it. */
  private MeasuredRate run(
      double rate, DoubleUnaryOperator due, double before, double window, DoublePredicate watch) {
    // Starts to observe the copies before anything is written.
    lag();
    ExecutorService threads = Executors.newFixedThreadPool(writers, FollowedRate::daemon);
    Semaphore free = new Semaphore(UNDER_WAY * writers);
    Window counted = new Window();
    long begin = System.nanoTime();
    long look = begin;
    long sent = 0;
    boolean counting = false;
    while (true) {
      long now = System.nanoTime();
      double elapsed = (now - begin) / 1e9;
      if (!counting && elapsed >= before) {
        counting = true;
        counted.begin();
      }
      if (now - look >= LOOK_NANOS) {
        look = now;
        double oldest = lag().oldestMs();
        if (counting) {
          counted.look(oldest, elapsed < before + window / 2);
        }
        if (elapsed >= before + window || !watch.test(oldest)) {
          break;
        }
      }
      for (; sent < due.applyAsDouble(elapsed); sent++) {
        if (free.tryAcquire()) {
          PreparedCommand command = blog.next(load);
          threads.execute(() -> send(command, free, counted));
        }
      }
      LockSupport.parkNanos(TICK_NANOS);
    }
    threads.shutdown();
    return counted.end(rate, threads, free);
  }

  /** Waits for all responses; returns how many are missing after three minutes. */
  private int pending(ExecutorService threads, Semaphore free) {
    try {
      return threads.awaitTermination(DRAIN_SECONDS, TimeUnit.SECONDS)
          ? 0
          : UNDER_WAY * writers - free.availablePermits();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while commands were under way", e);
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "writer");
    thread.setDaemon(true);
    return thread;
  }

  private void send(PreparedCommand command, Semaphore free, Window counted) {
    try {
      Optional<String> followed = command.send();
      counted.made.increment();
      followed.ifPresent(lag()::committed);
    } catch (RuntimeException e) {
      counted.failed(1, e.getClass().getSimpleName() + ": " + e.getMessage());
    } finally {
      free.release();
    }
  }

  /** The events of a window. The counts are thread-safe, the rest is used by the calling thread. */
  private final class Window {
    private final LongAdder made = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final AtomicReference<String> firstFailure = new AtomicReference<>(NO_FAILURE);

    // Used by one thread.
    private final long created = System.nanoTime();
    private long madeBefore;
    private long begun;
    private long processor;
    private double firstHalf;
    private double secondHalf;

    void begin() {
      begun = System.nanoTime();
      madeBefore = made.sum();
      failed.reset();
      firstFailure.set(NO_FAILURE);
      lag().take();
      blog.charges().take();
      processor = SYSTEM.getProcessCpuTime();
      SYSTEM.getCpuLoad();
    }

    void failed(int commands, String reason) {
      failed.add(commands);
      String line = reason.lines().findFirst().orElse("");
      String shown = line.substring(0, Math.min(line.length(), REASON_LENGTH));
      firstFailure.compareAndSet(NO_FAILURE, shown);
    }

    void look(double oldest, boolean first) {
      firstHalf = first ? Math.max(firstHalf, oldest) : firstHalf;
      secondHalf = first ? secondHalf : Math.max(secondHalf, oldest);
    }

    /** Ends the window, and waits until nothing of it can reach the next window. */
    MeasuredRate end(double rate, ExecutorService threads, Semaphore free) {
      double took = (System.nanoTime() - begun) / 1e9;
      double process = (SYSTEM.getProcessCpuTime() - processor) / 1e9 / took / PROCESSORS;
      double machine = SYSTEM.getCpuLoad();
      Latencies lags = lag().take();
      Charges charges = blog.charges().take();
      long count = made.sum() - madeBefore;
      double most = Math.max(Math.max(firstHalf, secondHalf), lags.ms(100));
      int pending = pending(threads, free);
      if (pending > 0) {
        failed(pending, "no response after " + DRAIN_SECONDS + " s");
      }
      boolean drained = lag().awaitFollowed(DRAIN_SECONDS);
      double untilDrained = drained ? made.sum() * 1e9 / (System.nanoTime() - created) : 0;
      long charged = count;
      if (most > MeasuredRate.MAX_LAG_MS) {
        charges = charges.plus(blog.charges().take());
        charged = made.sum() - madeBefore;
      }
      LoadedBlog.Setting setting = blog.setting();
      return new MeasuredRate(
          new MeasuredRate.Conditions(
              load,
              follower.label(),
              setting.partitions(),
              setting.limited(),
              follower.hosts(),
              setting.distanceMs()),
          new MeasuredRate.Pace(took, rate, count / took, lags.count() / took, untilDrained),
          new MeasuredRate.Failures(
              failed.sum(), firstFailure.get(), drained ? 0 : lag().waiting()),
          new MeasuredRate.Lag(
              lags.ms(50),
              lags.ms(99),
              lags.ms(99.9),
              drained ? most : Math.max(most, lag().oldestMs()),
              secondHalf - firstHalf),
          new MeasuredRate.Processors(process, machine),
          charges.per(Math.max(1, charged)));
    }
  }
}
