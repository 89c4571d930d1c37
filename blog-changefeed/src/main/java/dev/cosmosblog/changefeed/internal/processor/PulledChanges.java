package dev.cosmosblog.changefeed.internal.processor;

import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import dev.cosmosblog.store.StoreException;
import dev.cosmosblog.store.StoredItem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One container's changes, pulled batch by batch on the caller's thread. */
public final class PulledChanges {
  private final CosmosAsyncContainer source;
  private final BatchHandler handler;
  private final int batchSize;

  /** Where the next batch begins, or null at the beginning; used by the stepping thread alone. */
  private @Nullable String continuation;

  public PulledChanges(CosmosAsyncContainer source, BatchHandler handler, int batchSize) {
    this.source = source;
    this.handler = handler;
    this.batchSize = batchSize;
  }

  /** Handles the next batch, and returns the number of its changes. */
  public int step() {
    try {
      FeedResponse<StoredItem> page =
          source.queryChangeFeed(options(), StoredItem.class).byPage(batchSize).blockFirst();
      return page == null ? 0 : handle(page);
    } catch (RuntimeException e) {
      throw StoreException.translate("read changes", e);
    }
  }

  /** Handles all batches, and returns the number of their changes. */
  public int drain() {
    int changes = 0;
    try {
      for (FeedResponse<StoredItem> page :
          source.queryChangeFeed(options(), StoredItem.class).byPage(batchSize).toIterable(1)) {
        changes += handle(page);
      }
    } catch (RuntimeException e) {
      throw StoreException.translate("read changes", e);
    }
    return changes;
  }

  private int handle(FeedResponse<StoredItem> page) {
    List<StoredItem> items = page.getResults();
    if (!items.isEmpty()) {
      handler.handle(items);
    }
    continuation = page.getContinuationToken();
    return items.size();
  }

  /** Returns to the beginning, as a change feed does that has lost its leases. */
  public void rewind() {
    continuation = null;
  }

  private CosmosChangeFeedRequestOptions options() {
    return continuation == null
        ? CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(FeedRange.forFullRange())
        : CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(continuation);
  }
}
