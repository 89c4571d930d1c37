package dev.cosmosblog.store.spi;

import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * The interface to the SDK for all requests for items, queries and changes. Only {@code BlogSchema}
 * bypasses it, for databases, containers and stored procedures.
 */
public interface CosmosService {
  /** Returns the requests of one of the blog's containers; sends nothing. */
  ContainerRequests container(BlogContainer container);

  /** Returns the requests of another container; sends nothing. */
  ContainerRequests container(String name);

  /** Returns the same service, whose reads may be served from a cache with data of this age. */
  default CosmosService cached(Duration staleness) {
    return this;
  }

  /** Creates a processor that redelivers a batch if the handler throws; sends nothing. */
  ChangeProcessor changeProcessor(
      BlogContainer source, ChangeProcessor.Settings settings, Consumer<List<StoredItem>> handler);
}
