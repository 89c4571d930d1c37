package dev.cosmosblog.local.internal.query.function;

import java.util.function.IntUnaryOperator;

/** Case as the service sees it: char by char, without regard to language. */
final class LetterCase {

  private LetterCase() {}

  static String lower(String text) {
    return map(text, Character::toLowerCase);
  }

  static String upper(String text) {
    return map(text, Character::toUpperCase);
  }

  /**
   * The form in which strings are equal if case is ignored. A letter is folded only if the small
   * one is its own: the Kelvin sign is not a k, nor the dotted capital I an i.
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
    int[] mapped = text.codePoints().map(letter).toArray();
    return new String(mapped, 0, mapped.length);
  }
}
