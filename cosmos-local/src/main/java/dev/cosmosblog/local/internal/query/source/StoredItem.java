package dev.cosmosblog.local.internal.query.source;

import com.fasterxml.jackson.databind.JsonNode;

/** An item as a query sees it. */
public interface StoredItem {

  /**
   * The number that orders the items of a container.
   *
   * @return the number
   */
  long rid();

  /**
   * The whole item, system properties included. A query never changes it.
   *
   * @return the item
   */
  JsonNode json();

  /**
   * The length of the stored JSON.
   *
   * @return bytes of UTF-8
   */
  int bytes();
}
