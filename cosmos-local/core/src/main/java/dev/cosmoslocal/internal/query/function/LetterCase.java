package dev.cosmoslocal.internal.query.function;

import dev.cosmoslocal.internal.budget.Budget;
import java.util.function.IntUnaryOperator;

/** Case conversion like that of the service: by code point, independent of the language. */
final class LetterCase {

  private LetterCase() {}

  static String lower(String text) {
    return map(text, Character::toLowerCase);
  }

  static String upper(String text) {
    return map(text, Character::toUpperCase);
  }

  /**
   * Folds case for comparisons that ignore it. A letter is folded only if its lower case maps back
   * to it: the Kelvin sign is not a k, and the dotted capital I is not an i.
   */
  static String fold(String text) {
    return map(
        text,
        c -> {
          int small = Character.toLowerCase(c);
          return Character.toUpperCase(small) == c ? small : c;
        });
  }

  private static String map(String text, IntUnaryOperator letter) {
    Budget.current().allocateText(text.length());
    StringBuilder mapped = new StringBuilder(text.length());
    for (int at = 0; at < text.length(); ) {
      int character = text.codePointAt(at);
      mapped.appendCodePoint(letter.applyAsInt(character));
      at += Character.charCount(character);
    }
    return mapped.toString();
  }
}
