package dev.cosmosblog.local;

import dev.cosmosblog.local.request.RequestKind;
import dev.cosmosblog.local.request.RequestRecord;
import java.util.EnumMap;
import java.util.Map;

/**
 * What some requests cost together.
 *
 * @param requests how many there were
 * @param partitionsAsked how many physical partitions they asked, each counted once for each
 *     request
 * @param itemsLoaded how many items were loaded
 * @param requestBytes bytes of their bodies
 * @param responseBytes bytes of the answers' bodies
 * @param requestCharge modelled request units (RU)
 * @param byKind how many there were of each kind; kinds without any are absent
 */
public record RequestTotals(
    long requests,
    long partitionsAsked,
    long itemsLoaded,
    long requestBytes,
    long responseBytes,
    double requestCharge,
    Map<RequestKind, Long> byKind) {
  /** No request. */
  public static final RequestTotals NONE = new RequestTotals(0, 0, 0, 0, 0, 0, Map.of());

  /**
   * Copies the map.
   *
   * @param requests how many there were
   * @param partitionsAsked how many physical partitions they asked
   * @param itemsLoaded how many items were loaded
   * @param requestBytes bytes of their bodies
   * @param responseBytes bytes of the answers' bodies
   * @param requestCharge modelled request units (RU)
   * @param byKind how many there were of each kind
   */
  public RequestTotals {
    byKind = Map.copyOf(byKind);
  }

  /**
   * How many requests of a kind there were.
   *
   * @param kind the kind
   * @return 0 or more
   */
  public long of(RequestKind kind) {
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
