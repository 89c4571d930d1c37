package dev.cosmoslocal.internal.query.source;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * A position in the order of an ORDER BY.
 *
 * @param keys the values of the sort keys; undefined is a {@code MissingNode}
 * @param rid the item with these values
 */
public record SortPosition(List<JsonNode> keys, long rid) {

  public SortPosition {
    keys = List.copyOf(keys);
  }
}
