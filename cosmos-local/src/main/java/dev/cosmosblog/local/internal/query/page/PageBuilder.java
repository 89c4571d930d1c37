package dev.cosmosblog.local.internal.query.page;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Collects a page's rows, within its bounds and those of the query's window. */
final class PageBuilder {

  private final PageLimits limits;
  private final long limit;
  private final List<JsonNode> rows = new ArrayList<>();
  private long skip;
  private long taken;
  private long bytes;

  PageBuilder(PageLimits limits, long limit, Continuation from) {
    this.limits = limits;
    this.limit = limit;
    this.skip = from.skip();
    this.taken = from.taken();
  }

  /** Whether the query may give no more rows, however many there are. */
  boolean ended() {
    return taken >= limit;
  }

  /** Takes a row, or skips it for OFFSET; says whether it did, or the page has no room. */
  boolean add(JsonNode row, long size) {
    if (skip > 0) {
      skip--;
      return true;
    }
    boolean full = rows.size() == limits.maxItems() || bytes + size > limits.maxBytes();
    if (full && !rows.isEmpty()) {
      return false;
    }
    rows.add(row);
    bytes += size;
    taken++;
    return true;
  }

  /** The rows that may still be needed to fill the page and to see whether there are more. */
  long wanted() {
    long room = limits.maxItems() == -1 ? Integer.MAX_VALUE : limits.maxItems() + 1L;
    return skip + Math.min(room, limit - taken);
  }

  List<JsonNode> rows() {
    return rows;
  }

  long skip() {
    return skip;
  }

  long taken() {
    return taken;
  }
}
