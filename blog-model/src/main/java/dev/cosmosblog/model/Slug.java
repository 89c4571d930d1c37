package dev.cosmosblog.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.io.Serializable;
import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The text that names a post in a URL, such as {@code my-first-post}; unique in the blog.
 *
 * @param value 1 to {@value #MAX_LENGTH} characters (UTF-16 code units): letters and digits of any
 *     script, {@code -} and {@code _}, at least one letter or digit, in lower case and Unicode's
 *     form NFKC; any other throws an {@link InvalidInputException}
 */
public record Slug(@JsonValue String value) implements Serializable {
  /**
   * The maximum length of a slug in characters. It takes 600 bytes at most, so that the id of its
   * reservation is shorter than the longest id.
   */
  public static final int MAX_LENGTH = 200;

  /** The maximum number of former slugs by which a post is found; older ones are released. */
  public static final int MAX_FORMER = 10;

  private static final Pattern ALLOWED = Pattern.compile("[\\p{L}\\p{M}\\p{Nd}_-]+");
  private static final Pattern LETTER_OR_DIGIT = Pattern.compile("[\\p{L}\\p{Nd}]");
  private static final Pattern OTHERS = Pattern.compile("[^\\p{L}\\p{M}\\p{Nd}]+");

  public Slug {
    String slug = Content.wellFormed(value, Slug::invalid);
    if (slug.isEmpty() || slug.length() > MAX_LENGTH) {
      throw invalid("has %,d characters; give 1 to %d.".formatted(slug.length(), MAX_LENGTH));
    }
    if (!ALLOWED.matcher(slug).matches() || !LETTER_OR_DIGIT.matcher(slug).find()) {
      throw invalid(
          "must have letters and digits, and may have '-' and '_', but no other characters. Use"
              + " Slug.from(title) to make one.");
    }
    if (!slug.equals(canonical(slug))) {
      throw invalid(
          "must be in lower case and in Unicode's normalization form KC. Use Slug.from(title) to"
              + " make one.");
    }
  }

  /** {@return the slug with this value} */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static Slug of(String value) {
    return new Slug(value);
  }

  /**
   * {@return a slug made of a title: its letters and digits in lower case, with {@code -} between
   * the words} Doesn't transliterate, and doesn't check that the slug is free.
   *
   * @param title a text with at least one letter or digit; a long one is cut
   * @throws InvalidInputException if the title has none
   */
  public static Slug from(String title) {
    String words = canonical(Content.wellFormed(title, Slug::invalid));
    String joined = OTHERS.matcher(words).replaceAll("-");
    int start = joined.startsWith("-") ? 1 : 0;
    int end = Math.min(joined.length(), start + MAX_LENGTH);
    if (end < joined.length() && Character.isLowSurrogate(joined.charAt(end))) {
      end--;
    }
    String cut = joined.substring(start, end);
    return new Slug(cut.endsWith("-") ? cut.substring(0, cut.length() - 1) : cut);
  }

  private static String canonical(String text) {
    String lower = Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
    return Normalizer.normalize(lower, Normalizer.Form.NFKC);
  }

  private static InvalidInputException invalid(String problem) {
    return new InvalidInputException("slug", "The slug " + problem);
  }

  @Override
  public String toString() {
    return value;
  }
}
