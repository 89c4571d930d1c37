package dev.cosmosblog.model;

import java.text.Normalizer;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Validation of usernames, and the form in which two of them are compared. */
public final class Username {
  /** The longest username in characters (UTF-16 code units). */
  public static final int MAX_LENGTH = 255;

  private Username() {}

  /**
   * {@return the username, unchanged}
   *
   * @param username the name as the user writes it
   * @throws InvalidUsernameException if it is null, blank, invisible, too long or not well-formed,
   *     or contains a control character
   */
  public static String check(@Nullable String username) {
    String name = Content.wellFormed(username, InvalidUsernameException::new);
    if (name.isBlank()) {
      throw new InvalidUsernameException("is blank; give at least one visible character.");
    }
    if (name.length() > MAX_LENGTH) {
      throw new InvalidUsernameException(
          "has " + name.length() + " characters; at most " + MAX_LENGTH + " are allowed.");
    }
    if (name.chars().anyMatch(Character::isISOControl)) {
      throw new InvalidUsernameException("contains a control character; remove it.");
    }
    if (canonical(name).codePoints().noneMatch(Username::visible)) {
      throw new InvalidUsernameException("has no visible character; give at least one.");
    }
    return name;
  }

  /**
   * {@return the form in which names are compared: NFKC, case-folded, stripped}
   *
   * @param username the name
   */
  public static String canonical(String username) {
    // NFKC leaves ASCII as it is.
    if (username.chars().allMatch(c -> c < 0x80)) {
      return username.toLowerCase(Locale.ROOT).strip();
    }
    // Lower case comes first for U+1E9E, the capital sharp s: upper case leaves it as it is, but
    // makes SS of the small one.
    String lower = nfkc(username).toLowerCase(Locale.ROOT);
    return nfkc(lower.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT)).strip();
  }

  private static boolean visible(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.FORMAT, Character.SPACE_SEPARATOR -> false;
      case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
      default -> true;
    };
  }

  private static String nfkc(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFKC);
  }
}
