package dev.cosmosblog.model;

import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The texts that name posts and lists in URLs, in one form, so that equal names are equal texts.
 */
final class UrlText {
  private static final Pattern ALLOWED = Pattern.compile("[\\p{L}\\p{M}\\p{Nd}_-]+");
  private static final Pattern LETTER_OR_DIGIT = Pattern.compile("[\\p{L}\\p{Nd}]");
  private static final Pattern OTHERS = Pattern.compile("[^\\p{L}\\p{M}\\p{Nd}]+");

  private final String kind;
  private final String maker;
  private final int maxLength;

  /**
   * @param kind what the text is, such as {@code slug}
   * @param maker the method that makes one of any text
   * @param maxLength the maximum number of characters
   */
  UrlText(String kind, String maker, int maxLength) {
    this.kind = kind;
    this.maker = maker;
    this.maxLength = maxLength;
  }

  void check(String value) {
    String text = Content.wellFormed(value, this::invalid);
    if (text.isEmpty() || text.length() > maxLength) {
      throw invalid("has %,d characters; give 1 to %d.".formatted(text.length(), maxLength));
    }
    if (!ALLOWED.matcher(text).matches() || !LETTER_OR_DIGIT.matcher(text).find()) {
      throw invalid(
          "must have letters and digits, and may have '-' and '_', but no other characters. Use"
              + " %s to make one.".formatted(maker));
    }
    if (!text.equals(canonical(text))) {
      throw invalid(
          "must be in lower case and in Unicode's normalization form KC. Use %s to make one."
              .formatted(maker));
    }
  }

  /** Returns the letters and digits of a text, with a hyphen between the words. */
  String of(String text) {
    String words = canonical(Content.wellFormed(text, this::invalid));
    String joined = OTHERS.matcher(words).replaceAll("-");
    int start = joined.startsWith("-") ? 1 : 0;
    int end = Math.min(joined.length(), start + maxLength);
    if (end < joined.length() && Character.isLowSurrogate(joined.charAt(end))) {
      end--;
    }
    String cut = joined.substring(start, end);
    return cut.endsWith("-") ? cut.substring(0, cut.length() - 1) : cut;
  }

  private static String canonical(String text) {
    String lower = Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
    return Normalizer.normalize(lower, Normalizer.Form.NFKC);
  }

  private InvalidInputException invalid(String problem) {
    return new InvalidInputException(kind, "The " + kind + " " + problem);
  }
}
