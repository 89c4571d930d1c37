package dev.cosmoslocal.internal.engine.query;

import dev.cosmoslocal.internal.engine.resource.ServiceLimits;
import dev.cosmoslocal.internal.query.page.PageLimits;
import org.jspecify.annotations.Nullable;

/**
 * The limits of a page, and its continuation.
 *
 * @param maxItems the maximum number of rows; -1 for as many as fit
 */
public record Paging(int maxItems, @Nullable String continuation) {
  public PageLimits limits() {
    return new PageLimits(maxItems, ServiceLimits.PAGE_BYTES, continuation);
  }
}
