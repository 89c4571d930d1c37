package dev.cosmoslocal.request;

import java.time.Duration;
import java.util.Objects;
import java.util.Set;

/**
 * A request, its response and their costs.
 *
 * @param kind the kind of the request
 * @param method the HTTP method
 * @param path the decoded path, with the ids of resources, without parameters
 * @param container the id of the container, empty if none
 * @param status the HTTP status of the response, 0 if the connection was closed instead
 * @param subStatus the header {@code x-ms-substatus} of the response, 0 without one
 * @param partitions the ids of the physical partitions that were read or written
 * @param itemsLoaded the number of items that were loaded and that the service's index would not
 *     have skipped
 * @param requestBytes the bytes of the request's body
 * @param responseBytes the bytes of the response's body
 * @param requestCharge modelled request units (RU)
 * @param duration the time from the request's last byte to the response's first
 * @param userAgent the user agent of the client
 */
public record RequestRecord(
    RequestKind kind,
    String method,
    String path,
    String container,
    int status,
    int subStatus,
    Set<String> partitions,
    int itemsLoaded,
    long requestBytes,
    long responseBytes,
    double requestCharge,
    Duration duration,
    String userAgent) {
  /** Copies the partitions. */
  public RequestRecord {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(method, "method");
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(container, "container");
    Objects.requireNonNull(partitions, "partitions");
    Objects.requireNonNull(duration, "duration");
    Objects.requireNonNull(userAgent, "userAgent");
    partitions = Set.copyOf(partitions);
  }
}
