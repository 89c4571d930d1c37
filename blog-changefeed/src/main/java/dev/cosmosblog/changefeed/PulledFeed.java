package dev.cosmosblog.changefeed;

import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.store.error.StoreException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One container's changes, pulled batch by batch. */
final class PulledFeed {
  private final CosmosAsyncContainer source;
  private final BatchHandler handler;
  private final int batchSize;

  /** Where the next batch begins, null at the beginning; used by the stepping thread alone. */
  private @Nullable String continuation;

  PulledFeed(CosmosAsyncContainer source, BatchHandler handler, int batchSize) {
    this.source = source;
    this.handler = handler;
    this.batchSize = batchSize;
  }

  /** Handles the next batch; how many changes it had, 0 where there is nothing new. */
  int step() {
    try {
      FeedResponse<JsonNode> page =
          source.queryChangeFeed(options(), JsonNode.class).byPage(batchSize).blockFirst();
      return page == null ? 0 : handle(page);
    } catch (RuntimeException e) {
      throw StoreException.translate("read changes", e);
    }
  }

  /** Handles all batches that there are; how many changes they had. */
  int drain() {
    int changes = 0;
    try {
      for (FeedResponse<JsonNode> page :
          source.queryChangeFeed(options(), JsonNode.class).byPage(batchSize).toIterable(1)) {
        changes += handle(page);
      }
    } catch (RuntimeException e) {
      throw StoreException.translate("read changes", e);
    }
    return changes;
  }

  private int handle(FeedResponse<JsonNode> page) {
    List<JsonNode> items = page.getResults();
    if (!items.isEmpty()) {
      handler.handle(items);
    }
    continuation = page.getContinuationToken();
    return items.size();
  }

  /** Goes back to the beginning, as a change feed does that has lost its leases. */
  void rewind() {
    continuation = null;
  }

  private CosmosChangeFeedRequestOptions options() {
    return continuation == null
        ? CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(FeedRange.forFullRange())
        : CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(continuation);
  }
}
