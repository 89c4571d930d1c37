package dev.cosmosblog.local.http;

import java.time.Duration;
import java.util.Set;

/**
 * A request that has been answered.
 *
 * @param operation what it asked for
 * @param container the container's id, empty if it was about none
 * @param status the HTTP status, 0 if the connection was cut instead
 * @param partitions the physical partitions that it asked
 * @param itemsLoaded how many items were loaded for it
 * @param requestBytes bytes of the request's body
 * @param responseBytes bytes of the response's body
 * @param requestCharge modelled request units
 * @param duration from the request's last byte to the response's first
 * @param userAgent how the client names itself
 */
public record Served(
    Operation operation,
    String container,
    int status,
    Set<String> partitions,
    int itemsLoaded,
    long requestBytes,
    long responseBytes,
    double requestCharge,
    Duration duration,
    String userAgent) {}
