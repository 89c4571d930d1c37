package dev.cosmosblog.model;

import java.text.Normalizer;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a username may be, and when two of them are the same name. */
public final class Username {
  /** The characters (UTF-16 code units) that a username may have. */
  public static final int MAX_LENGTH = 255;

  private Username() {}

  /**
   * Checks a username.
   *
   * @param username the name as its user writes it
   * @return the same name
   * @throws InvalidUsernameException if it is missing, blank, longer than {@link #MAX_LENGTH}, or
   *     holds an unpaired surrogate or a control character
   */
  public static String check(@Nullable String username) {
    String name = Text.wellFormed(username, InvalidUsernameException::new);
    if (name.isBlank()) {
      throw new InvalidUsernameException("is blank; give at least one visible character.");
    }
    if (name.length() > MAX_LENGTH) {
      throw new InvalidUsernameException(
          "has " + name.length() + " characters; at most " + MAX_LENGTH + " are allowed.");
    }
    if (name.chars().anyMatch(Character::isISOControl)) {
      throw new InvalidUsernameException("holds a control character; leave it out.");
    }
    if (canonical(name).codePoints().noneMatch(Username::visible)) {
      throw new InvalidUsernameException("has no visible character; give at least one.");
    }
    return name;
  }

  /**
   * The form in which names are compared: Unicode NFKC, without case, without white space at the
   * ends. Two names with the same form belong to one user.
   *
   * @param username the name
   * @return its canonical form
   */
  public static String canonical(String username) {
    // NFKC leaves ASCII as it is.
    return Text.isAscii(username)
        ? username.toLowerCase(Locale.ROOT).strip()
        : canonicalOfAny(username);
  }

  private static String canonicalOfAny(String username) {
    String folded = nfkc(username).toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    return nfkc(folded).strip();
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
