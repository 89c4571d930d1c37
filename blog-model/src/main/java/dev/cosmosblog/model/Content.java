package dev.cosmosblog.model;

import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Validates, measures and shortens titles and contents. */
public final class Content {
  /**
   * The maximum size of an item's texts as JSON in bytes: the service's 2 MB (Microsoft's page
   * "Azure Cosmos DB service quotas") minus 8 KiB for all other properties.
   */
  public static final long MAX_ITEM_BYTES = 2L * 1024 * 1024 - 8 * 1024;

  /** The length of a summary in characters (UTF-16 code units). */
  public static final int SUMMARY_LENGTH = 100;

  /**
   * The maximum length of a title in characters, which limits the cost of lists, because summaries
   * include the title.
   */
  public static final int MAX_TITLE_LENGTH = 1_000;

  private Content() {}

  /**
   * Validates the texts of a post; both may be empty.
   *
   * @param title the title
   * @param content the content
   * @throws InvalidInputException if one is null or contains an unpaired surrogate, or the title is
   *     longer than {@link #MAX_TITLE_LENGTH}
   * @throws ItemTooLargeException if together they take more than {@link #MAX_ITEM_BYTES}
   */
  public static void checkPost(@Nullable String title, @Nullable String content) {
    checkPost(title, content, CustomProperties.NONE);
  }

  /**
   * Validates the texts of a post, which may be empty, and its custom properties.
   *
   * @param title the title
   * @param content the content
   * @param properties the properties
   * @throws InvalidInputException if a text is null or contains an unpaired surrogate, or the title
   *     is longer than {@link #MAX_TITLE_LENGTH}
   * @throws InvalidPropertyException if a property cannot be stored, or they take more than {@link
   *     CustomProperties#MAX_BYTES_OF_POST}
   * @throws ItemTooLargeException if together they take more than {@link #MAX_ITEM_BYTES}
   */
  public static void checkPost(
      @Nullable String title, @Nullable String content, CustomProperties properties) {
    Objects.requireNonNull(properties, "properties");
    String checked = check("title", title);
    properties.check("post", CustomProperties.MAX_BYTES_OF_POST);
    checkSize("post", properties, checked, check("content", content));
    if (checked.length() > MAX_TITLE_LENGTH) {
      throw new InvalidInputException(
          "title",
          "The title has %d characters; at most %d are allowed. Move the rest to the content."
              .formatted(checked.length(), MAX_TITLE_LENGTH));
    }
  }

  /**
   * Validates the content of a comment, which may be empty.
   *
   * @param content the content
   * @throws InvalidInputException if it is null or contains an unpaired surrogate
   * @throws ItemTooLargeException if it takes more than {@link #MAX_ITEM_BYTES}
   */
  public static void checkComment(@Nullable String content) {
    checkComment(content, CustomProperties.NONE);
  }

  /**
   * Validates the content of a comment, which may be empty, and its custom properties.
   *
   * @param content the content
   * @param properties the properties
   * @throws InvalidInputException if the content is null or contains an unpaired surrogate
   * @throws InvalidPropertyException if a property cannot be stored, or they take more than {@link
   *     CustomProperties#MAX_BYTES_OF_COMMENT}
   * @throws ItemTooLargeException if together they take more than {@link #MAX_ITEM_BYTES}
   */
  public static void checkComment(@Nullable String content, CustomProperties properties) {
    Objects.requireNonNull(properties, "properties");
    properties.check("comment", CustomProperties.MAX_BYTES_OF_COMMENT);
    checkSize("comment", properties, check("content", content));
  }

  /**
   * Validates one text of a post or comment, which may be empty.
   *
   * @param field the name of the text
   * @param text the text
   * @return the text
   * @throws InvalidInputException if it is null or contains an unpaired surrogate
   */
  public static String check(String field, @Nullable String text) {
    Objects.requireNonNull(field, "field");
    return wellFormed(
        text, problem -> new InvalidInputException(field, "The " + field + " " + problem));
  }

  static String wellFormed(
      @Nullable String text, Function<String, ? extends InvalidInputException> problem) {
    if (text == null) {
      throw problem.apply("is null; give a text.");
    }
    for (int i = 0; i < text.length(); i = text.offsetByCodePoints(i, 1)) {
      int c = text.codePointAt(i);
      if (Character.isBmpCodePoint(c) && Character.isSurrogate((char) c)) {
        throw problem.apply(
            "has an unpaired surrogate at index %d; give well-formed Unicode text.".formatted(i));
      }
    }
    return text;
  }

  static void checkSize(String what, String... texts) {
    checkSize(what, CustomProperties.NONE, texts);
  }

  private static void checkSize(String what, CustomProperties properties, String... texts) {
    long bytes = properties.jsonBytes() + Stream.of(texts).mapToLong(Content::jsonBytes).sum();
    if (bytes > MAX_ITEM_BYTES) {
      throw new ItemTooLargeException(what, bytes, MAX_ITEM_BYTES);
    }
  }

  static long jsonBytes(String text) {
    return text.chars().mapToLong(Content::jsonBytes).sum();
  }

  private static int jsonBytes(int c) {
    if (c == '"' || c == '\\' || c == '\n' || c == '\r' || c == '\t' || c == '\b' || c == '\f') {
      return 2;
    }
    if (c < 0x80) {
      return c < 0x20 ? 6 : 1;
    }
    // Each half of a surrogate pair counts for two of its four bytes.
    return c < 0x800 || Character.isSurrogate((char) c) ? 2 : 3;
  }

  /**
   * {@return the first {@link #SUMMARY_LENGTH} characters, without half a surrogate pair}
   *
   * @param content the content
   */
  public static String summary(String content) {
    return cut(Objects.requireNonNull(content, "content"), SUMMARY_LENGTH);
  }

  /**
   * {@return the title, truncated to {@link #MAX_TITLE_LENGTH} in case another program wrote a
   * longer one}
   *
   * @param title the title
   */
  public static String shortTitle(String title) {
    return cut(Objects.requireNonNull(title, "title"), MAX_TITLE_LENGTH);
  }

  private static String cut(String text, int length) {
    if (text.length() <= length) {
      return text;
    }
    boolean splits = Character.isHighSurrogate(text.charAt(length - 1));
    return text.substring(0, splits ? length - 1 : length);
  }
}
