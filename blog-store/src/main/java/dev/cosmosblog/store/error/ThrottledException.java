package dev.cosmosblog.store.error;

import java.time.Duration;

/**
 * The throughput is exhausted, even after retries. The request had no effect and can be repeated
 * later.
 */
public final class ThrottledException extends StoreException {
  private static final long serialVersionUID = 1L;

  private final Duration retryAfter;

  /**
   * @param failure what is known of the failed request
   * @param retryAfter how long Cosmos DB asks to wait; zero where it does not say
   */
  public ThrottledException(Failure failure, Duration retryAfter) {
    super(
        "The container's throughput is exhausted. Wait %s and repeat, or raise it."
            .formatted(retryAfter.isZero() ? "a moment" : retryAfter.toMillis() + " ms"),
        failure);
    this.retryAfter = retryAfter;
  }

  /** {@return how long Cosmos DB asks to wait; zero where it does not say} */
  public Duration retryAfter() {
    return retryAfter;
  }
}
