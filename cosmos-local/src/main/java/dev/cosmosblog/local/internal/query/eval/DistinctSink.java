package dev.cosmosblog.local.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.value.ValueOrder;
import java.util.TreeSet;

/** Passes on the rows that were not there before. */
final class DistinctSink implements RowSink {

  private final TreeSet<JsonNode> seen = new TreeSet<>(ValueOrder.INSTANCE);
  private final RowSink next;

  DistinctSink(RowSink next) {
    this.next = next;
  }

  @Override
  public boolean accept(JsonNode row) {
    return !seen.add(row) || next.accept(row);
  }
}
