package dev.cosmoslocal.app;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The signal that tells a running account to end. */
public interface Stop {
  /**
   * Waits until the program is asked to end.
   *
   * @throws InterruptedException if the thread is interrupted
   */
  void await() throws InterruptedException;

  /** Asks the program to end. */
  void stop();

  /**
   * Reports that the program has ended.
   *
   * @param code its exit code
   */
  void ended(int code);

  /**
   * A signal that is raised when the process is asked to end, by SIGTERM or SIGINT. The process
   * then exits with the code that the program reports.
   *
   * @return the signal
   */
  static Stop ofProcess() {
    ProcessStop stop = new ProcessStop();
    Runtime.getRuntime().addShutdownHook(new Thread(stop::hold, "stop"));
    return stop;
  }

  /** The end of the process. */
  final class ProcessStop implements Stop {
    /** A container runtime kills a process after about 30 s. */
    private static final int GRACE_SECONDS = 60;

    private final CountDownLatch stopped = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile int exitCode = CosmosLocal.FAILED;

    private ProcessStop() {}

    private void hold() {
      stop();
      try {
        if (ended.await(GRACE_SECONDS, TimeUnit.SECONDS)) {
          // The virtual machine would exit with 128 + the signal's number, however clean the end.
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
