package dev.cosmosblog.local.request;

import java.time.Duration;
import java.util.Set;

/**
 * What one request asked of the account.
 *
 * @param kind what it asked for
 * @param container the container's id, empty if it was about none
 * @param status the HTTP status of the answer, 0 if the connection was cut instead
 * @param partitions the ids of the physical partitions that it asked
 * @param itemsLoaded how many items were loaded for it, as far as an index would not have spared
 *     them
 * @param requestBytes bytes of the request's body
 * @param responseBytes bytes of the answer's body
 * @param requestCharge modelled request units (RU)
 * @param duration from the request's last byte to the answer's first
 * @param userAgent how the client names itself
 */
public record RequestRecord(
    RequestKind kind,
    String container,
    int status,
    Set<String> partitions,
    int itemsLoaded,
    long requestBytes,
    long responseBytes,
    double requestCharge,
    Duration duration,
    String userAgent) {
  /**
   * Copies the partitions.
   *
   * @param kind what it asked for
   * @param container the container's id, empty if it was about none
   * @param status the HTTP status of the answer, 0 if the connection was cut instead
   * @param partitions the ids of the physical partitions that it asked
   * @param itemsLoaded how many items were loaded for it
   * @param requestBytes bytes of the request's body
   * @param responseBytes bytes of the answer's body
   * @param requestCharge modelled request units (RU)
   * @param duration from the request's last byte to the answer's first
   * @param userAgent how the client names itself
   */
  public RequestRecord {
    partitions = Set.copyOf(partitions);
  }
}
