package dev.cosmosblog.changefeed.internal.processor;

import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosDiagnostics;
import com.azure.cosmos.CosmosDiagnosticsContext;
import com.azure.cosmos.models.CosmosContainerResponse;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.store.BlogSchema;
import dev.cosmosblog.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The leases of one container's processor. The SDK shows no other sign of life: its processor
 * renews each lease that it holds, and writes its progress to it. Names and properties as in the
 * SDK's {@code LeaseStoreManagerImpl} and {@code ServiceItemLeaseV1}: an id is a prefix, the
 * account's host, the database's and the container's resource ids, two dots and the range.
 */
public final class ProcessorLeases {
  private static final String LEASES =
      "SELECT c.id, c.LeaseToken, c.Owner, c.ContinuationToken, c.feedRange, c._etag FROM c"
          + " WHERE STARTSWITH(c.id, @prefix)";

  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final Set<String> TOO_WEAK = Set.of("ConsistentPrefix", "Eventual");

  private final CosmosAsyncContainer leases;
  private final CosmosAsyncContainer source;
  private final String prefix;

  /** The source's resource id once it was read; two threads that both read it read the same. */
  private volatile @Nullable String resourceId;

  public ProcessorLeases(CosmosAsyncContainer leases, CosmosAsyncContainer source, String prefix) {
    this.leases = leases;
    this.source = source;
    this.prefix = prefix;
  }

  /**
   * A lease.
   *
   * @param range the range that the lease is for: the SDK's name of a range of key hashes
   * @param owner the host that holds the lease, or empty
   * @param etag changes with each write: renewals, checkpoints and moves
   * @param continuation the progress in the range, or empty if nothing was handled
   * @param feedRange the range in the SDK's JSON
   */
  record Lease(
      String range,
      Optional<String> owner,
      String etag,
      Optional<String> continuation,
      JsonNode feedRange) {
    private static Lease of(JsonNode item) {
      return new Lease(
          item.path("LeaseToken").asText(),
          text(item, "Owner"),
          item.path("_etag").asText(),
          text(item, "ContinuationToken"),
          item.path("feedRange"));
    }

    private static Optional<String> text(JsonNode item, String name) {
      return Optional.of(item.path(name).asText("")).filter(text -> !text.isEmpty());
    }

    boolean heldBy(String host) {
      return owner.filter(host::equals).isPresent();
    }
  }

  /**
   * Checks the leases container and the client before the SDK does, whose own messages come late or
   * never: one request.
   */
  public void checkContainer() {
    CosmosContainerResponse found;
    try {
      found = Objects.requireNonNull(leases.read().block(TIMEOUT));
    } catch (RuntimeException e) {
      throw StoreException.translate("read the leases container", e);
    }
    BlogSchema.checkLeases(found.getProperties());
    consistency(found)
        .filter(TOO_WEAK::contains)
        .ifPresent(
            level -> {
              throw new IllegalStateException(
                  "The change feed's client must read with SESSION consistency or stronger, but"
                      + " reads with "
                      + level
                      + ": it could lose sight of its leases.");
            });
  }

  /** The client's consistency; the SDK tells it in an answer's diagnostics and nowhere else. */
  private static Optional<String> consistency(CosmosContainerResponse response) {
    return Optional.ofNullable(response.getDiagnostics())
        .map(CosmosDiagnostics::getDiagnosticsContext)
        .map(CosmosDiagnosticsContext::getEffectiveConsistencyLevel)
        .map(Object::toString);
  }

  /** Reads the leases by range: one query, and the first time a read of the source's properties. */
  Map<String, Lease> read() {
    SqlQuerySpec spec = new SqlQuerySpec(LEASES, List.of(new SqlParameter("@prefix", prefix)));
    try {
      String ofSource = "_" + resourceId() + "..";
      List<JsonNode> found =
          Objects.requireNonNull(
              leases
                  .queryItems(spec, new CosmosQueryRequestOptions(), JsonNode.class)
                  .distinct()
                  .collectList()
                  .block(TIMEOUT));
      return found.stream()
          .filter(item -> item.path("id").asText().contains(ofSource))
          .map(Lease::of)
          .collect(Collectors.toMap(Lease::range, Function.identity()));
    } catch (RuntimeException e) {
      throw StoreException.translate("read the leases", e);
    }
  }

  private String resourceId() {
    String known = resourceId;
    if (known == null) {
      known = Objects.requireNonNull(source.read().block(TIMEOUT)).getProperties().getResourceId();
      resourceId = known;
    }
    return known;
  }
}
