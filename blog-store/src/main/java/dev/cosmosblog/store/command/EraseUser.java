package dev.cosmosblog.store.command;

import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.Username;
import java.util.Objects;

/**
 * A user to be erased.
 *
 * @param id the user
 * @param erasure what becomes of what the user wrote
 * @param replacement the text that stands for the name in what stays; it belongs to nobody, and a
 *     user may be called the same
 */
public record EraseUser(UserId id, Erasure erasure, String replacement) {
  /** The text for a name where nothing else is said. */
  public static final String DEFAULT_REPLACEMENT = "[deleted]";

  /**
   * Checks the text.
   *
   * @throws dev.cosmosblog.model.InvalidUsernameException if it is none that a username may be
   */
  public EraseUser {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(erasure, "erasure");
    Username.check(replacement);
  }

  /**
   * All that the user wrote goes.
   *
   * @param id the user
   * @return the command
   */
  public static EraseUser remove(UserId id) {
    return new EraseUser(id, Erasure.REMOVE, DEFAULT_REPLACEMENT);
  }

  /**
   * What the user wrote stays, without the name.
   *
   * @param id the user
   * @return the command, with {@value #DEFAULT_REPLACEMENT} for the name
   */
  public static EraseUser anonymise(UserId id) {
    return new EraseUser(id, Erasure.ANONYMISE, DEFAULT_REPLACEMENT);
  }

  /**
   * The same with another text for the name.
   *
   * @param text what stands for the name
   * @return the command
   * @throws dev.cosmosblog.model.InvalidUsernameException if it is none that a username may be
   */
  public EraseUser withReplacement(String text) {
    return new EraseUser(id, erasure, text);
  }
}
