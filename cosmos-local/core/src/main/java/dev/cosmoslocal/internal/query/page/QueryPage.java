package dev.cosmoslocal.internal.query.page;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a query's rows, and the items that the service would have loaded for it.
 *
 * @param continuation the start of the next page, or null after the last page
 * @param itemsLoaded the number of items that an index would load: those that meet every predicate
 *     on an indexed path. 0 if the query only counts
 * @param bytesLoaded the bytes of these items
 * @param itemsCounted the number of items counted by a query that only counts, otherwise 0
 * @param ordered whether the query has an ORDER BY
 */
public record QueryPage(
    List<JsonNode> documents,
    @Nullable String continuation,
    int itemsLoaded,
    long bytesLoaded,
    int itemsCounted,
    boolean ordered) {

  public QueryPage {
    documents = List.copyOf(documents);
  }

  public QueryPage withContinuation(String next) {
    return new QueryPage(documents, next, itemsLoaded, bytesLoaded, itemsCounted, ordered);
  }
}
