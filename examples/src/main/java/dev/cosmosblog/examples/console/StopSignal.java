package dev.cosmosblog.examples.console;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Tells a program that runs until it is stopped when to end: at SIGTERM or SIGINT, or when {@link
 * #stop} is called. The process stays alive until the program reports that it has ended, and exits
 * with the code that the program reports, so that a clean end is recognized by exit code 0.
 */
public final class StopSignal {
  /** The longest time to wait for the program; a container runtime kills it after about 30 s. */
  private static final Duration GRACE = Duration.ofSeconds(60);

  private final CountDownLatch stopped = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile int exitCode = Example.FAILED;

  /**
   * Returns a signal that is raised when the process is asked to end.
   *
   * @return the signal
   */
  public static StopSignal ofProcess() {
    StopSignal signal = new StopSignal();
    Runtime.getRuntime().addShutdownHook(new Thread(signal::hold, "stop"));
    return signal;
  }

  private void hold() {
    stop();
    try {
      if (ended.await(GRACE.toSeconds(), TimeUnit.SECONDS)) {
        // The virtual machine would exit with 128 + the signal's number, however clean the end.
        Runtime.getRuntime().halt(exitCode);
      }
      System.err.println("The program did not end in time.");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Asks the program to end. */
  public void stop() {
    stopped.countDown();
  }

  /**
   * Waits until the program is asked to end.
   *
   * @throws InterruptedException if the thread is interrupted
   */
  public void await() throws InterruptedException {
    stopped.await();
  }

  /**
   * Reports that the program has ended.
   *
   * @param code its exit code
   */
  public void ended(int code) {
    exitCode = code;
    ended.countDown();
  }
}
