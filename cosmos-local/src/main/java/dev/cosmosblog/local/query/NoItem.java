package dev.cosmosblog.local.query;

import com.fasterxml.jackson.databind.JsonNode;

/** The item of a query that reads none. */
enum NoItem implements StoredItem {
  INSTANCE;

  @Override
  public long rid() {
    return 0;
  }

  @Override
  public JsonNode json() {
    return Values.UNDEFINED;
  }

  @Override
  public int bytes() {
    return 0;
  }
}
