package dev.cosmosblog.store.spi;

import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.schema.SchemaRequests;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The interface to the SDK for all requests for items, queries and changes. */
public interface CosmosService {
  /** Returns the requests of one of the blog's containers; sends nothing. */
  ContainerRequests container(BlogContainer container);

  /** Returns the requests of another container; sends nothing. */
  ContainerRequests container(String name);

  /** Returns the same service, whose reads may be served from a cache with data of this age. */
  default CosmosService cached(Duration staleness) {
    return this;
  }

  /** Returns the requests for the database and its containers; null for those of the SDK. */
  default @Nullable SchemaRequests schema() {
    return null;
  }

  /** Creates a processor that redelivers a batch if the handler throws; sends nothing. */
  ChangeProcessor changeProcessor(
      BlogContainer source, ChangeProcessor.Settings settings, Consumer<List<StoredItem>> handler);
}
