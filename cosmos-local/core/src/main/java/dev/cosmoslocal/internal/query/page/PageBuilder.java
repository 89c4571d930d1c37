package dev.cosmoslocal.internal.query.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.budget.Budget;
import java.util.ArrayList;
import java.util.List;

/** Collects the rows of a page, within its limits and the query's TOP, OFFSET and LIMIT. */
final class PageBuilder {

  private final PageLimits limits;
  private final long limit;
  private final List<JsonNode> rows = new ArrayList<>();
  private long skip;
  private long taken;
  private long bytes;
  private long held;

  PageBuilder(PageLimits limits, long limit, Continuation from) {
    this.limits = limits;
    this.limit = limit;
    this.skip = from.skip();
    this.taken = from.taken();
  }

  /** Whether the query has returned as many rows as TOP or LIMIT allows. */
  boolean ended() {
    return taken >= limit;
  }

  /**
   * Adds a row, or skips it for OFFSET.
   *
   * @param size the bytes of its JSON
   * @param memory the memory that it takes
   * @return false if the page is full
   */
  boolean add(JsonNode row, long size, long memory) {
    if (skip > 0) {
      skip--;
      return true;
    }
    boolean full = rows.size() == limits.maxItems() || bytes + size > limits.maxBytes();
    if (full && !rows.isEmpty()) {
      return false;
    }
    Budget.current().allocate(size);
    rows.add(row);
    bytes += size;
    held += size + memory;
    taken++;
    return true;
  }

  /** The memory of the rows and of their JSON. */
  long held() {
    return held;
  }

  /** The bytes of JSON that a page may have; all rows have room if it has to skip some of them. */
  long room() {
    return skip == 0 ? limits.maxBytes() : Long.MAX_VALUE;
  }

  /** The maximum number of rows needed to fill the page and to know whether there are more. */
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
