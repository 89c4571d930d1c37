package dev.cosmosblog.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.io.Serializable;

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

  private static final UrlText TEXT = new UrlText("slug", "Slug.from(title)", MAX_LENGTH);

  public Slug {
    TEXT.check(value);
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
    return new Slug(TEXT.of(title));
  }

  @Override
  public String toString() {
    return value;
  }
}
