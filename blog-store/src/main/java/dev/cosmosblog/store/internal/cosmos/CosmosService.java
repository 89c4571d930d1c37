package dev.cosmosblog.store.internal.cosmos;

import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * The one interface through which requests to items, queries and changes reach the SDK. A simulated
 * service implements it in the SDK's place. Only {@link dev.cosmosblog.store.BlogSchema} goes
 * around it, with an operator's requests for databases, containers and stored procedures.
 */
public interface CosmosService {
  /** Returns the requests of one of the blog's containers; sends nothing. */
  ContainerRequests container(BlogContainer container);

  /** Returns the requests of another container; sends nothing. */
  ContainerRequests container(String name);

  /** Returns the same service, whose reads a cache of the service may answer, so old at most. */
  default CosmosService cached(Duration staleness) {
    return this;
  }

  /** Creates a processor, whose batches come again if the handler throws; sends nothing. */
  ChangeProcessor changeProcessor(
      BlogContainer source, ChangeProcessor.Settings settings, Consumer<List<StoredItem>> handler);
}
