package dev.cosmosblog.store;

import dev.cosmosblog.model.BlogException;
import org.jspecify.annotations.Nullable;

/** Cosmos DB, or the way to it, failed or refused; the subclass says what helps. */
public abstract class StoreException extends BlogException {
  private static final long serialVersionUID = 1L;

  private final int statusCode;
  private final int subStatusCode;

  StoreException(String message, Failure failure) {
    super(message + failure.describe(), failure.cause());
    this.statusCode = failure.statusCode();
    this.subStatusCode = failure.subStatusCode();
  }

  /**
   * What a failure of the SDK means, for requests that are not sent by the store.
   *
   * @param action what was tried, for the message
   * @param failure what the SDK threw
   * @return this library's exception, with the failure as its cause
   */
  public static BlogException translate(String action, RuntimeException failure) {
    return failure instanceof BlogException ours ? ours : CosmosErrors.translate(action, failure);
  }

  /**
   * Cosmos DB's answer.
   *
   * @return the HTTP status, or 0 where there was no answer
   */
  public int statusCode() {
    return statusCode;
  }

  /**
   * Cosmos DB's answer in more detail.
   *
   * @return the substatus, 0 where there is none
   */
  public int subStatusCode() {
    return subStatusCode;
  }

  /** What is known of a failure; the request's body, keys and tokens are not part of it. */
  record Failure(
      String action, int statusCode, int subStatusCode, @Nullable RuntimeException cause) {
    String describe() {
      return " (" + action + ": status " + statusCode + ", substatus " + subStatusCode + ")";
    }
  }
}
