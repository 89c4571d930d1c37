package dev.cosmosblog.benchmarks.ladder.rung;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A function that a container's change feed triggers, from the beginning: it is given each change
 * once, in order within a partition. Not thread-safe.
 */
final class ChangeFeedFunction {
  private final CosmosContainer container;
  private final Consumer<JsonNode> function;

  /** The position to continue at; null at the beginning. */
  private @Nullable String continuation;

  ChangeFeedFunction(CosmosContainer container, Consumer<JsonNode> function) {
    this.container = container;
    this.function = function;
  }

  /** Passes all changes to the function; returns how many there were. */
  int drain() {
    int changes = 0;
    for (FeedResponse<JsonNode> page :
        container.queryChangeFeed(options(), JsonNode.class).iterableByPage()) {
      page.getResults().forEach(function);
      changes += page.getResults().size();
      continuation = page.getContinuationToken();
    }
    return changes;
  }

  private CosmosChangeFeedRequestOptions options() {
    return continuation == null
        ? CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(FeedRange.forFullRange())
        : CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(continuation);
  }
}
