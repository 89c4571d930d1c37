package dev.cosmoslocal.internal.query.source;

import com.fasterxml.jackson.databind.JsonNode;

/** An item that a query reads. */
public interface StoredItem {

  /**
   * Returns the numeric resource id, which orders the items of a container.
   *
   * @return the number
   */
  long rid();

  /**
   * Returns the whole item, including its system properties. A query never changes it.
   *
   * @return the item
   */
  JsonNode json();

  /**
   * Returns the length of the stored JSON.
   *
   * @return the number of bytes in UTF-8
   */
  int bytes();
}
