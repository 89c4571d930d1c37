package dev.cosmoslocal.junit;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmoslocal.LocalCosmos;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The emulator or a real account, and its clients, which are created on first use. Thread-safe. */
@SuppressWarnings("deprecation") // JUnit 5.12 closes nothing else.
final class TestEndpoint implements AutoCloseable, ExtensionContext.Store.CloseableResource {
  private final Optional<LocalCosmos> local;
  private final Supplier<CosmosClientBuilder> builders;
  private final UnaryOperator<CosmosClientBuilder> settings;

  // Guarded by this.
  private @Nullable CosmosClient client;

  // Guarded by this.
  private @Nullable CosmosAsyncClient asyncClient;

  private TestEndpoint(
      Optional<LocalCosmos> local,
      Supplier<CosmosClientBuilder> builders,
      UnaryOperator<CosmosClientBuilder> settings) {
    this.local = local;
    this.builders = builders;
    this.settings = settings;
  }

  static TestEndpoint open(ExtensionSettings settings, Environment environment) {
    if (environment.endpoint().isPresent()) {
      String endpoint = environment.endpoint().get();
      String key = environment.key();
      return new TestEndpoint(
          Optional.empty(),
          () -> new CosmosClientBuilder().endpoint(endpoint).key(key).gatewayMode(),
          settings.client());
    }
    LocalCosmos local = settings.local().orElseGet(LocalCosmos::builder).start();
    return new TestEndpoint(Optional.of(local), local::clientBuilder, settings.client());
  }

  Optional<LocalCosmos> local() {
    return local;
  }

  synchronized CosmosClient client() {
    CosmosClient known = client;
    if (known == null) {
      known = clientBuilder().buildClient();
      client = known;
    }
    return known;
  }

  synchronized CosmosAsyncClient asyncClient() {
    CosmosAsyncClient known = asyncClient;
    if (known == null) {
      // The change feed processor needs its leases back when it writes them.
      known = clientBuilder().contentResponseOnWriteEnabled(true).buildAsyncClient();
      asyncClient = known;
    }
    return known;
  }

  CosmosClientBuilder clientBuilder() {
    return settings.apply(builders.get().consistencyLevel(ConsistencyLevel.SESSION));
  }

  @Override
  public synchronized void close() {
    if (client != null) {
      client.close();
    }
    if (asyncClient != null) {
      asyncClient.close();
    }
    local.ifPresent(LocalCosmos::close);
  }
}
