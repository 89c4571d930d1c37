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

  /**
   * The default maximum length in characters (UTF-16 code units) of a summary that is cut from a
   * content.
   */
  public static final int SUMMARY_LENGTH = 100;

  /** The maximum length in characters of an excerpt, which summaries contain whole. */
  public static final int MAX_EXCERPT_LENGTH = 500;

  /**
   * The maximum length of a title in characters, which limits the cost of lists, because summaries
   * include the title.
   */
  public static final int MAX_TITLE_LENGTH = 1_000;

  // Unicode Standard Annex #29: joins emojis into one, colors them, and spells the flags of
  // regions.
  private static final int JOINER = 0x200D;
  private static final int FIRST_SKIN_TONE = 0x1F3FB;
  private static final int LAST_SKIN_TONE = 0x1F3FF;
  private static final int FIRST_EMOJI_TAG = 0xE0020;
  private static final int LAST_EMOJI_TAG = 0xE007F;
  private static final int FIRST_REGIONAL = 0x1F1E6;
  private static final int LAST_REGIONAL = 0x1F1FF;

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
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (Character.isBmpCodePoint(text.codePointAt(i))) {
          throw problem.apply(
              "has an unpaired surrogate at index %d; give well-formed Unicode text.".formatted(i));
        }
        i++;
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
    long bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      bytes += jsonBytes(text.charAt(i));
    }
    return bytes;
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
   * Validates an excerpt.
   *
   * @param excerpt the excerpt, which may be empty
   * @return the excerpt
   * @throws InvalidInputException if it is null, contains an unpaired surrogate, or is longer than
   *     {@link #MAX_EXCERPT_LENGTH}
   */
  public static String checkExcerpt(@Nullable String excerpt) {
    String checked = check("excerpt", excerpt);
    if (checked.length() > MAX_EXCERPT_LENGTH) {
      throw new InvalidInputException(
          "excerpt",
          "The excerpt has %d characters; at most %d are allowed. Shorten it."
              .formatted(checked.length(), MAX_EXCERPT_LENGTH));
    }
    return checked;
  }

  /**
   * {@return the beginning of a content, of at most {@link #SUMMARY_LENGTH} characters, that ends
   * with a whole word} See {@link #summary(String, String, int)}.
   *
   * @param content the content
   */
  public static String summary(String content) {
    return summary(null, content, SUMMARY_LENGTH);
  }

  /**
   * {@return the summary of a post: its excerpt, or the beginning of its content, which ends with a
   * whole word} If the second half of the beginning has no white space, it ends with a whole
   * character instead: not between a letter and its combining marks, or within an emoji.
   *
   * @param excerpt the excerpt; null or empty for none; truncated to {@link #MAX_EXCERPT_LENGTH} in
   *     case another program wrote a longer one
   * @param content the content
   * @param length the maximum length of the beginning, 1 to {@value #MAX_EXCERPT_LENGTH}
   */
  public static String summary(@Nullable String excerpt, String content, int length) {
    Objects.requireNonNull(content, "content");
    return excerpt == null || excerpt.isEmpty()
        ? beginning(content, length)
        : shortExcerpt(excerpt);
  }

  private static String beginning(String content, int length) {
    if (content.length() <= length) {
      return content;
    }
    int end = length;
    while (end > length / 2 && !Character.isWhitespace(content.charAt(end))) {
      end--;
    }
    return Character.isWhitespace(content.charAt(end))
        ? content.substring(0, end).stripTrailing()
        : cut(content, length);
  }

  /**
   * {@return the excerpt, truncated to {@link #MAX_EXCERPT_LENGTH}}
   *
   * @param excerpt the excerpt
   */
  public static String shortExcerpt(String excerpt) {
    return cut(Objects.requireNonNull(excerpt, "excerpt"), MAX_EXCERPT_LENGTH);
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
    int end = length;
    while (end > length / 2 && isWithinCharacter(text, end)) {
      end--;
    }
    // A sequence of marks may be longer than the text; then only surrogate pairs stay whole.
    if (end == 0 || isWithinCharacter(text, end)) {
      end = Character.isLowSurrogate(text.charAt(length)) ? length - 1 : length;
    }
    return text.substring(0, end);
  }

  /** Whether readers see the characters before and after an index as one. */
  private static boolean isWithinCharacter(String text, int index) {
    int after = text.codePointAt(index);
    if (Character.isLowSurrogate(text.charAt(index))
        || after == JOINER
        || text.charAt(index - 1) == JOINER
        || (after >= FIRST_SKIN_TONE && after <= LAST_SKIN_TONE)
        || (after >= FIRST_EMOJI_TAG && after <= LAST_EMOJI_TAG)) {
      return true;
    }
    return switch (Character.getType(after)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.COMBINING_SPACING_MARK ->
          true;
      default -> isRegional(after) && regionalsBefore(text, index) % 2 == 1;
    };
  }

  // Two of them are a flag.
  private static boolean isRegional(int c) {
    return c >= FIRST_REGIONAL && c <= LAST_REGIONAL;
  }

  private static int regionalsBefore(String text, int index) {
    int count = 0;
    for (int i = index; i > 1 && isRegional(text.codePointBefore(i)); i -= 2) {
      count++;
    }
    return count;
  }
}
