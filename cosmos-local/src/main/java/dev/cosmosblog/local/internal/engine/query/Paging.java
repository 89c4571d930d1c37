package dev.cosmosblog.local.internal.engine.query;

import dev.cosmosblog.local.internal.engine.resource.ServiceLimits;
import dev.cosmosblog.local.internal.query.page.PageLimits;
import org.jspecify.annotations.Nullable;

/**
 * How much to send at once, and where to go on.
 *
 * @param maxItems the greatest number of rows; -1 for as many as fit
 * @param continuation what the page before gave; null for the first
 */
public record Paging(int maxItems, @Nullable String continuation) {
  public PageLimits limits() {
    return new PageLimits(maxItems, ServiceLimits.PAGE_BYTES, continuation);
  }
}
