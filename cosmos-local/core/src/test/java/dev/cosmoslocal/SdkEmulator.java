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
 * An emulator with a client of the unmodified SDK and a database. As an extension of a test class,
 * it is closed after the class.
 */
final class SdkEmulator implements AutoCloseable, AfterAllCallback {
  /**
   * The system property that runs these tests by clients in direct mode: {@code mvn test
   * -Dtest='Sdk*Test' -Dcosmoslocal.direct=true}.
   */
  static final String DIRECT_MODE = "cosmoslocal.direct";

  private static final boolean DIRECT = Boolean.getBoolean(DIRECT_MODE);

  private static final AtomicInteger NAMES = new AtomicInteger();

  private final LocalCosmos emulator;
  private final CosmosClient client;
  private final CosmosDatabase database;
  private final boolean own;

  /** Starts a separate emulator with these settings. */
  SdkEmulator(LocalCosmosBuilder builder) {
    this(started(builder), "db");
  }

  private SdkEmulator(LocalCosmos emulator, String database) {
    this(emulator, builder(emulator).buildClient(), database, true);
  }

  private SdkEmulator(LocalCosmos emulator, CosmosClient client, String database, boolean own) {
    this.emulator = emulator;
    this.client = client;
    client.createDatabaseIfNotExists(database);
    this.database = client.getDatabase(database);
    this.own = own;
  }

  /** Creates a separate database on an emulator that tests share. */
  static SdkEmulator shared() {
    return new SdkEmulator(Shared.EMULATOR, Shared.CLIENT, "db-" + NAMES.incrementAndGet(), false);
  }

  /** Closed at the end of the process. */
  private static final class Shared {
    private static final LocalCosmos EMULATOR = started(LocalCosmos.builder());
    private static final CosmosClient CLIENT = builder(EMULATOR).buildClient();
  }

  static CosmosClientBuilder builder(LocalCosmos emulator) {
    return inMode(emulator, emulator.clientBuilder().contentResponseOnWriteEnabled(true));
  }

  /** Sets the mode of a client. */
  static CosmosClientBuilder inMode(LocalCosmos emulator, CosmosClientBuilder builder) {
    return DIRECT && emulator.endpoint().startsWith("https:")
        ? builder.directMode()
        : builder.gatewayMode();
  }

  private static LocalCosmos started(LocalCosmosBuilder builder) {
    return (DIRECT ? builder.tls(TestCertificate.context()) : builder).start();
  }

  LocalCosmos local() {
    return emulator;
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
    return builder(emulator).buildAsyncClient();
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
      emulator.close();
    } else {
      database.delete();
    }
  }
}
