package dev.cosmosblog.model;

import org.jspecify.annotations.Nullable;

/** What titles and contents may be. */
public final class Content {
  /**
   * The bytes that an item's texts may take as JSON: 2 MB less 8 KiB for ids, names, dates, counts
   * and what the service stores beside them. Source of the 2 MB: Microsoft's page "Azure Cosmos DB
   * service quotas".
   */
  public static final long MAX_ITEM_BYTES = 2L * 1024 * 1024 - 8 * 1024;

  /** The characters (UTF-16 code units) of a content that its short form keeps. */
  public static final int SUMMARY_LENGTH = 100;

  /**
   * The characters (UTF-16 code units) that a title may have. Short forms keep it whole, so that
   * the longest title is a part of what each list costs.
   */
  public static final int MAX_TITLE_LENGTH = 1_000;

  private Content() {}

  /**
   * Checks one text.
   *
   * @param field the field's name, for messages
   * @param text the text; it may be empty
   * @return the same text
   * @throws InvalidTextException if it is missing or holds an unpaired surrogate
   */
  public static String check(String field, @Nullable String text) {
    return Text.wellFormed(text, problem -> new InvalidTextException(field, problem));
  }

  /**
   * Checks that a title is no longer than {@link #MAX_TITLE_LENGTH}.
   *
   * @param title the title, well-formed
   * @throws InvalidTextException if it is longer
   */
  public static void checkTitle(String title) {
    if (title.length() > MAX_TITLE_LENGTH) {
      throw new InvalidTextException(
          "title",
          "has %d characters; at most %d are allowed. Put the rest into the content."
              .formatted(title.length(), MAX_TITLE_LENGTH));
    }
  }

  /**
   * Checks that the texts fit into one item.
   *
   * @param what the item, for messages
   * @param texts its texts
   * @throws ItemTooLargeException if they take more than {@link #MAX_ITEM_BYTES} together
   */
  public static void checkSize(String what, String... texts) {
    long bytes = 0;
    for (String text : texts) {
      bytes += Text.jsonBytes(text);
    }
    if (bytes > MAX_ITEM_BYTES) {
      throw new ItemTooLargeException(what, bytes, MAX_ITEM_BYTES);
    }
  }

  /**
   * The short form of a content: its first {@link #SUMMARY_LENGTH} characters, or one less where
   * the cut would split a surrogate pair.
   *
   * @param content the content
   * @return the short form
   */
  public static String summary(String content) {
    return cut(content, SUMMARY_LENGTH);
  }

  /**
   * The short form of a title that another writer made longer than {@link #MAX_TITLE_LENGTH}; any
   * other stays whole.
   *
   * @param title the title
   * @return its first characters, cut as {@link #summary} does
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
