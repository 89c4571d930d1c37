package dev.cosmosblog.changefeed;

import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.store.error.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the leases of one container. The SDK keeps no other sign of life: its processor renews each
 * lease that it holds, and writes down in it how far it has come. Names and properties as in its
 * {@code LeaseStoreManagerImpl} and {@code ServiceItemLeaseV1}: an id is a prefix, the account's
 * host, the database's and the container's resource ids, two dots and the range.
 */
final class LeaseTable {
  private static final String LEASES =
      "SELECT c.id, c.LeaseToken, c.Owner, c.ContinuationToken, c.feedRange, c._etag FROM c"
          + " WHERE STARTSWITH(c.id, @prefix)";

  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private final CosmosAsyncContainer leases;
  private final CosmosAsyncContainer source;
  private final String prefix;

  /** The source's resource id once it was read; whoever comes second reads the same. */
  private volatile @Nullable String resourceId;

  LeaseTable(CosmosAsyncContainer leases, CosmosAsyncContainer source, String prefix) {
    this.leases = leases;
    this.source = source;
    this.prefix = prefix;
  }

  /** One query, and the first time a read of the source's description. */
  List<LeaseEntry> read() {
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
          .map(LeaseEntry::of)
          .toList();
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
