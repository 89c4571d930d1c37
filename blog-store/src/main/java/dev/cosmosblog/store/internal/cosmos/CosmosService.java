package dev.cosmosblog.store.internal.cosmos;

import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** The one seam to the SDK, which only {@link dev.cosmosblog.store.BlogSchema} goes around. */
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
