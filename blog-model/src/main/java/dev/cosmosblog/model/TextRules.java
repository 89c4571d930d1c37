package dev.cosmosblog.model;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Validation and measuring of text that becomes JSON in UTF-8. */
final class TextRules {
  private TextRules() {}

  static String wellFormed(
      @Nullable String text, Function<String, ? extends InvalidInputException> problem) {
    if (text == null) {
      throw problem.apply("is missing; give a text.");
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean pair =
          Character.isHighSurrogate(c)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1));
      if (pair) {
        i++;
      } else if (Character.isSurrogate(c)) {
        throw problem.apply("is not well-formed text: unpaired surrogate at index " + i + ".");
      }
    }
    return text;
  }

  static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  /** Returns the size of the text inside a JSON string in UTF-8, without the quotes. */
  static long jsonBytes(String text) {
    long bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      bytes += jsonBytes(text.charAt(i));
    }
    return bytes;
  }

  private static int jsonBytes(char c) {
    if (c == '"' || c == '\\' || c == '\n' || c == '\r' || c == '\t' || c == '\b' || c == '\f') {
      return 2;
    }
    if (c < 0x20) {
      return 6;
    }
    if (c < 0x80) {
      return 1;
    }
    // Each half of a surrogate pair counts for two of its four bytes.
    return c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
  }
}
