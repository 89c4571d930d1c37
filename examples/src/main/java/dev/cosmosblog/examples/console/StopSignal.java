package dev.cosmosblog.examples.console;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Says when a program that runs until it is stopped shall end: at SIGTERM or SIGINT, or when {@link
 * #stop} is called. The signal holds the process until the program says that it has ended, and with
 * which exit code: who stopped it can tell a clean end by 0.
 */
public final class StopSignal {
  /**
   * What a program may take to end; a container's runtime kills it after 30 s or so in any case.
   */
  private static final Duration GRACE = Duration.ofSeconds(60);

  private final CountDownLatch stopped = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile int exitCode = Programs.FAILED;

  /**
   * A signal that the process's end raises.
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
        // The virtual machine would end with 128 + the signal's number, however clean the end was.
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
   * Waits until the program shall end.
   *
   * @throws InterruptedException if the thread was interrupted
   */
  public void await() throws InterruptedException {
    stopped.await();
  }

  /**
   * The program has ended: the process may go.
   *
   * @param code its exit code
   */
  public void ended(int code) {
    exitCode = code;
    ended.countDown();
  }
}
