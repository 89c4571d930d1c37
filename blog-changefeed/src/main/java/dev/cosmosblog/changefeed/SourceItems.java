package dev.cosmosblog.changefeed;

import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.store.error.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Finds single items in the containers whose changes are followed. */
final class SourceItems {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private final FeedContainers containers;

  SourceItems(FeedContainers containers) {
    this.containers = containers;
  }

  /**
   * An item as it is now. It is asked for by its id in all partitions: the partition key of an item
   * that was set aside may be missing, or no text.
   */
  Optional<JsonNode> find(BlogItem item) {
    CosmosAsyncContainer source = containers.source(item.feed());
    SqlQuerySpec spec =
        new SqlQuerySpec(
            "SELECT * FROM c WHERE c.id = @id", List.of(new SqlParameter("@id", item.id())));
    try {
      List<JsonNode> found =
          source
              .queryItems(spec, new CosmosQueryRequestOptions(), JsonNode.class)
              .collectList()
              .block(TIMEOUT);
      return Objects.requireNonNull(found).stream()
          .filter(one -> BlogItem.of(item.feed(), one).equals(item))
          .findFirst();
    } catch (RuntimeException e) {
      throw StoreException.translate("read an item that was set aside", e);
    }
  }
}
