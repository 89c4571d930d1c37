package dev.cosmosblog.store.internal.cosmos;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Counts a change feed processor's requests in flight, because the SDK doesn't report them. A poll,
 * and a query of leases, continues on this scheduler when its response arrives ({@code
 * ChangeFeedContextClientImpl}, {@code Flux.publishOn}), and has a worker from its start to its end
 * for that.
 */
final class CountingScheduler implements Scheduler {
  private final Scheduler own;

  // After the end, those that Reactor shares, because a closed host can still measure the lag.
  private volatile Scheduler threads;

  // Guarded by this.
  private int workers;

  CountingScheduler(Scheduler own) {
    this.own = own;
    this.threads = own;
  }

  /**
   * Waits until a time of the JVM's nanosecond clock has passed and no request is in flight;
   * returns false at the timeout.
   */
  synchronized boolean awaitNone(long after, Duration timeout) throws InterruptedException {
    long begun = System.nanoTime();
    long most = timeout.toNanos();
    while (true) {
      long now = System.nanoTime();
      long least = after - now;
      if (workers == 0 && least <= 0) {
        return true;
      }
      long left = most - (now - begun);
      if (left <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, workers == 0 ? Math.min(least, left) : left);
    }
  }

  @Override
  public Worker createWorker() {
    Worker worker = threads.createWorker();
    synchronized (this) {
      workers++;
    }
    return new Counted(worker);
  }

  private synchronized void end() {
    workers--;
    notifyAll();
  }

  /** Counts until it is disposed of the first time. */
  private final class Counted implements Worker {
    private final Worker worker;
    private final AtomicBoolean ended = new AtomicBoolean();

    Counted(Worker worker) {
      this.worker = worker;
    }

    @Override
    public Disposable schedule(Runnable task) {
      return worker.schedule(task);
    }

    @Override
    public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
      return worker.schedule(task, delay, unit);
    }

    @Override
    public Disposable schedulePeriodically(
        Runnable task, long initialDelay, long period, TimeUnit unit) {
      return worker.schedulePeriodically(task, initialDelay, period, unit);
    }

    @Override
    public void dispose() {
      worker.dispose();
      if (ended.compareAndSet(false, true)) {
        end();
      }
    }

    @Override
    public boolean isDisposed() {
      return worker.isDisposed();
    }
  }

  @Override
  public Disposable schedule(Runnable task) {
    return threads.schedule(task);
  }

  @Override
  public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
    return threads.schedule(task, delay, unit);
  }

  @Override
  public Disposable schedulePeriodically(
      Runnable task, long initialDelay, long period, TimeUnit unit) {
    return threads.schedulePeriodically(task, initialDelay, period, unit);
  }

  @Override
  public long now(TimeUnit unit) {
    return threads.now(unit);
  }

  /** Lets tasks in progress end. Later ones run on shared threads. */
  @Override
  public void dispose() {
    threads = Schedulers.boundedElastic();
    own.disposeGracefully().subscribe();
  }

  @Override
  public boolean isDisposed() {
    return own.isDisposed();
  }
}
