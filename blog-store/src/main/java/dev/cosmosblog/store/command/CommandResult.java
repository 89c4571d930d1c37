package dev.cosmosblog.store.command;

import dev.cosmosblog.store.query.SessionToken;
import java.util.Objects;
import java.util.function.Function;

/**
 * The result of a command. A repeat with the same ids is reported as already done.
 *
 * @param value the item as it is stored now, or its id if the command returns no item
 * @param alreadyDone whether the command changed nothing because it was done before, for example by
 *     an earlier attempt without a response
 * @param requestUnits the charge of the command's requests in RU, with its retries
 * @param requests the number of requests, with its retries; 0 if the batch of another call included
 *     the command
 * @param sessionToken for reads of this and earlier writes by another host; see {@link
 *     dev.cosmosblog.store.BlogStore#withSession}
 * @param <T> the value's type
 */
public record CommandResult<T>(
    T value, boolean alreadyDone, double requestUnits, int requests, SessionToken sessionToken) {
  public CommandResult {
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(sessionToken, "sessionToken");
  }

  /** {@return the result, without a cost and a session, of a command that was done now} */
  public static <T> CommandResult<T> done(T value) {
    return new CommandResult<>(value, false, 0, 0, SessionToken.EMPTY);
  }

  /** {@return the result, without a cost and a session, of a command that was done before} */
  public static <T> CommandResult<T> doneBefore(T value) {
    return new CommandResult<>(value, true, 0, 0, SessionToken.EMPTY);
  }

  /**
   * {@return the same result with another value}
   *
   * @param change computes the other value
   * @param <R> its type
   */
  public <R> CommandResult<R> map(Function<? super T, ? extends R> change) {
    Objects.requireNonNull(change, "change");
    return new CommandResult<>(
        change.apply(value), alreadyDone, requestUnits, requests, sessionToken);
  }
}
