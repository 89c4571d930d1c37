package dev.cosmosblog.local.internal.http;

import dev.cosmosblog.local.internal.http.exchange.WorkKind;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads besides the event loops. Those for requests that may wait are many, so that a script
 * that has one partition holds up nobody in another; most of the time a few of them do.
 */
final class Workers implements AutoCloseable {
  private static final int LONG_THREADS = 4;
  private static final int LONG_QUEUE = 10_000;
  private static final int WAITING_THREADS = 256;
  private static final int IDLE_SECONDS = 30;

  private final ThreadPoolExecutor reading =
      new ThreadPoolExecutor(
          LONG_THREADS,
          LONG_THREADS,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(LONG_QUEUE),
          new DefaultThreadFactory("cosmos-local-query", true));
  private final ThreadPoolExecutor waiting =
      new ThreadPoolExecutor(
          0,
          WAITING_THREADS,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          new DefaultThreadFactory("cosmos-local-write", true),
          // With so many under way, those that come now may as well queue up behind queries.
          (work, full) -> reading.execute(work));

  Workers() {
    reading.allowCoreThreadTimeOut(true);
  }

  /**
   * Runs work soon.
   *
   * @throws java.util.concurrent.RejectedExecutionException if they are closed, or too much work
   *     waits
   */
  void run(WorkKind pace, Runnable work) {
    (pace == WorkKind.LONG ? reading : waiting).execute(work);
  }

  @Override
  public void close() {
    waiting.shutdownNow();
    reading.shutdownNow();
  }
}
