package dev.cosmosblog.benchmarks.localaccount;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosContainerProperties;

/** A server and the SDK's client on it. */
final class Target implements AutoCloseable {
  private static final String DATABASE = "benchmark";

  /** The key that Microsoft's emulators and both servers have; it is no secret. */
  private static final String WELL_KNOWN_KEY =
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

  private final String name;
  private final ServerProcess server;
  private final CosmosClient client;

  Target(String name, ServerProcess server) {
    this.name = name;
    this.server = server;
    this.client = client(server.endpoint());
    client.createDatabaseIfNotExists(DATABASE);
  }

  static CosmosClient client(String endpoint) {
    System.getProperties().putIfAbsent("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
    return new CosmosClientBuilder()
        .endpoint(endpoint)
        .key(WELL_KNOWN_KEY)
        .gatewayMode()
        .consistencyLevel(ConsistencyLevel.SESSION)
        // The other server names itself by https.
        .endpointDiscoveryEnabled(false)
        .buildClient();
  }

  String name() {
    return name;
  }

  ServerProcess server() {
    return server;
  }

  CosmosContainer container(CosmosContainerProperties properties) {
    client.getDatabase(DATABASE).createContainerIfNotExists(properties);
    return client.getDatabase(DATABASE).getContainer(properties.getId());
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
