package dev.cosmosblog.store.config;

import java.time.Duration;
import java.util.Objects;

/**
 * Limits the store's retries after transient failures, which docs/errors.md lists. No value may be
 * negative.
 *
 * @param maxRetries the maximum number of retries of one operation
 * @param firstDelay the maximum random wait before the first retry, doubled for each further one;
 *     the wait that the service requests is added
 * @param longestDelay the maximum random wait before any retry
 * @param deadline the time after the start of an operation, including the SDK's retries, after
 *     which no retry begins
 */
public record RetryPolicy(
    int maxRetries, Duration firstDelay, Duration longestDelay, Duration deadline) {
  public RetryPolicy {
    Objects.requireNonNull(firstDelay, "firstDelay");
    Objects.requireNonNull(longestDelay, "longestDelay");
    Objects.requireNonNull(deadline, "deadline");
    if (maxRetries < 0
        || firstDelay.isNegative()
        || longestDelay.isNegative()
        || deadline.isNegative()) {
      throw new IllegalArgumentException(
          "maxRetries, firstDelay, longestDelay and deadline must not be negative.");
    }
  }

  /** {@return the default: at most ten retries, waits from 50 ms to 5 s, and a deadline of 30 s} */
  public static RetryPolicy standard() {
    return new RetryPolicy(
        10, Duration.ofMillis(50), Duration.ofSeconds(5), Duration.ofSeconds(30));
  }

  /** {@return a policy that sends each request once} */
  public static RetryPolicy none() {
    return new RetryPolicy(0, Duration.ZERO, Duration.ZERO, Duration.ZERO);
  }

  /** {@return the same policy with another maximum number of retries} */
  public RetryPolicy withMaxRetries(int maxRetries) {
    return new RetryPolicy(maxRetries, firstDelay, longestDelay, deadline);
  }

  /** {@return the same policy with other waits} */
  public RetryPolicy withDelays(Duration firstDelay, Duration longestDelay) {
    return new RetryPolicy(maxRetries, firstDelay, longestDelay, deadline);
  }

  /** {@return the same policy with another deadline} */
  public RetryPolicy withDeadline(Duration deadline) {
    return new RetryPolicy(maxRetries, firstDelay, longestDelay, deadline);
  }
}
