package dev.cosmoslocal;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * An emulator with TLS and clients in direct mode, the SDK's default. The tests that use it run one
 * after another, because they set a system property of the SDK.
 */
final class DirectEmulator implements AutoCloseable, AfterAllCallback {
  private final LocalCosmos emulator;
  private final CosmosClient client;

  DirectEmulator(LocalCosmosBuilder builder) {
    this.emulator = builder.tls(TestCertificate.context()).start();
    this.client = builder().buildClient();
    client.createDatabaseIfNotExists("db");
  }

  /** A builder with an endpoint and a key, and the defaults of the SDK. */
  CosmosClientBuilder builder() {
    emulator.clientBuilder();
    return new CosmosClientBuilder().endpoint(emulator.endpoint()).key(emulator.key());
  }

  LocalCosmos local() {
    return emulator;
  }

  CosmosClient client() {
    return client;
  }

  CosmosClient client(ConsistencyLevel level) {
    return builder().consistencyLevel(level).buildClient();
  }

  CosmosAsyncClient asyncClient() {
    return builder().contentResponseOnWriteEnabled(true).buildAsyncClient();
  }

  CosmosContainer container(String id) {
    client.getDatabase("db").createContainerIfNotExists(id, "/pk");
    return client.getDatabase("db").getContainer(id);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    close();
  }

  @Override
  public void close() {
    client.close();
    emulator.close();
  }
}
