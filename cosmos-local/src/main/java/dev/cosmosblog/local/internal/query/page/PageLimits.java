package dev.cosmosblog.local.internal.query.page;

import org.jspecify.annotations.Nullable;

/**
 * Where a page begins and how long it may get. A page holds at least one row if there is one.
 *
 * @param maxItems the most rows, or -1 for as many as fit
 * @param maxBytes the most bytes of the rows' JSON
 * @param continuation what the page before gave, or null for the first page
 */
public record PageLimits(int maxItems, int maxBytes, @Nullable String continuation) {

  /**
   * Checks the bounds.
   *
   * @param maxItems the most rows, or -1 for as many as fit
   * @param maxBytes the most bytes of the rows' JSON
   * @param continuation what the page before gave, or null for the first page
   * @throws IllegalArgumentException if maxItems is neither -1 nor positive or maxBytes is not
   *     positive
   */
  public PageLimits {
    if (maxItems != -1 && maxItems < 1) {
      throw new IllegalArgumentException("maxItems must be -1 or positive: " + maxItems);
    }
    if (maxBytes < 1) {
      throw new IllegalArgumentException("maxBytes must be positive: " + maxBytes);
    }
  }
}
