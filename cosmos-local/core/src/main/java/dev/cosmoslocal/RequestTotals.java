package dev.cosmoslocal;

import dev.cosmoslocal.request.RequestKind;
import dev.cosmoslocal.request.RequestRecord;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * The number of requests and their total costs.
 *
 * @param requests the number of requests
 * @param partitionsAsked the number of physical partitions, each counted once for each request
 * @param itemsLoaded the number of items that were loaded
 * @param requestBytes the bytes of the requests' bodies
 * @param responseBytes the bytes of the responses' bodies
 * @param requestCharge modelled request units (RU)
 * @param byKind the number of requests of each kind; kinds without any are absent
 */
public record RequestTotals(
    long requests,
    long partitionsAsked,
    long itemsLoaded,
    long requestBytes,
    long responseBytes,
    double requestCharge,
    Map<RequestKind, Long> byKind) {
  /** No requests. */
  public static final RequestTotals NONE = new RequestTotals(0, 0, 0, 0, 0, 0, Map.of());

  /** Copies the map. */
  public RequestTotals {
    Objects.requireNonNull(byKind, "byKind");
    byKind = Map.copyOf(byKind);
  }

  /**
   * Returns the number of requests of a kind.
   *
   * @param kind the kind
   * @return 0 or more
   */
  public long of(RequestKind kind) {
    Objects.requireNonNull(kind, "kind");
    return byKind.getOrDefault(kind, 0L);
  }

  RequestTotals plus(RequestRecord request) {
    Map<RequestKind, Long> kinds = new EnumMap<>(RequestKind.class);
    kinds.putAll(byKind);
    kinds.merge(request.kind(), 1L, Long::sum);
    return new RequestTotals(
        requests + 1,
        partitionsAsked + request.partitions().size(),
        itemsLoaded + request.itemsLoaded(),
        requestBytes + request.requestBytes(),
        responseBytes + request.responseBytes(),
        requestCharge + request.requestCharge(),
        kinds);
  }
}
