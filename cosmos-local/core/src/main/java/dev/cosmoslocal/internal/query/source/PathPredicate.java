package dev.cosmoslocal.internal.query.source;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * A condition on one path of an item that every row of a query meets.
 *
 * @param path the property names from the item's root, e.g. {@code ["author", "name"]}
 * @param value the value to compare with; an array for {@link Comparison#IN}
 */
public record PathPredicate(List<String> path, Comparison comparison, JsonNode value) {

  public PathPredicate {
    path = List.copyOf(path);
  }
}
