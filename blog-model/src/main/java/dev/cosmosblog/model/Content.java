package dev.cosmosblog.model;

import org.jspecify.annotations.Nullable;

/** Validation, measuring and shortening of titles and contents. */
public final class Content {
  /**
   * The largest size of an item's texts as JSON in bytes: 2 MB less 8 KiB for ids, names, dates,
   * counts and the service's own properties. Source of the 2 MB: Microsoft's page "Azure Cosmos DB
   * service quotas".
   */
  public static final long MAX_ITEM_BYTES = 2L * 1024 * 1024 - 8 * 1024;

  /** The length of a content's short form in characters (UTF-16 code units). */
  public static final int SUMMARY_LENGTH = 100;

  /**
   * The longest title in characters (UTF-16 code units). Short forms keep the whole title, so the
   * longest title bounds what a list costs.
   */
  public static final int MAX_TITLE_LENGTH = 1_000;

  private Content() {}

  /**
   * Validates a text.
   *
   * @param field the field's name, for messages
   * @param text the text; it may be empty
   * @return the same text
   * @throws InvalidTextException if it is null or contains an unpaired surrogate
   */
  public static String check(String field, @Nullable String text) {
    return TextRules.wellFormed(text, problem -> new InvalidTextException(field, problem));
  }

  /**
   * Validates the length of a title.
   *
   * @param title the title, well-formed
   * @throws InvalidTextException if it is longer than {@link #MAX_TITLE_LENGTH}
   */
  public static void checkTitle(String title) {
    if (title.length() > MAX_TITLE_LENGTH) {
      throw new InvalidTextException(
          "title",
          "has %d characters; at most %d are allowed. Move the rest to the content."
              .formatted(title.length(), MAX_TITLE_LENGTH));
    }
  }

  /**
   * Validates that the texts of an item fit into it.
   *
   * @param what the kind of item, for messages
   * @param texts its texts
   * @throws ItemTooLargeException if together they take more than {@link #MAX_ITEM_BYTES}
   */
  public static void checkSize(String what, String... texts) {
    long bytes = 0;
    for (String text : texts) {
      bytes += TextRules.jsonBytes(text);
    }
    if (bytes > MAX_ITEM_BYTES) {
      throw new ItemTooLargeException(what, bytes, MAX_ITEM_BYTES);
    }
  }

  /**
   * Returns the short form of a content: its first {@link #SUMMARY_LENGTH} characters, or one fewer
   * if the cut would split a surrogate pair.
   *
   * @param content the content
   * @return the short form
   */
  public static String summary(String content) {
    return cut(content, SUMMARY_LENGTH);
  }

  /**
   * Returns a title cut to {@link #MAX_TITLE_LENGTH} characters. Only titles from other writers are
   * ever longer.
   *
   * @param title the title
   * @return the title, or its beginning, cut as {@link #summary} cuts
   */
  public static String shortTitle(String title) {
    return cut(title, MAX_TITLE_LENGTH);
  }

  private static String cut(String text, int length) {
    if (text.length() <= length) {
      return text;
    }
    boolean splits = Character.isHighSurrogate(text.charAt(length - 1));
    return text.substring(0, splits ? length - 1 : length);
  }
}
