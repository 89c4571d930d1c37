package dev.cosmosblog.local.internal.query.source;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * A place in the order of an ORDER BY.
 *
 * @param keys the values of the sort keys; undefined is a {@code MissingNode}
 * @param rid the item that has them
 */
public record SortPosition(List<JsonNode> keys, long rid) {

  /**
   * Copies the keys.
   *
   * @param keys the values of the sort keys; undefined is a {@code MissingNode}
   * @param rid the item that has them
   */
  public SortPosition {
    keys = List.copyOf(keys);
  }
}
