package dev.cosmosblog.local.internal.query.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.source.StoredItem;
import dev.cosmosblog.local.internal.query.value.Values;

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
