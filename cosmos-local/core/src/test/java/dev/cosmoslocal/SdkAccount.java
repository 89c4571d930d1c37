package dev.cosmoslocal;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * An account, the unmodified SDK's client of it, and a database. As an extension of a test class,
 * it is closed after the class.
 */
final class SdkAccount implements AutoCloseable, AfterAllCallback {
  private static final AtomicInteger NAMES = new AtomicInteger();

  private final LocalCosmos account;
  private final CosmosClient client;
  private final CosmosDatabase database;
  private final boolean own;

  /** An account of the test's own, with its settings. */
  SdkAccount(LocalCosmosBuilder builder) {
    this(builder.start(), "db");
  }

  private SdkAccount(LocalCosmos account, String database) {
    this(account, builder(account).buildClient(), database, true);
  }

  private SdkAccount(LocalCosmos account, CosmosClient client, String database, boolean own) {
    this.account = account;
    this.client = client;
    client.createDatabaseIfNotExists(database);
    this.database = client.getDatabase(database);
    this.own = own;
  }

  /** A database of the test's own on the account that all of its kind share. */
  static SdkAccount shared() {
    return new SdkAccount(Shared.ACCOUNT, Shared.CLIENT, "db-" + NAMES.incrementAndGet(), false);
  }

  /** Closed by the end of the process. */
  private static final class Shared {
    private static final LocalCosmos ACCOUNT = LocalCosmos.start();
    private static final CosmosClient CLIENT = builder(ACCOUNT).buildClient();
  }

  static CosmosClientBuilder builder(LocalCosmos account) {
    return new CosmosClientBuilder()
        .endpoint(account.endpoint())
        .key(account.key())
        .gatewayMode()
        .contentResponseOnWriteEnabled(true);
  }

  LocalCosmos account() {
    return account;
  }

  CosmosClient client() {
    return client;
  }

  CosmosDatabase database() {
    return database;
  }

  CosmosContainer container(String id) {
    return container(new CosmosContainerProperties(id, "/pk"));
  }

  CosmosContainer container(CosmosContainerProperties properties) {
    database.createContainerIfNotExists(properties);
    return database.getContainer(properties.getId());
  }

  CosmosAsyncClient asyncClient() {
    return builder(account).buildAsyncClient();
  }

  static ObjectNode item(String id, String pk) {
    return JsonNodeFactory.instance.objectNode().put("id", id).put("pk", pk);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    close();
  }

  @Override
  public void close() {
    if (own) {
      client.close();
      account.close();
    } else {
      database.delete();
    }
  }
}
