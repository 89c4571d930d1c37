package dev.cosmosblog.maintenance;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosDatabase;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.util.Optional;
import java.util.UUID;

/**
 * The backend of a test class: an in-process emulator with two physical partitions per container,
 * or the endpoint in {@code COSMOSLOCAL_ENDPOINT} with the key in {@code COSMOSLOCAL_KEY}.
 */
interface TestBackend {
  CosmosClient client();

  CosmosAsyncClient asyncClient();

  /** Creates a database without containers. */
  CosmosDatabase freshDatabase();

  /** Creates an extension for test classes of JUnit Jupiter. */
  static LocalCosmosExtension extension() {
    return extension(Conditions.IDEAL);
  }

  /** Like {@link #extension()}, under other conditions. */
  static LocalCosmosExtension extension(Conditions conditions) {
    return Backend.partitions(2, conditions);
  }

  static TestBackend of(LocalCosmosExtension cosmos) {
    return new TestBackend() {
      @Override
      public CosmosClient client() {
        return cosmos.client();
      }

      @Override
      public CosmosAsyncClient asyncClient() {
        return cosmos.asyncClient();
      }

      @Override
      public CosmosDatabase freshDatabase() {
        return cosmos.freshDatabase();
      }
    };
  }

  /** Returns the backend of property tests, which can't use extensions. It is never closed. */
  static TestBackend ofProperties() {
    return OfProperties.ONLY;
  }

  /** See {@link #ofProperties}. */
  final class OfProperties implements TestBackend {
    private static final TestBackend ONLY = new OfProperties();

    private final CosmosClient client;
    private final CosmosAsyncClient asyncClient;

    private OfProperties() {
      Optional<String> endpoint = setting("ENDPOINT").filter(url -> !url.isBlank());
      CosmosClientBuilder builder =
          new CosmosClientBuilder().gatewayMode().consistencyLevel(ConsistencyLevel.SESSION);
      if (endpoint.isPresent()) {
        builder.endpoint(endpoint.get()).key(setting("KEY").orElseThrow());
      } else {
        LocalCosmos local = Backend.emulator(Conditions.IDEAL).physicalPartitions(2).start();
        builder.endpoint(local.endpoint()).key(local.key());
      }
      this.client = builder.buildClient();
      this.asyncClient = builder.contentResponseOnWriteEnabled(true).buildAsyncClient();
    }

    private static Optional<String> setting(String name) {
      return Optional.ofNullable(System.getenv("COSMOSLOCAL_" + name));
    }

    @Override
    public CosmosClient client() {
      return client;
    }

    @Override
    public CosmosAsyncClient asyncClient() {
      return asyncClient;
    }

    @Override
    public CosmosDatabase freshDatabase() {
      String name = setting("DATABASE_PREFIX").orElse("cosmoslocal-") + UUID.randomUUID();
      client.createDatabase(name);
      return client.getDatabase(name);
    }
  }
}
