package dev.cosmosblog.benchmarks.blog;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.sun.management.OperatingSystemMXBean;
import dev.cosmosblog.benchmarks.blog.LoadedBlog.Command;
import dev.cosmosblog.benchmarks.blog.LoadedBlog.Load;
import dev.cosmosblog.benchmarks.blog.RequestUnitCauses.Cause;
import dev.cosmosblog.benchmarks.blog.RequestUnitCauses.Charges;
import dev.cosmosblog.examples.blog.Latencies;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;

/**
 * Gives the commands of a load at a rate, and measures how the copies follow; or searches the
 * highest rate that they follow, which is one at which no command waits for its copy for longer
 * than three seconds.
 */
final class FollowedRate {
  static final double MAX_LAG_MS = 3_000;

  /** In a second: beyond this, a lag that is short in a short window is not bounded. */
  private static final double MAX_GROWTH_MS = 50;

  /** Above this share of all processors, a rate is bounded by the machine. */
  static final double BUSY = 0.9;

  /** Below this share of what all processes took, others took part of the machine. */
  private static final double OWN = 0.8;

  /** The writers kept a rate if they made this part of it. */
  private static final double KEPT = 0.95;

  /** The search ends when a rate that failed is at most so many times one that was followed. */
  private static final double PRECISION = 1.125;

  private static final int WRITERS = 64;

  /** Beyond these, commands are left out: the writers cannot keep up. */
  private static final int UNDER_WAY = 4 * WRITERS;

  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int DRAIN_SECONDS = 180;

  /** The RU/s that a physical partition accepts (Microsoft Learn, "Service quotas"). */
  private static final double PARTITION_RU = 10_000;

  /** Above this many refusals for each command, a rate is bounded by what partitions accept. */
  private static final double THROTTLED = 0.02;

  private static final String NO_FAILURE = "";

  /** The messages of the SDK can have pages of diagnostics. */
  private static final int REASON_LENGTH = 120;

  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  /** A ramp begins here, and grows by a fifth in each second, to 6,600/s. */
  private static final double FIRST_RATE = 100;

  private static final double GROWTH = 1.2;
  private static final int RAMP_SECONDS = 23;

  /** The looks over which the copies' rate at the end of a ramp is taken: four seconds. */
  private static final int RECENT = 40;

  private final LoadedBlog blog;
  private final Load load;
  private final Follower follower;
  private final double warmUpSeconds;
  private final double seconds;

  /** Measures in windows of some seconds, each after some seconds at the same rate. */
  FollowedRate(
      LoadedBlog blog, Load load, Follower follower, double warmUpSeconds, double seconds) {
    this.blog = blog;
    this.load = load;
    this.follower = follower;
    this.warmUpSeconds = warmUpSeconds;
    this.seconds = seconds;
  }

  /**
   * The measurement at one rate.
   *
   * @param load the commands
   * @param follower who kept the copies
   * @param partitions physical partitions
   * @param limited whether each accepts 10,000 RU/s, or any
   * @param hosts hosts of the change feed
   * @param distanceMs what each request takes longer, the median
   * @param seconds the time of the measurement
   * @param asked commands per second
   * @param made of these
   * @param followed commands that the copies showed, per second
   * @param failed commands that were refused, or had no answer three minutes after the last one
   * @param firstFailure why the first of them failed; empty if none did
   * @param left commands that no copy showed three minutes after the last one
   * @param lagP50Ms from the answer to a command to its copy, the median
   * @param lagP99Ms the 99th percentile
   * @param lagMostMs the longest that a command waited for its copy, or waits at the end
   * @param lagGrowthMs by how much more a command waited in the second half than in the first one
   * @param process the share of all processors that this process took
   * @param machine the share that all processes took
   * @param requestUnits of a command, modelled, whoever caused them; if the copies did not follow
   *     the rate, up to the moment when they have caught up
   */
  record Measured(
      Load load,
      String follower,
      int partitions,
      boolean limited,
      int hosts,
      int distanceMs,
      double seconds,
      double asked,
      double made,
      double followed,
      long failed,
      String firstFailure,
      long left,
      double lagP50Ms,
      double lagP99Ms,
      double lagMostMs,
      double lagGrowthMs,
      double process,
      double machine,
      Charges requestUnits) {
    /**
     * Returns whether the writers kept the rate without a failure and the copies followed it,
     * without falling behind by more than a twentieth of the time.
     */
    @JsonProperty
    boolean bounded() {
      return failed == 0
          && made >= KEPT * asked
          && lagMostMs <= MAX_LAG_MS
          && lagGrowthMs <= seconds * MAX_GROWTH_MS;
    }

    boolean busy() {
      return machine >= BUSY;
    }

    /** Returns how many of these commands a second the partitions accept, by their write's RU. */
    @JsonProperty
    double partitionLimit() {
      double write = requestUnits.of(Cause.WRITE);
      return write == 0 ? 0 : partitions * PARTITION_RU / write;
    }

    /** Returns the share of all processors that so many of these commands a second would take. */
    double machineAt(double rate) {
      return made == 0 ? 0 : machine * rate / made;
    }

    /** Returns what bounds a rate that was not followed. */
    String limit() {
      if (requestUnits.throttled() > THROTTLED) {
        return "the partitions' throughput";
      }
      if (busy()) {
        return process < OWN * machine
            ? "the processor, which other programs took, too"
            : "the processor";
      }
      if (failed > 0) {
        return "failing commands: " + firstFailure;
      }
      return made < KEPT * asked ? "the writers" : follower;
    }
  }

  /**
   * The highest rate that was found.
   *
   * @param best at this rate
   * @param half at half of it
   * @param limit what bounded it: the partitions' throughput, the processor, failing commands, the
   *     writers or the follower
   */
  record Found(Measured best, Measured half, String limit) {}

  /** Watches a running load ten times a second; returns false to end it. */
  @FunctionalInterface
  private interface Watch {
    boolean goOn(double oldestMs);
  }

  Measured at(double rate) {
    return run(rate, at -> at * rate, warmUpSeconds, seconds, oldest -> true);
  }

  /** Searches the highest rate, and confirms it over a longer window. */
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
   * Searches the highest rate in short windows, to an eighth, and confirms it, or a lower one.
   *
   * @param first where the search begins
   * @param windows measures a rate in a short window
   * @param confirmation measures a rate in a window that counts
   */
  static Found search(
      double first, DoubleFunction<Measured> windows, DoubleFunction<Measured> confirmation) {
    double failed = Double.MAX_VALUE;
    Measured best = windows.apply(first);
    Measured worst = best;
    while (!best.bounded() && best.asked() > 1) {
      worst = best;
      failed = best.asked();
      best = windows.apply(0.8 * failed);
    }
    while (failed / best.asked() > PRECISION) {
      boolean open = failed == Double.MAX_VALUE;
      Measured tried = windows.apply(open ? best.asked() * 1.2 : (failed + best.asked()) / 2);
      if (tried.bounded()) {
        best = tried;
      } else {
        worst = tried;
        failed = tried.asked();
      }
    }
    Measured confirmed = confirmation.apply(best.asked());
    while (!confirmed.bounded() && confirmed.asked() > 1) {
      worst = confirmed;
      confirmed = confirmation.apply(0.93 * confirmed.asked());
    }
    return new Found(confirmed, windows.apply(confirmed.asked() / 2), worst.limit());
  }

  /** Raises the rate until the copies are too far behind; how many they followed in the end. */
  private double ramp() {
    Deque<Long> followed = new ArrayDeque<>();
    run(
        FIRST_RATE,
        at -> FIRST_RATE * (Math.pow(GROWTH, at) - 1) / Math.log(GROWTH),
        0,
        RAMP_SECONDS,
        oldest -> {
          followed.add(blog.lag().followed());
          if (followed.size() > RECENT) {
            followed.remove();
          }
          return oldest < MAX_LAG_MS;
        });
    double recent = followed.getLast() - followed.getFirst();
    return Math.max(2, recent * 1e9 / LOOK_NANOS / Math.max(1, followed.size() - 1));
  }

  private Measured run(
      double rate, DoubleUnaryOperator due, double before, double window, Watch watch) {
    // It sees no copy that was written before it began to look.
    blog.lag();
    ExecutorService writers = Executors.newFixedThreadPool(WRITERS, FollowedRate::daemon);
    Semaphore free = new Semaphore(UNDER_WAY);
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
        double oldest = blog.lag().oldestMs();
        if (counting) {
          counted.look(oldest, elapsed < before + window / 2);
        }
        if (elapsed >= before + window || !watch.goOn(oldest)) {
          break;
        }
      }
      for (; sent < due.applyAsDouble(elapsed); sent++) {
        if (free.tryAcquire()) {
          Command command = blog.next(load);
          writers.execute(() -> give(command, free, counted));
        }
      }
      LockSupport.parkNanos(TICK_NANOS);
    }
    writers.shutdown();
    return counted.end(rate, writers, free);
  }

  /** Waits for the answers to all commands; how many have none after three minutes. */
  private static int unanswered(ExecutorService writers, Semaphore free) {
    try {
      return writers.awaitTermination(DRAIN_SECONDS, TimeUnit.SECONDS)
          ? 0
          : UNDER_WAY - free.availablePermits();
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

  private void give(Command command, Semaphore free, Window counted) {
    try {
      String post = command.give();
      counted.made.increment();
      blog.lag().committed(post);
    } catch (RuntimeException e) {
      counted.failed(1, e.getClass().getSimpleName() + ": " + e.getMessage());
    } finally {
      free.release();
    }
  }

  /** The events of a window; used by the thread that gives the commands, but for the counts. */
  private final class Window {
    private final LongAdder made = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final AtomicReference<String> firstFailure = new AtomicReference<>(NO_FAILURE);

    // Used by one thread.
    private long begun;
    private long processor;
    private double firstHalf;
    private double secondHalf;

    void begin() {
      begun = System.nanoTime();
      made.reset();
      failed.reset();
      firstFailure.set(NO_FAILURE);
      blog.lag().take();
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

    /**
     * Ends the window, and waits until each command has its answer and the copies show everything:
     * nothing of it reaches the next window.
     */
    Measured end(double rate, ExecutorService writers, Semaphore free) {
      double took = (System.nanoTime() - begun) / 1e9;
      double process = (SYSTEM.getProcessCpuTime() - processor) / 1e9 / took / PROCESSORS;
      double machine = SYSTEM.getCpuLoad();
      Latencies lags = blog.lag().take();
      Charges charges = blog.charges().take();
      long count = made.sum();
      double most = Math.max(Math.max(firstHalf, secondHalf), lags.ms(100));
      int unanswered = unanswered(writers, free);
      if (unanswered > 0) {
        failed(unanswered, "no answer after " + DRAIN_SECONDS + " s");
      }
      boolean drained = blog.lag().awaitFollowed(DRAIN_SECONDS);
      long charged = count;
      if (most > MAX_LAG_MS) {
        charges = charges.plus(blog.charges().take());
        charged = made.sum();
      }
      return new Measured(
          load,
          follower.label(),
          blog.setting().partitions(),
          blog.setting().limited(),
          follower.hosts(),
          blog.setting().distanceMs(),
          took,
          rate,
          count / took,
          lags.count() / took,
          failed.sum(),
          firstFailure.get(),
          drained ? 0 : blog.lag().waiting(),
          lags.ms(50),
          lags.ms(99),
          drained ? most : Math.max(most, blog.lag().oldestMs()),
          secondHalf - firstHalf,
          process,
          machine,
          charges.per(Math.max(1, charged)));
    }
  }
}
