package dev.cosmoslocal.internal.query.compile;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.query.eval.CompiledSelect;
import dev.cosmoslocal.internal.query.function.QueryStartTime;
import dev.cosmoslocal.internal.query.parse.AggregateKind;
import dev.cosmoslocal.internal.query.parse.Select;
import dev.cosmoslocal.internal.query.source.PathPredicate;
import dev.cosmoslocal.internal.query.value.Values;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A compiled query, with the values of its parameters.
 *
 * @param inner the query whose rows replace the container's items, or null to read the items
 * @param predicates conditions on paths of the item that every row meets
 * @param start the time at which the first page started
 */
public record CompiledQuery(
    Select select,
    CompiledSelect compiled,
    int frameSize,
    @Nullable CompiledQuery inner,
    List<PathPredicate> predicates,
    RowOrder order,
    RowWindow window,
    QueryStartTime start) {

  /**
   * The rows that TOP, or OFFSET and LIMIT, select.
   *
   * @param offset the number of rows to skip
   * @param limit the maximum number of rows to return after those
   */
  public record RowWindow(long offset, long limit) {}

  public JsonNode[] frame() {
    JsonNode[] frame = new JsonNode[frameSize];
    Arrays.fill(frame, Values.UNDEFINED);
    return frame;
  }

  /** Whether the query has no FROM, so that it reads no items. */
  public boolean itemless() {
    return select.from().isEmpty();
  }

  public boolean counts() {
    return compiled.keys().isEmpty()
        && !compiled.aggregates().isEmpty()
        && compiled.aggregates().stream().allMatch(a -> a.kind() == AggregateKind.COUNT);
  }
}
