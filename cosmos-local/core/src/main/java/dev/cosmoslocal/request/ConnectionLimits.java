package dev.cosmoslocal.request;

import java.time.Duration;
import java.util.Objects;

/**
 * Limits on the resources that client connections may use in the emulator's process.
 *
 * @param connections the number of connections that may be open at a time, 1 to 1,000,000; further
 *     ones are closed at once
 * @param bytesUnderWay the bytes of bodies in progress over all connections, 8 MB (8,388,608) or
 *     more: requests that are arriving or executing, and responses that clients have not read yet.
 *     Bodies of up to 32 KB don't count. Beyond the limit, requests with larger bodies fail with
 *     429 and a retry time; if responses alone exceed it, all requests do. An incomplete request
 *     head counts like a body, plus 200 bytes for each header. A pipelined request that waits for
 *     an earlier one counts 1,000 bytes, plus 200 for each header. Both get 429 beyond the limit,
 *     and their connection is closed
 * @param arrival the timeout for slow clients, 1 ms to 1 hour: from the start of a connection to
 *     its first request with valid credentials, and from the first byte of a request to its last. A
 *     slower request fails with 408, and its connection is closed. A connection is also closed if
 *     the client reads nothing of a large response for this time. Idle connections between requests
 *     are not limited
 */
public record ConnectionLimits(int connections, long bytesUnderWay, Duration arrival) {
  private static final int MAX_CONNECTIONS = 1_000_000;
  private static final long LEAST_BYTES = 8L << 20;
  private static final Duration LEAST_TIME = Duration.ofMillis(1);
  private static final Duration MAX_TIME = Duration.ofHours(1);

  /**
   * The default limits: one connection for each 256 KB of the maximum heap, at most 4,000; an
   * eighth of the heap, at least 16 MB; and 30 s, half of the time that the SDK for Java waits for
   * a response.
   */
  public static final ConnectionLimits DEFAULT = ofHeap(Runtime.getRuntime().maxMemory());

  /**
   * Checks the limits.
   *
   * @throws IllegalArgumentException if one is out of its bounds
   */
  public ConnectionLimits {
    Objects.requireNonNull(arrival, "arrival");
    if (connections < 1 || connections > MAX_CONNECTIONS) {
      throw new IllegalArgumentException(
          "connections is " + connections + "; it must be 1 to 1000000.");
    }
    if (bytesUnderWay < LEAST_BYTES) {
      throw new IllegalArgumentException(
          "bytesUnderWay is " + bytesUnderWay + "; it must be 8388608 or more.");
    }
    if (arrival.compareTo(LEAST_TIME) < 0 || arrival.compareTo(MAX_TIME) > 0) {
      throw new IllegalArgumentException("arrival is " + arrival + "; it must be 1 ms to 1 hour.");
    }
  }

  private static ConnectionLimits ofHeap(long bytes) {
    return new ConnectionLimits(
        (int) Math.min(4_000, bytes / (256 << 10)),
        Math.max(16 << 20, bytes / 8),
        Duration.ofSeconds(30));
  }

  /**
   * Sets the number of connections.
   *
   * @param most 1 to 1,000,000
   * @return changed limits
   * @throws IllegalArgumentException if it is out of bounds
   */
  public ConnectionLimits withConnections(int most) {
    return new ConnectionLimits(most, bytesUnderWay, arrival);
  }

  /**
   * Sets the bytes in progress.
   *
   * @param most 8 MB (8,388,608) or more
   * @return changed limits
   * @throws IllegalArgumentException if it is out of bounds
   */
  public ConnectionLimits withBytesUnderWay(long most) {
    return new ConnectionLimits(connections, most, arrival);
  }

  /**
   * Sets the timeout for slow clients.
   *
   * @param time 1 ms to 1 hour
   * @return changed limits
   * @throws IllegalArgumentException if it is out of bounds
   */
  public ConnectionLimits withArrival(Duration time) {
    Objects.requireNonNull(time, "time");
    return new ConnectionLimits(connections, bytesUnderWay, time);
  }
}
