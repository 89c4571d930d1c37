package dev.cosmosblog.local.query;

import com.fasterxml.jackson.databind.JsonNode;

/** Takes rows one after the other. */
interface RowSink {

  /** Takes a row, and says whether it wants more. */
  boolean accept(JsonNode row);
}
