package dev.cosmosblog.local.engine;

import dev.cosmosblog.local.internal.query.page.PageLimits;
import org.jspecify.annotations.Nullable;

/**
 * How much to send at once, and where to go on.
 *
 * @param maxItems the greatest number of rows; -1 for as many as fit
 * @param continuation what the page before gave; null for the first
 */
public record Paging(int maxItems, @Nullable String continuation) {
  /** The service answers with at most 4 MB; the rest is left for the envelope. */
  static final int PAGE_BYTES = 4 * 1024 * 1024 - 64 * 1024;

  PageLimits limits() {
    return new PageLimits(maxItems, PAGE_BYTES, continuation);
  }
}
