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
   */
  record RunQuery(@Nullable JsonNode query, int pageSize, @Nullable String continuation)
      implements CollectionCall {}

  record CreateItem(ObjectNode body) implements CollectionCall {}

  record UpsertItem(ObjectNode body, @Nullable String etag) implements CollectionCall {}

  /**
   * Replaces an item.
   *
   * @param link its self-link or its alt-link
   */
  record ReplaceItem(String link, ObjectNode body, @Nullable String etag)
      implements CollectionCall {}

  /**
   * Deletes an item.
   *
   * @param link its self-link or its alt-link
   */
  record DeleteItem(String link, @Nullable String etag) implements CollectionCall {}
}
