package dev.cosmosblog.store.error;

import dev.cosmosblog.model.BlogException;
import java.io.Serializable;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Cosmos DB failed, couldn't be reached, or rejected a request; the subclass shows the remedy. The
 * message contains the request and its status, never a body, a key or a token.
 */
public abstract class StoreException extends BlogException {
  private static final long serialVersionUID = 1L;

  private final Failure failure;

  StoreException(String message, Failure failure) {
    super(message + failure.describe(), failure.cause());
    this.failure = failure;
  }

  /**
   * {@return the given or generated id to use when retrying a creation; empty for other commands}
   */
  public Optional<String> id() {
    return Optional.ofNullable(failure.createdId());
  }

  /** {@return Cosmos DB's HTTP status, or 0 if there was no response} */
  public int statusCode() {
    return failure.statusCode();
  }

  /** {@return Cosmos DB's substatus, or 0 if there was none} */
  public int subStatusCode() {
    return failure.subStatusCode();
  }

  /** {@return whether the same request may succeed later; the store has already retried it} */
  public boolean isTransient() {
    return failure.isTransient();
  }

  boolean isWrite() {
    return failure.isWrite();
  }

  /**
   * The facts of a failed request.
   *
   * @param action the kind of request and the container, such as {@code "read in posts"}
   * @param statusCode the HTTP status, or 0
   * @param subStatusCode the substatus, or 0
   * @param cause the SDK's exception, or null
   * @param isTransient whether the same request may succeed later
   * @param isWrite whether the request was a write
   * @param createdId the id of the item to be created, or null
   */
  public record Failure(
      String action,
      int statusCode,
      int subStatusCode,
      @Nullable RuntimeException cause,
      boolean isTransient,
      boolean isWrite,
      @Nullable String createdId)
      implements Serializable {
    public Failure {
      Objects.requireNonNull(action, "action");
    }

    private String describe() {
      String facts = " (%s: status %d, substatus %d)".formatted(action, statusCode, subStatusCode);
      return createdId == null ? facts : facts + " The item's id is '" + createdId + "'.";
    }
  }
}
