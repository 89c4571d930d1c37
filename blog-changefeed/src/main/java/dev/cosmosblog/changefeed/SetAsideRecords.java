package dev.cosmosblog.changefeed;

import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.store.error.StoreException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/**
 * Writes down what was set aside, in the container of leases: the SDK looks for its leases by the
 * beginning of their ids, which is the lease prefix and the account's host, and finds none of
 * these.
 */
final class SetAsideRecords {
  /** Begins the records' ids; a hash of the item's keys follows, since an id has a bound. */
  static final String ID_PREFIX = "setAside~";

  private static final String RECORDS =
      "SELECT TOP @count * FROM c WHERE STARTSWITH(c.id, '"
          + ID_PREFIX
          + "') AND c.id > @after ORDER BY c.id";

  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;

  private final CosmosAsyncContainer leases;
  private final Clock clock;
  private final Duration retention;

  SetAsideRecords(CosmosAsyncContainer leases, Clock clock, Duration retention) {
    this.leases = leases;
    this.clock = clock;
    this.retention = retention;
  }

  /**
   * Writes an item down, or counts one attempt more where it is written down: one or two requests.
   */
  SetAside write(BlogItem item, String reason) {
    SetAside first =
        new SetAside(item.feed(), item.id(), item.partition(), reason, clock.instant(), 1);
    PartitionKey key = new PartitionKey(id(item));
    return requested(
        "write down what was set aside",
        () ->
            leases
                .createItem(json(first), key, withBody(false))
                .map(response -> first)
                .onErrorResume(
                    SetAsideRecords::isConflict,
                    conflict ->
                        leases
                            .patchItem(id(item), key, again(reason), withBody(true), JsonNode.class)
                            .map(response -> setAside(response.getItem()))));
  }

  private static CosmosPatchOperations again(String reason) {
    return CosmosPatchOperations.create().set("/reason", reason).increment("/attempts", 1);
  }

  private static CosmosPatchItemRequestOptions withBody(boolean wanted) {
    CosmosPatchItemRequestOptions options = new CosmosPatchItemRequestOptions();
    options.setContentResponseOnWriteEnabled(wanted);
    return options;
  }

  /** The records whose ids come after one, in the order of their ids: one query. */
  List<SetAside> after(String id, int count) {
    SqlQuerySpec spec =
        new SqlQuerySpec(
            RECORDS, List.of(new SqlParameter("@count", count), new SqlParameter("@after", id)));
    return requested(
            "list what was set aside",
            () ->
                leases
                    .queryItems(spec, new CosmosQueryRequestOptions(), JsonNode.class)
                    .distinct()
                    .collectList())
        .stream()
        .map(SetAsideRecords::setAside)
        .toList();
  }

  void remove(BlogItem item) {
    requested(
        "remove what was set aside",
        () ->
            leases
                .deleteItem(id(item), new PartitionKey(id(item)), new CosmosItemRequestOptions())
                .map(response -> true)
                .onErrorResume(SetAsideRecords::isMissing, missing -> Mono.just(true)));
  }

  static String id(BlogItem item) {
    return RecordIds.of(ID_PREFIX, item.feed().name(), item.partition(), item.id());
  }

  private ObjectNode json(SetAside item) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", id(BlogItem.of(item)))
        .put("type", "setAside")
        .put("feed", item.feed().name())
        .put("itemId", item.itemId())
        .put("partition", item.partition())
        .put("reason", item.reason())
        .put("since", item.since().toString())
        .put("attempts", item.attempts())
        .put("ttl", retention.toSeconds());
  }

  private static SetAside setAside(JsonNode json) {
    return new SetAside(
        SourceFeed.valueOf(json.path("feed").asText()),
        json.path("itemId").asText(),
        json.path("partition").asText(),
        json.path("reason").asText(),
        Instant.parse(json.path("since").asText()),
        json.path("attempts").asInt());
  }

  private static boolean isConflict(Throwable failure) {
    return failure instanceof CosmosException e && e.getStatusCode() == CONFLICT;
  }

  private static boolean isMissing(Throwable failure) {
    return failure instanceof CosmosException e && e.getStatusCode() == NOT_FOUND;
  }

  private static <T> T requested(String action, Supplier<Mono<T>> request) {
    try {
      return Objects.requireNonNull(request.get().block(TIMEOUT));
    } catch (RuntimeException e) {
      throw StoreException.translate(action, e);
    }
  }
}
