package dev.cosmosblog.changefeed.internal.processor;

import dev.cosmosblog.changefeed.internal.handler.ItemTasks;
import dev.cosmosblog.changefeed.observe.ChangeFeedCost;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener.BatchScope;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.observe.OperationListener;
import dev.cosmosblog.store.observe.OperationReport;
import dev.cosmosblog.store.observe.RequestMeter;
import dev.cosmosblog.store.observe.RequestMeter.Usage;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/**
 * Adds up the cost of a host's operations, in total and for the batch that a thread is handling. A
 * write of the front page that several batches share counts for none of them.
 */
public final class CostMeter implements OperationListener {
  private final BlogDatabase database;
  private final Processor atBuild;
  private final AtomicReference<Usage> operations = new AtomicReference<>(Usage.NONE);
  private final ThreadLocal<Batch> batch = new ThreadLocal<>();

  private record Batch(AtomicReference<Usage> usage, BatchScope scope) {}

  private record Processor(Usage polls, Usage leases) {}

  public CostMeter(BlogDatabase database) {
    this.database = database;
    this.atBuild = processor();
  }

  @Override
  public void onOperation(OperationReport report) {
    Usage usage = new Usage(report.requests(), report.requestUnits());
    operations.accumulateAndGet(usage, Usage::plus);
    Batch current = batch.get();
    if (current != null) {
      current.usage().accumulateAndGet(usage, Usage::plus);
    }
  }

  /**
   * Begins a batch on this thread, until {@link #endBatch}.
   *
   * @param scope is entered on each thread that runs tasks of the batch
   */
  void beginBatch(BatchScope scope) {
    batch.set(new Batch(new AtomicReference<>(Usage.NONE), scope));
  }

  /** Returns the cost of the batch on this thread so far. */
  Usage batch() {
    return Optional.ofNullable(batch.get())
        .map(current -> current.usage().get())
        .orElse(Usage.NONE);
  }

  void endBatch() {
    batch.remove();
  }

  /** Wraps tasks so that their operations belong to the batch of the thread that runs them. */
  public ItemTasks counted(ItemTasks tasks) {
    return new ItemTasks() {
      @Override
      public void run(List<Runnable> all) {
        tasks.run(all.stream().map(CostMeter.this::carried).toList());
      }

      @Override
      public void close() {
        tasks.close();
      }
    };
  }

  /** Wraps a task so that its operations belong to the batch of this thread. */
  public Runnable carried(Runnable task) {
    Batch current = batch.get();
    return current == null ? task : () -> within(current, task);
  }

  private void within(Batch current, Runnable task) {
    Batch before = batch.get();
    batch.set(current);
    Runnable exit = current.scope().enter();
    try {
      task.run();
    } finally {
      exit.run();
      batch.set(before);
    }
  }

  public ChangeFeedCost cost() {
    Processor now = processor();
    return new ChangeFeedCost(
        operations.get(),
        now.polls().since(atBuild.polls()),
        now.leases().since(atBuild.leases()),
        database.requestMeter().isPresent());
  }

  private Processor processor() {
    Optional<RequestMeter> meter = database.requestMeter();
    Function<String, Usage> of =
        container ->
            meter.map(counts -> counts.usage(database.name(), container)).orElse(Usage.NONE);
    Usage users = of.apply(database.containerNames().users());
    Usage posts = of.apply(database.containerNames().posts());
    return new Processor(users.plus(posts), of.apply(database.containerNames().leases()));
  }
}
