package dev.cosmoslocal.internal.query.page;

import org.jspecify.annotations.Nullable;

/**
 * The start of a page and its maximum size. A page has at least one row if there is one.
 *
 * @param maxItems the maximum number of rows, or -1 for as many as fit
 * @param maxBytes the maximum number of bytes of the rows' JSON
 * @param continuation the continuation of the previous page, or null for the first page
 */
public record PageLimits(int maxItems, int maxBytes, @Nullable String continuation) {

  /** All rows at once: there is no further page. */
  public static final PageLimits WHOLE = new PageLimits(-1, Integer.MAX_VALUE, null);

  /** Whether the page must have all rows. */
  boolean whole() {
    return equals(WHOLE);
  }

  public PageLimits {
    if (maxItems != -1 && maxItems < 1) {
      throw new IllegalArgumentException("maxItems must be -1 or positive, but was " + maxItems);
    }
    if (maxBytes < 1) {
      throw new IllegalArgumentException("maxBytes must be positive, but was " + maxBytes);
    }
  }
}
