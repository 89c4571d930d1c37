package dev.cosmosblog.store.command;

import java.util.Objects;

/**
 * What a command did. A command that is repeated with the same ids finds that it was done before
 * and writes nothing.
 *
 * @param value what is stored now
 * @param alreadyDone whether it was there before the command, or came from an attempt of the same
 *     command whose answer got lost
 * @param <T> the value's type
 */
public record CommandResult<T>(T value, boolean alreadyDone) {
  /** Checks that there is a value. */
  public CommandResult {
    Objects.requireNonNull(value, "value");
  }

  public static <T> CommandResult<T> done(T value) {
    return new CommandResult<>(value, false);
  }

  public static <T> CommandResult<T> alreadyDone(T value) {
    return new CommandResult<>(value, true);
  }
}
