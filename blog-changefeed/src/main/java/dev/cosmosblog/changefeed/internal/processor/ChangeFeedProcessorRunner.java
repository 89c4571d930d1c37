package dev.cosmosblog.changefeed.internal.processor;

import com.azure.cosmos.ChangeFeedProcessor;
import com.azure.cosmos.ChangeFeedProcessorBuilder;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.ChangeFeedProcessorItem;
import com.azure.cosmos.models.ChangeFeedProcessorOptions;
import com.azure.cosmos.models.ChangeFeedProcessorState;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.store.StoreException;
import dev.cosmosblog.store.StoredItem;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the SDK's change feed processor of one container: starts it, replaces it by a new one on a
 * restart, counts the batches in flight, and waits for them when it stops.
 */
public final class ChangeFeedProcessorRunner {
  private static final Logger LOG = LoggerFactory.getLogger(ChangeFeedProcessorRunner.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration START_TIMEOUT = Duration.ofMinutes(2);
  private static final Duration RESTART_TIMEOUT = Duration.ofSeconds(5);

  private final Function<Consumer<List<StoredItem>>, ChangeFeedProcessor> processors;
  private final BatchHandler handler;

  /** Replaced by the watchdog, read by every thread that asks or stops. */
  private volatile ChangeFeedProcessor processor;

  /** Guarded by this. */
  private int inFlight;

  /** Guarded by this. */
  private boolean refusing;

  ChangeFeedProcessorRunner(
      Function<Consumer<List<StoredItem>>, ChangeFeedProcessor> processors, BatchHandler handler) {
    this.processors = processors;
    this.handler = handler;
    this.processor = processors.apply(this::handle);
  }

  /** Creates a runner for a container. */
  public static ChangeFeedProcessorRunner of(
      CosmosAsyncContainer source,
      CosmosAsyncContainer leases,
      BatchHandler handler,
      ChangeFeedSettings settings) {
    ChangeFeedProcessorOptions options =
        new ChangeFeedProcessorOptions()
            .setLeasePrefix(settings.leasePrefix())
            // Read when the leases are created, and only then.
            .setStartFromBeginning(true)
            .setFeedPollDelay(settings.pollInterval())
            .setMaxItemCount(settings.batchSize())
            .setLeaseAcquireInterval(settings.leases().acquire())
            .setLeaseRenewInterval(settings.leases().renew())
            .setLeaseExpirationInterval(settings.leases().expiration());
    return new ChangeFeedProcessorRunner(
        batches ->
            new ChangeFeedProcessorBuilder()
                .hostName(settings.hostName())
                .feedContainer(source)
                .leaseContainer(leases)
                .options(options)
                .handleLatestVersionChanges(items -> batches.accept(stored(items)))
                .buildChangeFeedProcessor(),
        handler);
  }

  private static List<StoredItem> stored(List<ChangeFeedProcessorItem> items) {
    return items.stream()
        .map(item -> JSON.convertValue((Object) item.getCurrent(), StoredItem.class))
        .toList();
  }

  /** Handles one batch, on the SDK's thread. */
  void handle(List<StoredItem> items) {
    synchronized (this) {
      if (refusing) {
        throw new CancellationException("The change feed is closing; the batch comes again.");
      }
      inFlight++;
    }
    try {
      handler.handle(items);
    } finally {
      synchronized (this) {
        inFlight--;
        notifyAll();
      }
    }
  }

  /** Returns when the processor runs, or when it was stopped meanwhile and so does not run. */
  public void start() {
    try {
      processor.start().block(START_TIMEOUT);
    } catch (RuntimeException e) {
      throw StoreException.translate("start the change feed", e);
    }
    if (isRefusing()) {
      // It was stopped before there was anything to stop.
      release(Duration.ofSeconds(1));
    }
  }

  /**
   * Returns whether the SDK says that the processor runs; its loops may have ended all the same.
   */
  boolean isRunning() {
    return processor.isStarted();
  }

  /**
   * Replaces a processor that has stalled. A batch that the old one still handles is handled twice,
   * as after any move of a lease.
   */
  public void restart() {
    release(RESTART_TIMEOUT);
    processor = processors.apply(this::handle);
    start();
  }

  /** Begins no new batch; those in flight postpone nothing. */
  public void refuseBatches() {
    synchronized (this) {
      refusing = true;
    }
    handler.stopWaiting();
  }

  private synchronized boolean isRefusing() {
    return refusing;
  }

  /**
   * Begins no new batch, waits for the batches in flight, and gives the leases back; returns
   * whether all batches ended in time.
   */
  public boolean stop(Duration timeout) {
    Deadline deadline = Deadline.after(timeout);
    refuseBatches();
    boolean ended = false;
    try {
      // The SDK gives a lease back when its batch has ended: a batch that is cut off comes again.
      ended = awaitNoneInFlight(deadline);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Duration left = deadline.left();
    release(left.compareTo(Duration.ofSeconds(1)) > 0 ? left : Duration.ofSeconds(1));
    // A batch that was cut off finds no thread for the rest of its work.
    handler.close();
    return ended;
  }

  private synchronized boolean awaitNoneInFlight(Deadline deadline) throws InterruptedException {
    while (inFlight > 0) {
      long millis = deadline.left().toMillis();
      if (millis == 0) {
        return false;
      }
      wait(millis);
    }
    return true;
  }

  /** Tells the SDK's processor to stop in any case; only the wait for it may be cut short. */
  private void release(Duration timeout) {
    try {
      processor.stop().toFuture().get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (IllegalStateException e) {
      // The SDK's processor throws if it never came to run; there is nothing to stop then.
      LOG.debug("The change feed processor had not started", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("The change feed processor did not give its leases back; they expire", e);
    }
  }

  /** Returns the state of each range on all hosts; empty before the first start. */
  List<ChangeFeedProcessorState> state() {
    try {
      List<ChangeFeedProcessorState> states = processor.getCurrentState().block(START_TIMEOUT);
      return states == null ? List.of() : states;
    } catch (RuntimeException e) {
      throw StoreException.translate("read the change feed's lag", e);
    }
  }
}
