package dev.cosmoslocal.request;

import java.time.Duration;
import java.util.Objects;

/**
 * The bounds of what connections may take from the process of an account, whoever opens them.
 *
 * @param connections the number of connections that may be open at a time, 1 to 1,000,000; further
 *     ones are closed at once
 * @param bytesUnderWay the bytes of bodies that may be under way over all connections, 8 MB
 *     (8,388,608) or more: requests that are arriving or in progress, and answers that clients have
 *     not taken yet. Bodies of up to 32 KB do not count. While there are more, requests with such
 *     bodies answer 429 with a time to wait, and so do all requests if it is the answers. An
 *     unfinished head counts like a body, with 200 bytes more for each header. A request that waits
 *     for the answer to another one of its connection counts with 1,000 bytes, and 200 for each
 *     header. Beyond the bound, both answer 429, and their connection is closed
 * @param arrival the time limit of slow clients by the system's timer, 1 ms to 1 hour: from the
 *     beginning of a connection to its first request with valid credentials, and from the first
 *     byte of each request to its last. A request that takes longer answers 408, and its connection
 *     is closed. So is a connection whose client takes nothing of a large answer for this time.
 *     Between requests, a connection may be idle for any time
 */
public record ConnectionLimits(int connections, long bytesUnderWay, Duration arrival) {
  private static final int MAX_CONNECTIONS = 1_000_000;
  private static final long LEAST_BYTES = 8L << 20;
  private static final Duration LEAST_TIME = Duration.ofMillis(1);
  private static final Duration MAX_TIME = Duration.ofHours(1);

  /**
   * The default limits: a connection for each 256 KB of the greatest heap, at most 4,000; an eighth
   * of the heap, at least 16 MB; and 30 s, half of the time that the SDK for Java waits for an
   * answer.
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
      throw new IllegalArgumentException("connections must be 1 to 1000000: " + connections);
    }
    if (bytesUnderWay < LEAST_BYTES) {
      throw new IllegalArgumentException("bytesUnderWay must be 8388608 or more: " + bytesUnderWay);
    }
    if (arrival.compareTo(LEAST_TIME) < 0 || arrival.compareTo(MAX_TIME) > 0) {
      throw new IllegalArgumentException("arrival must be 1 ms to 1 hour: " + arrival);
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
   * @return limits that differ in this
   * @throws IllegalArgumentException if it is out of bounds
   */
  public ConnectionLimits withConnections(int most) {
    return new ConnectionLimits(most, bytesUnderWay, arrival);
  }

  /**
   * Sets the bytes under way.
   *
   * @param most 8 MB (8,388,608) or more
   * @return limits that differ in this
   * @throws IllegalArgumentException if it is out of bounds
   */
  public ConnectionLimits withBytesUnderWay(long most) {
    return new ConnectionLimits(connections, most, arrival);
  }

  /**
   * Sets the time limit of slow clients.
   *
   * @param time 1 ms to 1 hour
   * @return limits that differ in this
   * @throws IllegalArgumentException if it is out of bounds
   */
  public ConnectionLimits withArrival(Duration time) {
    Objects.requireNonNull(time, "time");
    return new ConnectionLimits(connections, bytesUnderWay, time);
  }
}
