package dev.cosmosblog.changefeed;

import com.azure.cosmos.ChangeFeedProcessor;
import com.azure.cosmos.ChangeFeedProcessorBuilder;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.ChangeFeedProcessorItem;
import com.azure.cosmos.models.ChangeFeedProcessorOptions;
import com.azure.cosmos.models.ChangeFeedProcessorState;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.store.error.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The SDK's change feed processor over one container, and another one where it is restarted. */
final class FeedProcessor {
  private static final Logger LOG = LoggerFactory.getLogger(FeedProcessor.class);
  private static final Duration START_TIMEOUT = Duration.ofMinutes(2);
  private static final Duration RESTART_TIMEOUT = Duration.ofSeconds(5);

  private final Supplier<ChangeFeedProcessor> processors;
  private final InFlight inFlight;

  /** Replaced by the watchdog, read by whoever asks or stops. */
  private volatile ChangeFeedProcessor processor;

  FeedProcessor(Supplier<ChangeFeedProcessor> processors, InFlight inFlight) {
    this.processors = processors;
    this.inFlight = inFlight;
    this.processor = processors.get();
  }

  static FeedProcessor of(
      CosmosAsyncContainer source,
      CosmosAsyncContainer leases,
      BatchHandler handler,
      ChangeFeedSettings settings) {
    InFlight inFlight = new InFlight(handler::hurry);
    return new FeedProcessor(
        () ->
            new ChangeFeedProcessorBuilder()
                .hostName(settings.hostName())
                .feedContainer(source)
                .leaseContainer(leases)
                .options(options(settings))
                .handleLatestVersionChanges(
                    items -> inFlight.run(() -> handler.handle(contents(items))))
                .buildChangeFeedProcessor(),
        inFlight);
  }

  private static ChangeFeedProcessorOptions options(ChangeFeedSettings settings) {
    return new ChangeFeedProcessorOptions()
        .setLeasePrefix(settings.leasePrefix())
        // Read when the leases are made, and only then.
        .setStartFromBeginning(true)
        .setFeedPollDelay(settings.pollInterval())
        .setMaxItemCount(settings.batchSize())
        .setLeaseAcquireInterval(settings.leases().acquire())
        .setLeaseRenewInterval(settings.leases().renew())
        .setLeaseExpirationInterval(settings.leases().expiration());
  }

  private static List<JsonNode> contents(List<ChangeFeedProcessorItem> items) {
    return items.stream().map(ChangeFeedProcessorItem::getCurrent).toList();
  }

  /** Returns when it runs, unless it was stopped meanwhile: then it does not run. */
  void start() {
    try {
      processor.start().block(START_TIMEOUT);
    } catch (RuntimeException e) {
      throw StoreException.translate("start the change feed", e);
    }
    if (inFlight.isClosed()) {
      // Whoever stopped it came before there was anything to stop.
      release(Duration.ofSeconds(1));
    }
  }

  /** Whether the SDK says that it runs; its loops may have ended all the same. */
  boolean isRunning() {
    return processor.isStarted();
  }

  /**
   * Starts another processor in place of one that stands still. What the old one may still be
   * handling is handled twice then, as after any move of a lease.
   */
  void restart() {
    release(RESTART_TIMEOUT);
    processor = processors.get();
    start();
  }

  /** Begins no new batch. */
  void refuse() {
    inFlight.close();
  }

  /** Begins no new batch, waits for the batches in flight, and gives the leases back. */
  boolean stop(Duration timeout) {
    long end = System.nanoTime() + Bounds.nanos(timeout);
    refuse();
    boolean drained = false;
    try {
      // The SDK gives a lease back when its batch has ended: a batch that is cut off comes again.
      drained = inFlight.awaitNone(timeout);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    release(Duration.ofNanos(Math.max(end - System.nanoTime(), 1_000_000_000L)));
    return drained;
  }

  /** The SDK's processor is told to stop in any case; what may be cut short is the wait for it. */
  private void release(Duration timeout) {
    try {
      processor.stop().toFuture().get(Bounds.nanos(timeout), TimeUnit.NANOSECONDS);
    } catch (IllegalStateException e) {
      // The processor throws when it never came to run; there is nothing to stop then.
      LOG.debug("The change feed processor had not started", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("The change feed processor did not give its leases back; they expire", e);
    }
  }

  /** Changes that are not handled yet, over all ranges and hosts; empty before the first start. */
  List<ChangeFeedProcessorState> state() {
    try {
      List<ChangeFeedProcessorState> states = processor.getCurrentState().block(START_TIMEOUT);
      return states == null ? List.of() : states;
    } catch (RuntimeException e) {
      throw StoreException.translate("read the change feed's lag", e);
    }
  }
}
