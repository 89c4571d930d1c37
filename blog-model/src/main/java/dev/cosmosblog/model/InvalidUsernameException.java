package dev.cosmosblog.model;

import java.util.Objects;
import java.util.OptionalInt;

/**
 * A username that is missing, blank, too long, or not well-formed Unicode text, or that contains a
 * character with which names are forged. Hosts may throw it for names that they refuse.
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
   * @param character the code point that is refused
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

  /** {@return the code point that is refused, if one is} */
  public OptionalInt character() {
    return character < 0 ? OptionalInt.empty() : OptionalInt.of(character);
  }
}
