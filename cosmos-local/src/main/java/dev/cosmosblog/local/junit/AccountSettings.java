package dev.cosmosblog.local.junit;

import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.local.LocalCosmosBuilder;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * What an extension was built with. Extensions with the same settings, which all that set none
 * have, share an account.
 *
 * @param local how to make an account of one's own; empty for the one that is shared
 * @param client what is set for each client beyond the defaults
 * @param ids names that nobody else has
 */
record AccountSettings(
    Optional<LocalCosmosBuilder> local,
    UnaryOperator<CosmosClientBuilder> client,
    Supplier<String> ids) {
  boolean shared() {
    return local.isEmpty();
  }
}
