package dev.cosmoslocal.internal.script;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of scripts. A script stops itself when its time is up. Only if it hangs inside a
 * built-in function, which does not check the time, its thread is abandoned until that function
 * returns.
 */
final class ScriptThreads implements AutoCloseable {
  /** As many as an account runs at once, and some abandoned ones. */
  private static final int MAX_THREADS = 288;

  private static final long STACK_BYTES = 1024 * 1024;
  private static final long IDLE_SECONDS = 10;

  /** The time within which a script stops itself. */
  private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private final AtomicInteger names = new AtomicInteger();
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          0, MAX_THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), this::thread);

  private Thread thread(Runnable work) {
    String name = "cosmos-local-script-" + names.incrementAndGet();
    Thread thread = new Thread(null, work, name, STACK_BYTES);
    thread.setDaemon(true);
    return thread;
  }

  /** Runs a script and answers its calls of the collection on this thread. */
  <T> T run(Callable<T> script, ScriptChannel channel, Caller caller) {
    FutureTask<T> task = new FutureTask<>(script);
    Future<?> running = start(task, channel);
    try {
      while (channel.serve(caller.collection(), caller.budget().nanosLeft() + GRACE_NANOS)) {
        // Each iteration answers one call.
      }
      return task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ScriptException(503, 0, "The emulator is closing.");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(
          "The script failed with an unexpected exception.", e.getCause());
    } finally {
      running.cancel(true);
    }
  }

  /** The caller of a script: its collection and its budget. */
  record Caller(ScriptCollection collection, ScriptBudget budget) {}

  private Future<?> start(FutureTask<?> task, ScriptChannel channel) {
    try {
      return threads.submit(
          () -> {
            task.run();
            channel.end();
          });
    } catch (RejectedExecutionException e) {
      throw new ScriptException(
          503,
          0,
          "The emulator is closing, or "
              + MAX_THREADS
              + " scripts could not be stopped and are still running.");
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
