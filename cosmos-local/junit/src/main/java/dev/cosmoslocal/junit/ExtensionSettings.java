package dev.cosmoslocal.junit;

import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmoslocal.LocalCosmosBuilder;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The settings of an extension. Extensions with equal settings share an account; so do all that set
 * none.
 *
 * @param local creates an account for the test class; empty for the shared one
 * @param client further settings of each client
 * @param databasePerTest whether each test has a database of its own, rather than each test class
 * @param ids generates unique names
 */
record ExtensionSettings(
    Optional<LocalCosmosBuilder> local,
    UnaryOperator<CosmosClientBuilder> client,
    boolean databasePerTest,
    Supplier<String> ids) {
  boolean shared() {
    return local.isEmpty();
  }
}
