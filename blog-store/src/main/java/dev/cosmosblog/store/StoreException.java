package dev.cosmosblog.store;

import dev.cosmosblog.model.BlogException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Cosmos DB, or the way to it, failed or refused; the subclass says what helps. */
public abstract class StoreException extends BlogException {
  private static final long serialVersionUID = 1L;

  private final int statusCode;
  private final int subStatusCode;

  /** Written once, by the operation's thread, before the caller gets this. */
  private @Nullable String id;

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

  /** The same failure, of a command on the item with this id. */
  StoreException repeatWith(String itemId) {
    id = itemId;
    return this;
  }

  /**
   * The id of the user, post or comment that was to be created, also where the library made it: the
   * command that is repeated with it does nothing twice.
   *
   * @return the id, or empty where the command created none
   */
  public Optional<String> id() {
    return Optional.ofNullable(id);
  }

  @Override
  public String getMessage() {
    String message = String.valueOf(super.getMessage());
    return id == null ? message : message + " The item's id is '" + id + "'.";
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
