package dev.cosmosblog.local.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;

/** Takes rows one after the other. */
public interface RowSink {

  /** Takes a row, and says whether it wants more. */
  boolean accept(JsonNode row);
}
