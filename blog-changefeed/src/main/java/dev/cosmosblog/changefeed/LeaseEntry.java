package dev.cosmosblog.changefeed;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * A lease as it stands in the container of leases.
 *
 * @param range what the lease is for; an SDK's name for a range of partition key hashes
 * @param owner the host that holds it, or empty
 * @param etag another one at each write: renewals, checkpoints and moves
 * @param continuation how far the range is handled, or empty where nothing of it is
 * @param feedRange the range in the SDK's JSON
 */
record LeaseEntry(
    String range,
    Optional<String> owner,
    String etag,
    Optional<String> continuation,
    JsonNode feedRange) {
  static LeaseEntry of(JsonNode item) {
    return new LeaseEntry(
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
