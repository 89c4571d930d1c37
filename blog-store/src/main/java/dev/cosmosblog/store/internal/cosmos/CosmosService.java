package dev.cosmosblog.store.internal.cosmos;

import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.List;
import java.util.function.Consumer;

/**
 * This library's one seam to the SDK: {@link SdkService}, or a simulated service. Only {@link
 * dev.cosmosblog.store.BlogSchema} goes around it, to create the database and its containers.
 */
public interface CosmosService {
  /** Returns the requests of one of the blog's containers; sends nothing. */
  ContainerRequests container(BlogContainer container);

  /** Returns the requests of another container; sends nothing. */
  ContainerRequests container(String name);

  /**
   * Creates a processor, whose batches come again if the handler throws; sends nothing.
   *
   * @throws IllegalStateException if the client cannot serve a processor
   */
  ChangeProcessor changeProcessor(
      BlogContainer source, ChangeProcessor.Settings settings, Consumer<List<StoredItem>> handler);
}
