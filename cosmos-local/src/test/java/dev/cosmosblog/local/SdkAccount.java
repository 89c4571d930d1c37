package dev.cosmosblog.local;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.junit.LocalCosmosExtension;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * An account with special settings and the unmodified SDK's client of it. As an extension of a test
 * class, it is closed after the class. Tests without special settings use {@link
 * LocalCosmosExtension}.
 */
final class SdkAccount implements AutoCloseable, AfterAllCallback {
  /**
   * Settings for clients of {@link LocalCosmosExtension} whose tests inspect the answers to writes.
   */
  static final UnaryOperator<CosmosClientBuilder> CONTENT_ON_WRITE =
      builder -> builder.contentResponseOnWriteEnabled(true);

  private final LocalCosmos account;
  private final CosmosClient client;
  private final CosmosDatabase database;

  SdkAccount(LocalCosmosBuilder builder) {
    account = builder.start();
    client = builder(account).buildClient();
    client.createDatabaseIfNotExists("db");
    database = client.getDatabase("db");
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

  static CosmosContainer container(LocalCosmosExtension cosmos, String id) {
    return container(cosmos, new CosmosContainerProperties(id, "/pk"));
  }

  static CosmosContainer container(
      LocalCosmosExtension cosmos, CosmosContainerProperties properties) {
    cosmos.database().createContainerIfNotExists(properties);
    return cosmos.database().getContainer(properties.getId());
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
    client.close();
    account.close();
  }
}
