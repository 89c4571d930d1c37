package dev.cosmoslocal.internal.budget;

import java.time.Duration;

/** Signals that a query or a condition has used up its budget, or was cancelled. */
public final class BudgetExceededException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final Duration RETRY = Duration.ofMillis(100);

  private final int status;

  private BudgetExceededException(int status, String message) {
    super(message, null, false, false);
    this.status = status;
  }

  static BudgetExceededException tooLong(String bound) {
    return new BudgetExceededException(
        408, "The request took too long: it exceeded the emulator's limit of " + bound + ".");
  }

  static BudgetExceededException tooLarge(long bytes) {
    return new BudgetExceededException(
        413,
        "The response is too large: a query's rows and values may take "
            + bytes
            + " bytes of the emulator's memory.");
  }

  static BudgetExceededException busy() {
    return new BudgetExceededException(
        429, "Request rate is large: other requests use the memory that this one needs.");
  }

  static BudgetExceededException cancelled() {
    return new BudgetExceededException(503, "The emulator is closing, or the client is gone.");
  }

  /** The HTTP status of the response: 408, 413, 429 or 503. */
  public int status() {
    return status;
  }

  public boolean isOfMemory() {
    return status == 413 || status == 429;
  }

  /** The time after which a client may try again, zero unless the status is 429. */
  public Duration retryAfter() {
    return status == 429 ? RETRY : Duration.ZERO;
  }
}
