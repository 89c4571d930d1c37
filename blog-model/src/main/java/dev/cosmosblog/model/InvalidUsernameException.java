package dev.cosmosblog.model;

import java.util.Objects;
import java.util.OptionalInt;

/**
 * A username is missing, blank, too long, or not well-formed Unicode text, or contains a character
 * that could be used to spoof names. Hosts may also throw it.
 */
public final class InvalidUsernameException extends InvalidInputException {
  private static final long serialVersionUID = 1L;

  /** The character, or -1. */
  private final int character;

  /**
   * @param problem what is wrong with it and what would be accepted
   */
  public InvalidUsernameException(String problem) {
    super("username", "The username " + problem);
    this.character = -1;
  }

  /**
   * @param character the code point that isn't allowed
   * @param reason what is wrong with the character
   */
  public InvalidUsernameException(int character, String reason) {
    super(
        "username",
        "The username contains U+%04X (%s), %s; remove it."
            .formatted(
                character,
                Objects.requireNonNullElse(Character.getName(character), "unassigned"),
                reason));
    this.character = character;
  }

  /** {@return the code point that isn't allowed, or empty if the problem is another} */
  public OptionalInt character() {
    return character < 0 ? OptionalInt.empty() : OptionalInt.of(character);
  }
}
