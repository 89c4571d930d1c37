package dev.cosmosblog.changefeed;

import com.azure.cosmos.ChangeFeedProcessor;
import com.azure.cosmos.ChangeFeedProcessorBuilder;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.ChangeFeedProcessorItem;
import com.azure.cosmos.models.ChangeFeedProcessorOptions;
import com.azure.cosmos.models.ChangeFeedProcessorState;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The SDK's change feed processor over one container. */
final class FeedProcessor {
  private static final Logger LOG = LoggerFactory.getLogger(FeedProcessor.class);
  private static final Duration START_TIMEOUT = Duration.ofMinutes(2);

  private final ChangeFeedProcessor processor;
  private final InFlight inFlight;

  FeedProcessor(ChangeFeedProcessor processor, InFlight inFlight) {
    this.processor = processor;
    this.inFlight = inFlight;
  }

  static FeedProcessor of(
      CosmosAsyncContainer source,
      CosmosAsyncContainer leases,
      BatchHandler handler,
      ChangeFeedSettings settings) {
    InFlight inFlight = new InFlight();
    ChangeFeedProcessor processor =
        new ChangeFeedProcessorBuilder()
            .hostName(settings.hostName())
            .feedContainer(source)
            .leaseContainer(leases)
            .options(options(settings))
            .handleLatestVersionChanges(
                items -> inFlight.run(() -> handler.handle(contents(items))))
            .buildChangeFeedProcessor();
    return new FeedProcessor(processor, inFlight);
  }

  private static ChangeFeedProcessorOptions options(ChangeFeedSettings settings) {
    return new ChangeFeedProcessorOptions()
        .setLeasePrefix(settings.leasePrefix())
        // Read when the leases are made, and only then.
        .setStartFromBeginning(true)
        .setFeedPollDelay(settings.pollInterval())
        .setMaxItemCount(settings.batchSize())
        .setLeaseAcquireInterval(settings.leaseAcquireInterval())
        .setLeaseRenewInterval(settings.leaseRenewInterval())
        .setLeaseExpirationInterval(settings.leaseExpirationInterval());
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

  /** Begins no new batch. */
  void refuse() {
    inFlight.close();
  }

  /** Begins no new batch, waits for the batches in flight, and gives the leases back. */
  boolean stop(Duration timeout) {
    long end = System.nanoTime() + timeout.toNanos();
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
      processor.stop().toFuture().get(timeout.toNanos(), TimeUnit.NANOSECONDS);
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
