package dev.cosmoslocal.internal.script;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** A call of a script to its collection. Null entity tags mean no condition. */
public sealed interface CollectionCall {
  /**
   * Reads an item.
   *
   * @param link its self-link or its alt-link
   * @param ifNoneMatch the entity tag that the script has already
   */
  record ReadItem(String link, @Nullable String ifNoneMatch) implements CollectionCall {}

  /**
   * A page of a query.
   *
   * @param query the query as in the body of a request; null for all items
   * @param pageSize the maximum number of rows; -1 for as many as fit
   * @param continuation the continuation of the previous page; null for the first
   */
  record RunQuery(@Nullable JsonNode query, int pageSize, @Nullable String continuation)
      implements CollectionCall {}

  /**
   * Creates an item.
   *
   * @param body the item
   */
  record CreateItem(ObjectNode body) implements CollectionCall {}

  /**
   * Creates or replaces an item.
   *
   * @param body the item
   * @param etag the required entity tag of an existing item
   */
  record UpsertItem(ObjectNode body, @Nullable String etag) implements CollectionCall {}

  /**
   * Replaces an item.
   *
   * @param link its self-link or its alt-link
   * @param body the item
   * @param etag the required entity tag
   */
  record ReplaceItem(String link, ObjectNode body, @Nullable String etag)
      implements CollectionCall {}

  /**
   * Deletes an item.
   *
   * @param link its self-link or its alt-link
   * @param etag the required entity tag
   */
  record DeleteItem(String link, @Nullable String etag) implements CollectionCall {}
}
