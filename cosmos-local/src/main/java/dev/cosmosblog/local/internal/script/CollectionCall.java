package dev.cosmosblog.local.internal.script;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** One thing that a script asks of its collection. Entity tags are null for no condition. */
public sealed interface CollectionCall {
  /**
   * Reads an item.
   *
   * @param link its self-link or its alt-link
   * @param ifNoneMatch the tag for which there is nothing to read
   */
  record Read(String link, @Nullable String ifNoneMatch) implements CollectionCall {}

  /**
   * A page of a query.
   *
   * @param query the query as in a request's body; null for all items
   * @param pageSize the greatest number of rows, -1 for as many as fit
   * @param continuation what the page before gave; null for the first
   */
  record Query(@Nullable JsonNode query, int pageSize, @Nullable String continuation)
      implements CollectionCall {}

  /**
   * Writes an item that must not exist yet.
   *
   * @param body the item
   */
  record Create(ObjectNode body) implements CollectionCall {}

  /**
   * Writes an item whether it exists or not.
   *
   * @param body the item
   * @param etag the tag that an existing item must have
   */
  record Upsert(ObjectNode body, @Nullable String etag) implements CollectionCall {}

  /**
   * Writes an item that must exist.
   *
   * @param link its self-link or its alt-link
   * @param body the item
   * @param etag the tag that it must have
   */
  record Replace(String link, ObjectNode body, @Nullable String etag) implements CollectionCall {}

  /**
   * Removes an item that must exist.
   *
   * @param link its self-link or its alt-link
   * @param etag the tag that it must have
   */
  record Delete(String link, @Nullable String etag) implements CollectionCall {}
}
