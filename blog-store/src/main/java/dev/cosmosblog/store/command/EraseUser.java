package dev.cosmosblog.store.command;

import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.Username;
import java.util.Objects;

/**
 * Erases a user.
 *
 * <p>The call blocks until all items are done, one after the other. Each post, comment or like
 * costs about 11 RU (modelled) and up to three requests. A thousand items take some seconds and a
 * million take hours, so call it in the background for a user with many items.
 *
 * @param id the user
 * @param erasure the kind of erasure
 * @param replacement the text that replaces the name in anonymized items
 */
public record EraseUser(UserId id, Erasure erasure, String replacement) {
  /** The default text that replaces the name. */
  public static final String DEFAULT_REPLACEMENT = "[deleted]";

  public EraseUser {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(erasure, "erasure");
    Username.check(replacement);
  }

  /** {@return a command that deletes everything that the user wrote} */
  public static EraseUser remove(UserId id) {
    return new EraseUser(id, Erasure.REMOVE, DEFAULT_REPLACEMENT);
  }

  /**
   * {@return a command that replaces the name in everything the user wrote by {@link
   * #DEFAULT_REPLACEMENT}}
   */
  public static EraseUser anonymize(UserId id) {
    return new EraseUser(id, Erasure.ANONYMISE, DEFAULT_REPLACEMENT);
  }

  /** {@return the same command with another text that replaces the name} */
  public EraseUser withReplacement(String text) {
    return new EraseUser(id, erasure, text);
  }
}
