package dev.cosmosblog.benchmarks.blog;

import com.sun.management.OperatingSystemMXBean;
import dev.cosmosblog.benchmarks.blog.CopyLag.Lags;
import dev.cosmosblog.benchmarks.blog.LoadedBlog.Command;
import dev.cosmosblog.benchmarks.blog.LoadedBlog.Load;
import dev.cosmosblog.benchmarks.blog.RequestUnitCauses.Charges;
import java.lang.management.ManagementFactory;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** Gives a blog's commands at a rate, and measures meanwhile how its copies follow. */
final class Traffic {
  /** Above this share of all processors, a rate is bounded by the machine. */
  static final double BUSY = 0.9;

  private static final int WRITERS = 64;

  /** Beyond these, commands are left out: the writers cannot keep up. */
  private static final int UNDER_WAY = 4 * WRITERS;

  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final LoadedBlog blog;
  private final Load load;

  Traffic(LoadedBlog blog, Load load) {
    this.blog = blog;
    this.load = load;
  }

  /**
   * The measurement of a window of time.
   *
   * @param asked commands per second
   * @param seconds the window
   * @param made commands in the window
   * @param followed commands that the copies showed in the window
   * @param lags their times from the answer to the copy
   * @param mostMs the longest that any command of the window has waited for its copy
   * @param processor the share of all processors that this process took
   * @param machine the share that all processes took
   * @param failed commands that were refused
   * @param charges the request units in the window
   */
  record Window(
      double asked,
      double seconds,
      long made,
      int followed,
      Lags lags,
      double mostMs,
      double processor,
      double machine,
      long failed,
      Charges charges) {
    /** Returns whether the writers kept up with the rate. */
    boolean kept() {
      return made >= 0.95 * asked * seconds;
    }
  }

  /** Watches a running load; returns false to end it. */
  @FunctionalInterface
  interface Watch {
    boolean goOn(double seconds, double oldestMs);
  }

  /**
   * Gives commands at a rate for some time before the window, and in the window.
   *
   * @param rate commands per second
   * @param before the seconds before the window
   * @param seconds the seconds of the window
   * @param watch ends it early, after which the window counts from its beginning to the end
   */
  Window measure(double rate, double before, double seconds, Watch watch) {
    ExecutorService writers = Executors.newFixedThreadPool(WRITERS, Traffic::daemon);
    Semaphore free = new Semaphore(UNDER_WAY);
    LongAdder made = new LongAdder();
    LongAdder failed = new LongAdder();
    long start = System.nanoTime();
    long window = start;
    long sent = 0;
    long look = start;
    long processor = 0;
    double most = 0;
    boolean counting = false;
    try {
      while (true) {
        long now = System.nanoTime();
        double elapsed = (now - start) / 1e9;
        if (!counting && elapsed >= before) {
          counting = true;
          window = now;
          made.reset();
          failed.reset();
          blog.lag().take();
          blog.charges().take();
          processor = SYSTEM.getProcessCpuTime();
          SYSTEM.getCpuLoad();
        }
        if (now - look >= LOOK_NANOS) {
          look = now;
          double oldest = blog.lag().oldestMs();
          most = counting ? Math.max(most, oldest) : 0;
          if (elapsed >= before + seconds || !watch.goOn(elapsed, oldest)) {
            break;
          }
        }
        long due = (long) (elapsed * rate);
        for (; sent < due; sent++) {
          if (free.tryAcquire()) {
            Command command = blog.next(load);
            writers.execute(() -> give(command, free, made, failed));
          }
        }
        LockSupport.parkNanos(TICK_NANOS);
      }
      long took = System.nanoTime() - window;
      Lags lags = blog.lag().take();
      return new Window(
          rate,
          took / 1e9,
          made.sum(),
          lags.count(),
          lags,
          Math.max(most, lags.ms(1)),
          (double) (SYSTEM.getProcessCpuTime() - processor) / took / PROCESSORS,
          SYSTEM.getCpuLoad(),
          failed.sum(),
          blog.charges().take());
    } finally {
      writers.shutdown();
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "writer");
    thread.setDaemon(true);
    return thread;
  }

  private void give(Command command, Semaphore free, LongAdder made, LongAdder failed) {
    try {
      String post = command.give();
      made.increment();
      blog.lag().committed(post);
    } catch (RuntimeException e) {
      failed.increment();
    } finally {
      free.release();
    }
  }
}
