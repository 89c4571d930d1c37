package dev.cosmosblog.local.internal.query.compile;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.eval.CompiledSelect;
import dev.cosmosblog.local.internal.query.function.QueryStartTime;
import dev.cosmosblog.local.internal.query.parse.AggregateKind;
import dev.cosmosblog.local.internal.query.parse.Select;
import dev.cosmosblog.local.internal.query.source.PathPredicate;
import dev.cosmosblog.local.internal.query.value.Values;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query that is ready to run: parsed, its parameters bound, compiled.
 *
 * @param select as it was written
 * @param compiled its rows
 * @param frameSize slots of a frame
 * @param inner the query whose rows stand in the place of the container's items, if there is one
 * @param predicates what every row meets on paths of the item
 * @param order ORDER BY
 * @param window TOP, or OFFSET and LIMIT
 * @param start when its first page began
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
   * @param offset rows that are skipped
   * @param limit rows that are given at most after them
   */
  public record RowWindow(long offset, long limit) {}

  public JsonNode[] frame() {
    JsonNode[] frame = new JsonNode[frameSize];
    Arrays.fill(frame, Values.UNDEFINED);
    return frame;
  }

  /** Whether it reads no items. */
  public boolean itemless() {
    return select.from().isEmpty();
  }

  /** Whether it only counts rows. */
  public boolean counts() {
    return compiled.keys().isEmpty()
        && !compiled.aggregates().isEmpty()
        && compiled.aggregates().stream().allMatch(a -> a.kind() == AggregateKind.COUNT);
  }
}
