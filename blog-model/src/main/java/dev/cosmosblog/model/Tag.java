package dev.cosmosblog.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.io.Serializable;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * A word by which a blog lists posts, such as {@code cosmos-db}.
 *
 * @param value 1 to {@value #MAX_LENGTH} characters (UTF-16 code units): letters and digits of any
 *     script, {@code -} and {@code _}, at least one letter or digit, in lower case and Unicode's
 *     form NFKC; any other throws an {@link InvalidInputException}
 */
public record Tag(@JsonValue String value) implements Serializable {
  /** The maximum length of a tag in characters. */
  public static final int MAX_LENGTH = 50;

  /** The maximum number of tags of a post. */
  public static final int MAX_OF_POST = 10;

  private static final UrlText TEXT = new UrlText("tag", "Tag.from(text)", MAX_LENGTH);

  public Tag {
    TEXT.check(value);
  }

  /** {@return the tag with this value} */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static Tag of(String value) {
    return new Tag(value);
  }

  /**
   * {@return a tag made of a text: its letters and digits in lower case, with {@code -} between the
   * words}
   *
   * @param text a text with at least one letter or digit, such as {@code Cosmos DB}; a long one is
   *     cut
   * @throws InvalidInputException if the text has none
   */
  public static Tag from(String text) {
    return new Tag(TEXT.of(text));
  }

  /**
   * {@return tags as a post can have them, without duplicates}
   *
   * @param tags at most {@value #MAX_OF_POST} different tags
   * @throws InvalidInputException if there are more
   */
  public static List<Tag> ofPost(Collection<Tag> tags) {
    Objects.requireNonNull(tags, "tags");
    List<Tag> different = tags.stream().distinct().toList();
    if (different.size() > MAX_OF_POST) {
      throw new InvalidInputException(
          "tags",
          "A post can have %d tags, but %,d were given. Pass fewer."
              .formatted(MAX_OF_POST, different.size()));
    }
    return different;
  }

  @Override
  public String toString() {
    return value;
  }
}
