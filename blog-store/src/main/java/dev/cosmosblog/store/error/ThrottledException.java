package dev.cosmosblog.store.error;

import dev.cosmosblog.store.config.RetryPolicy;
import java.time.Duration;

/**
 * The provisioned throughput is used up, also after the SDK's retries and the store's ({@link
 * RetryPolicy}). The request was not done; what the command had done before it is found when it is
 * repeated.
 */
public final class ThrottledException extends StoreException {
  private static final long serialVersionUID = 1L;

  private final Duration retryAfter;

  public ThrottledException(Failure failure, Duration retryAfter) {
    super(
        "The container's throughput is used up; wait %d ms and repeat, or raise its throughput."
            .formatted(retryAfter.toMillis()),
        failure);
    this.retryAfter = retryAfter;
  }

  /**
   * How long Cosmos DB asks to wait.
   *
   * @return the time, zero where it did not say
   */
  public Duration retryAfter() {
    return retryAfter;
  }
}
