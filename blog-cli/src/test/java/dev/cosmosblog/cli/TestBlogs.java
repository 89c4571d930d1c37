package dev.cosmosblog.cli;

import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogDatabaseBuilder;
import dev.cosmoslocal.LocalCosmos;

/** Connects a test to the emulator. */
final class TestBlogs {
  private TestBlogs() {}

  static BlogDatabase connect(LocalCosmos emulator) {
    return connect(emulator, BlogDatabase.builder());
  }

  static BlogDatabase connect(LocalCosmos emulator, BlogDatabaseBuilder settings) {
    return connect(emulator, "blog", settings);
  }

  static BlogDatabase connect(
      LocalCosmos emulator, String databaseName, BlogDatabaseBuilder settings) {
    CosmosClientBuilder client = emulator.clientBuilder();
    return settings.connect(client, databaseName).build();
  }
}
