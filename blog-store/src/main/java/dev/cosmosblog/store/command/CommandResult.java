package dev.cosmosblog.store.command;

import java.util.Objects;

/**
 * The result of a command. A repeat with the same ids is reported as already done.
 *
 * @param value the item as it is stored now
 * @param alreadyDone whether the item already existed, for example because of an earlier attempt
 *     without a response
 * @param <T> the value's type
 */
public record CommandResult<T>(T value, boolean alreadyDone) {
  public CommandResult {
    Objects.requireNonNull(value, "value");
  }

  /** {@return the result of a command that was done now} */
  public static <T> CommandResult<T> done(T value) {
    return new CommandResult<>(value, false);
  }

  /** {@return the result of a command that was done before} */
  public static <T> CommandResult<T> alreadyDone(T value) {
    return new CommandResult<>(value, true);
  }
}
