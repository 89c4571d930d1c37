package dev.cosmosblog.changefeed;

import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosDiagnostics;
import com.azure.cosmos.CosmosDiagnosticsContext;
import com.azure.cosmos.models.CosmosContainerResponse;
import dev.cosmosblog.store.BlogSchema;
import dev.cosmosblog.store.error.StoreException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Looks at the container of leases before the SDK does, whose own messages come late or never. */
final class LeasesCheck {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final Set<String> TOO_WEAK = Set.of("ConsistentPrefix", "Eventual");

  private final CosmosAsyncContainer leases;

  LeasesCheck(CosmosAsyncContainer leases) {
    this.leases = leases;
  }

  /** One request. */
  void check() {
    CosmosContainerResponse found = read();
    BlogSchema.checkLeases(found.getProperties());
    consistency(found)
        .filter(TOO_WEAK::contains)
        .ifPresent(
            level -> {
              throw new IllegalStateException(
                  "The change feed's client reads with consistency "
                      + level
                      + " and could lose its leases from sight; build it with SESSION or"
                      + " stronger.");
            });
  }

  private CosmosContainerResponse read() {
    try {
      return Objects.requireNonNull(leases.read().block(TIMEOUT));
    } catch (RuntimeException e) {
      throw StoreException.translate("look at the container of leases", e);
    }
  }

  /** What the client reads with; the SDK says so in an answer's diagnostics and nowhere else. */
  private static Optional<String> consistency(CosmosContainerResponse response) {
    return Optional.ofNullable(response.getDiagnostics())
        .map(CosmosDiagnostics::getDiagnosticsContext)
        .map(CosmosDiagnosticsContext::getEffectiveConsistencyLevel)
        .map(Object::toString);
  }
}
