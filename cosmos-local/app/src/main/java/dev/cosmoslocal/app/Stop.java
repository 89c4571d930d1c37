package dev.cosmoslocal.app;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The signal that stops a running emulator. */
public interface Stop {
  /**
   * Waits until the program is to stop.
   *
   * @throws InterruptedException if the thread is interrupted
   */
  void await() throws InterruptedException;

  /** Stops the program. */
  void stop();

  /**
   * Reports that the program has ended.
   *
   * @param code its exit code
   */
  void ended(int code);

  /**
   * Returns a signal that SIGTERM or SIGINT triggers. The process then exits with the code that the
   * program reports.
   *
   * @return the signal
   */
  static Stop ofProcess() {
    ProcessStop stop = new ProcessStop();
    Runtime.getRuntime().addShutdownHook(new Thread(stop::hold, "stop"));
    return stop;
  }

  /** Stops the program at the end of the process. */
  final class ProcessStop implements Stop {
    /** More than the 30 s after which container runtimes kill a process. */
    private static final int GRACE_SECONDS = 60;

    private final CountDownLatch stopped = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile int exitCode = CosmosLocal.FAILED;

    private ProcessStop() {}

    private void hold() {
      stop();
      try {
        if (ended.await(GRACE_SECONDS, TimeUnit.SECONDS)) {
          // The JVM would otherwise exit with 128 + the signal's number.
          Runtime.getRuntime().halt(exitCode);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void await() throws InterruptedException {
      stopped.await();
    }

    @Override
    public void stop() {
      stopped.countDown();
    }

    @Override
    public void ended(int code) {
      exitCode = code;
      ended.countDown();
    }
  }
}
