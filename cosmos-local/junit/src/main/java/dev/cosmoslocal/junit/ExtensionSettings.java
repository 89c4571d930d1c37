package dev.cosmoslocal.junit;

import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmoslocal.LocalCosmosBuilder;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The settings of an extension. Extensions without emulator settings share one emulator.
 *
 * @param local starts the emulator of the test class; empty for the shared one
 * @param client further settings of each client
 * @param databasePerTest whether each test has its own database, rather than each test class
 * @param restoreBeforeEach whether each test starts from the state after {@code @BeforeAll}
 * @param ids generates unique names
 */
record ExtensionSettings(
    Optional<LocalCosmosBuilder> local,
    UnaryOperator<CosmosClientBuilder> client,
    boolean databasePerTest,
    boolean restoreBeforeEach,
    Supplier<String> ids) {
  boolean shared() {
    return local.isEmpty();
  }
}
