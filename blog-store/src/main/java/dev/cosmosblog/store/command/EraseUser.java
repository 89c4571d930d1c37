package dev.cosmosblog.store.command;

import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.Username;
import java.util.Objects;

/**
 * Erases a user. The call blocks until all is done. It changes one post, comment or like after the
 * other, each with about 11 RU (modelled) and up to three requests: some seconds for a thousand of
 * them, hours for a million. For a user with many, call it in the background.
 *
 * @param id the user
 * @param erasure the kind of erasure
 * @param replacement the text that replaces the name in what stays; it belongs to nobody
 */
public record EraseUser(UserId id, Erasure erasure, String replacement) {
  /** The default text in place of a name. */
  public static final String DEFAULT_REPLACEMENT = "[deleted]";

  public EraseUser {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(erasure, "erasure");
    Username.check(replacement);
  }

  /** {@return a command that deletes everything the user wrote} */
  public static EraseUser remove(UserId id) {
    return new EraseUser(id, Erasure.REMOVE, DEFAULT_REPLACEMENT);
  }

  /** {@return a command that keeps what the user wrote, under {@link #DEFAULT_REPLACEMENT}} */
  public static EraseUser anonymise(UserId id) {
    return new EraseUser(id, Erasure.ANONYMISE, DEFAULT_REPLACEMENT);
  }

  /** {@return the same command with another text in place of the name} */
  public EraseUser withReplacement(String text) {
    return new EraseUser(id, erasure, text);
  }
}
