package dev.cosmosblog.store;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.ThrottlingRetryOptions;
import dev.cosmosblog.local.LocalCosmos;
import dev.cosmosblog.store.config.WritePath;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Assumptions;

/**
 * The account that the contract runs on: one in this process, or the one that {@code
 * COSMOSBLOG_ENDPOINT} and {@code COSMOSBLOG_KEY} name. Databases get a name of their own, which
 * begins with {@code COSMOSBLOG_DATABASE_PREFIX}, and are deleted at the end.
 */
final class Backend implements AutoCloseable {
  /**
   * What a backend may lack, and why its tests are skipped then: the one list of all deviations.
   */
  enum Feature {
    INDEXING_POLICY("The backend does not give back the indexing policy that it was given."),
    ITEMS_OF_2_MB("The backend takes no items of the size that the service takes."),
    PATCH_OF_A_MISSING_PATH("The backend does not increment a path that is not there from zero."),
    SCRIPTS("The backend runs no stored procedures.");

    private final String reason;

    Feature(String reason) {
      this.reason = reason;
    }
  }

  private static final int RETRIES = 200;

  private final Optional<LocalCosmos> local;
  private final CosmosClient client;
  private final List<CosmosDatabase> databases = new ArrayList<>();

  private Backend(Optional<LocalCosmos> local, String endpoint, String key) {
    this.local = local;
    // 64 threads on a container of 400 RU/s have to wait their turn.
    ThrottlingRetryOptions patient =
        new ThrottlingRetryOptions()
            .setMaxRetryAttemptsOnThrottledRequests(RETRIES)
            .setMaxRetryWaitTime(Duration.ofMinutes(2));
    this.client =
        new CosmosClientBuilder()
            .endpoint(endpoint)
            .key(key)
            .gatewayMode()
            .consistencyLevel(ConsistencyLevel.SESSION)
            .throttlingRetryOptions(patient)
            .buildClient();
  }

  /**
   * The account that the environment names, or one in this process.
   *
   * @param physicalPartitions of each container, where the account is in this process
   */
  static Backend open(int physicalPartitions) {
    String endpoint = setting("ENDPOINT", "");
    if (!endpoint.isEmpty()) {
      return new Backend(Optional.empty(), endpoint, setting("KEY", ""));
    }
    LocalCosmos account = LocalCosmos.builder().physicalPartitions(physicalPartitions).start();
    return new Backend(Optional.of(account), account.endpoint(), account.key());
  }

  private static String setting(String name, String otherwise) {
    String value = System.getenv("COSMOSBLOG_" + name);
    return value == null ? otherwise : value;
  }

  CosmosClient client() {
    return client;
  }

  /** A name that no database has. */
  String freshName() {
    return setting("DATABASE_PREFIX", "cosmosblog-") + UUID.randomUUID();
  }

  /** A database without containers. */
  CosmosDatabase emptyDatabase() {
    String name = freshName();
    client.createDatabase(name);
    return deletedAtTheEnd(client.getDatabase(name));
  }

  /** A database with the blog's containers, and what a write path needs. */
  CosmosDatabase blogDatabase(WritePath path) {
    CosmosDatabase database = client.getDatabase(freshName());
    BlogSchema schema = StoreFixture.schema(client, database);
    (path == WritePath.SCRIPTS ? schema.withScripts() : schema).provision();
    return deletedAtTheEnd(database);
  }

  CosmosDatabase deletedAtTheEnd(CosmosDatabase database) {
    databases.add(database);
    return database;
  }

  /** Skips the test, and says why, where {@code COSMOSBLOG_LACKS} names the feature. */
  void needs(Feature feature) {
    boolean lacks = Arrays.asList(setting("LACKS", "").split(",")).contains(feature.name());
    Assumptions.assumeFalse(lacks, feature.reason);
  }

  @Override
  public void close() {
    databases.forEach(CosmosDatabase::delete);
    client.close();
    local.ifPresent(LocalCosmos::close);
  }
}
