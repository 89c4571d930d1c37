package dev.cosmosblog.changefeed;

import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.error.StoreException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The renames that are to be looked at once more, in the container of leases, so that they outlive
 * the host. Any host may take one that is due; one that it does not finish is due again.
 */
final class SettlingRenames implements Settling {
  private static final String ID_PREFIX = "rename~";
  private static final String DUE =
      "SELECT TOP 100 * FROM c WHERE STARTSWITH(c.id, '" + ID_PREFIX + "') AND c.due <= @now";

  /** For how long a rename that was taken is left to the host that took it. */
  private static final Duration CLAIM = Duration.ofMinutes(5);

  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final Set<Integer> WRITTEN_MEANWHILE = Set.of(404, 412);

  private final CosmosAsyncContainer leases;
  private final Clock clock;
  private final Duration settle;

  SettlingRenames(CosmosAsyncContainer leases, Clock clock, Duration settle) {
    this.leases = leases;
    this.clock = clock;
    this.settle = settle;
  }

  /** A rename that is due, as it was taken. */
  record Due(UserId user, String etag) {}

  /**
   * One write, unless the rename was long enough ago, when its spread began, for that to have been
   * the last look. A spread may take longer than replicas are behind: its end says nothing.
   */
  @Override
  public void afterRename(UserId user, Instant written, Instant begun) {
    // Twice: by the first, every read of the user is of the new name; by the second, all that was
    // written with the old name until then is found. Once more for Cosmos DB's clock and this one.
    if (written.plus(settle.multipliedBy(3)).isAfter(begun)) {
      ObjectNode json = json(user, clock.instant().plus(settle.multipliedBy(2)));
      requested(() -> leases.upsertItem(json, key(user), withoutBody(null)));
    }
  }

  /** Takes the renames that are due: one query, and a write for each. */
  List<Due> take() {
    SqlQuerySpec spec =
        new SqlQuerySpec(DUE, List.of(new SqlParameter("@now", clock.instant().toEpochMilli())));
    return requested(
            () ->
                leases
                    .queryItems(spec, new CosmosQueryRequestOptions(), JsonNode.class)
                    .collectList())
        .stream()
        .flatMap(found -> take(found).stream())
        .toList();
  }

  private Optional<Due> take(JsonNode found) {
    UserId user = UserId.of(found.path("userId").asText());
    ObjectNode claimed = json(user, clock.instant().plus(CLAIM));
    return requested(
        () ->
            leases
                .replaceItem(
                    claimed, id(user), key(user), withoutBody(found.path("_etag").asText()))
                .map(response -> Optional.of(new Due(user, response.getETag())))
                .onErrorResume(
                    SettlingRenames::isWrittenMeanwhile, e -> Mono.just(Optional.empty())));
  }

  /** Forgets a rename that was looked at, unless the user was renamed again meanwhile. */
  void done(Due due) {
    requested(
        () ->
            leases
                .deleteItem(id(due.user()), key(due.user()), withoutBody(due.etag()))
                .map(response -> true)
                .onErrorResume(SettlingRenames::isWrittenMeanwhile, e -> Mono.just(false)));
  }

  private static ObjectNode json(UserId user, Instant due) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", id(user))
        .put("type", "rename")
        .put("userId", user.value())
        .put("due", due.toEpochMilli());
  }

  private static String id(UserId user) {
    return RecordIds.of(ID_PREFIX, user.value());
  }

  private static PartitionKey key(UserId user) {
    return new PartitionKey(id(user));
  }

  private static CosmosItemRequestOptions withoutBody(@Nullable String etag) {
    return new CosmosItemRequestOptions()
        .setContentResponseOnWriteEnabled(false)
        .setIfMatchETag(etag);
  }

  private static boolean isWrittenMeanwhile(Throwable failure) {
    return failure instanceof CosmosException e && WRITTEN_MEANWHILE.contains(e.getStatusCode());
  }

  private static <T> T requested(Supplier<Mono<T>> request) {
    try {
      return Objects.requireNonNull(request.get().block(TIMEOUT));
    } catch (RuntimeException e) {
      throw StoreException.translate("write down a rename that is to settle", e);
    }
  }
}
