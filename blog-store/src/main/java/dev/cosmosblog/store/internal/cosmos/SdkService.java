package dev.cosmosblog.store.internal.cosmos;

import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosContainer;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.spi.ChangeProcessor;
import dev.cosmosblog.store.spi.ContainerRequests;
import dev.cosmosblog.store.spi.CosmosService;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The SDK's database. Its functions may build a client, and so wait for the first request.
 *
 * @param staleness the maximum staleness of a dedicated gateway's cache: null without such a
 *     gateway, zero to bypass the cache
 */
public record SdkService(
    Function<BlogContainer, String> names,
    Function<BlogContainer, CosmosContainer> blogContainers,
    Function<String, CosmosContainer> otherContainers,
    Function<BlogContainer, CosmosAsyncContainer> asyncContainers,
    @Nullable Duration staleness)
    implements CosmosService {
  /** Translates an exception of an SDK request that bypasses this class. */
  public static BlogException translate(String action, RuntimeException failure) {
    return failure instanceof BlogException translated
        ? translated
        : CosmosErrors.translate(action, SdkContainer.failure(action, failure), false, null);
  }

  @Override
  public ContainerRequests container(BlogContainer container) {
    return new SdkContainer(
        names.apply(container), () -> blogContainers.apply(container), staleness);
  }

  @Override
  public ContainerRequests container(String name) {
    return new SdkContainer(name, () -> otherContainers.apply(name), staleness);
  }

  @Override
  public CosmosService cached(Duration maxStaleness) {
    return new SdkService(names, blogContainers, otherContainers, asyncContainers, maxStaleness);
  }

  @Override
  public ChangeProcessor changeProcessor(
      BlogContainer source, ChangeProcessor.Settings settings, Consumer<List<StoredItem>> handler) {
    CosmosAsyncContainer changes = asyncContainers.apply(source);
    CosmosAsyncContainer leases = asyncContainers.apply(BlogContainer.LEASES);
    try {
      return SdkChangeProcessor.of(changes, leases, settings, handler);
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException(
          "The change feed's client needs contentResponseOnWriteEnabled(true) and SESSION"
              + " consistency or stronger; build it so.",
          e);
    }
  }
}
