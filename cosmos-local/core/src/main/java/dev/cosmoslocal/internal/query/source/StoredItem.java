package dev.cosmoslocal.internal.query.source;

import com.fasterxml.jackson.databind.JsonNode;

/** An item that a query reads. */
public interface StoredItem {

  /** Returns the numeric resource id, which orders the items of a container. */
  long rid();

  /** Returns the whole item, including its system properties. A query never changes it. */
  JsonNode json();

  /** Returns the length of the stored JSON in bytes of UTF-8. */
  int bytes();
}
