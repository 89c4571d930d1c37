package dev.cosmosblog.changefeed;

import com.azure.cosmos.ChangeFeedProcessor;
import com.azure.cosmos.ChangeFeedProcessorBuilder;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.ChangeFeedProcessorItem;
import com.azure.cosmos.models.ChangeFeedProcessorOptions;
import com.azure.cosmos.models.ChangeFeedProcessorState;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The SDK's change feed processor over one container. */
final class FeedProcessor {
  private static final Logger LOG = LoggerFactory.getLogger(FeedProcessor.class);
  private static final Duration START_TIMEOUT = Duration.ofMinutes(2);

  private final ChangeFeedProcessor processor;
  private final InFlight inFlight = new InFlight();

  FeedProcessor(
      CosmosAsyncContainer source,
      CosmosAsyncContainer leases,
      BatchHandler handler,
      ChangeFeedSettings settings) {
    this.processor =
        new ChangeFeedProcessorBuilder()
            .hostName(settings.hostName())
            .feedContainer(source)
            .leaseContainer(leases)
            .options(options(settings))
            .handleLatestVersionChanges(items -> handle(items, handler))
            .buildChangeFeedProcessor();
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

  private void handle(List<ChangeFeedProcessorItem> items, BatchHandler handler) {
    inFlight.run(
        () -> handler.handle(items.stream().map(ChangeFeedProcessorItem::getCurrent).toList()));
  }

  void start() {
    processor.start().block(START_TIMEOUT);
  }

  /** Begins no new batch, gives the leases back, and waits for the batches in flight. */
  boolean stop(Duration timeout) throws InterruptedException {
    long end = System.nanoTime() + timeout.toNanos();
    inFlight.close();
    // The SDK gives a lease back when its batch has ended: a batch that is cut off comes again.
    boolean drained = inFlight.awaitNone(timeout);
    try {
      Duration left = Duration.ofNanos(Math.max(end - System.nanoTime(), 1_000_000_000L));
      processor.stop().block(left);
    } catch (RuntimeException e) {
      // The processor throws when it never came to run; there is nothing to stop then.
      LOG.debug("The change feed processor did not stop cleanly", e);
    }
    return drained;
  }

  /** Changes that are not handled yet, over all ranges and hosts; empty before the first start. */
  List<ChangeFeedProcessorState> state() {
    List<ChangeFeedProcessorState> states = processor.getCurrentState().block(START_TIMEOUT);
    return states == null ? List.of() : states;
  }
}
