package dev.cosmosblog.store.error;

import dev.cosmosblog.model.BlogException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Cosmos DB, or the way to it, failed or refused; the subclass says what helps. The message names
 * the request and the service's status; it never holds a body, a key or a token.
 */
public abstract class StoreException extends BlogException {
  private static final long serialVersionUID = 1L;

  private final int statusCode;
  private final int subStatusCode;
  private final boolean isTransient;
  private final @Nullable String id;

  StoreException(String message, Failure failure) {
    super(message + failure.describe(), failure.cause());
    this.statusCode = failure.statusCode();
    this.subStatusCode = failure.subStatusCode();
    this.isTransient = failure.isTransient();
    this.id = failure.createdId();
  }

  /**
   * Returns the id of the user, post or comment that was to be created, also where the library
   * generated it: a command that is repeated with it does nothing twice.
   *
   * @return the id, or empty where the command created none
   */
  public Optional<String> id() {
    return Optional.ofNullable(id);
  }

  /**
   * Returns Cosmos DB's status.
   *
   * @return the HTTP status, or 0 where there was no answer
   */
  public int statusCode() {
    return statusCode;
  }

  /**
   * Returns Cosmos DB's substatus.
   *
   * @return the substatus, 0 where there is none
   */
  public int subStatusCode() {
    return subStatusCode;
  }

  /**
   * Returns whether the same request may succeed later. The store has already repeated it within
   * its retry policy.
   *
   * @return whether the failure is one that passes by itself
   */
  public boolean isTransient() {
    return isTransient;
  }

  /**
   * What is known of a failed request.
   *
   * @param action the request and its container, such as {@code "read in posts"}
   * @param statusCode the HTTP status, or 0
   * @param subStatusCode the substatus, or 0
   * @param cause what the SDK threw, or null
   * @param isTransient whether the same request may succeed later
   * @param createdId the id of the item that was to be created, or null
   */
  public record Failure(
      String action,
      int statusCode,
      int subStatusCode,
      @Nullable RuntimeException cause,
      boolean isTransient,
      @Nullable String createdId) {
    private String describe() {
      String facts = " (%s: status %d, substatus %d)".formatted(action, statusCode, subStatusCode);
      return createdId == null ? facts : facts + " The item's id is '" + createdId + "'.";
    }
  }
}
