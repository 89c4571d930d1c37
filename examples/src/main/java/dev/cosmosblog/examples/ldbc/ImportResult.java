package dev.cosmosblog.examples.ldbc;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * What an import did; also written as {@code import-ldbc.json}.
 *
 * @param created what was not there before, by its kind
 * @param alreadyThere what was there before, by its kind
 * @param malformedRows rows that were named and skipped
 * @param skippedUpdates rows of update streams that a blog has nothing for
 * @param skippedFiles files that a blog has nothing for
 * @param drained whether the copies caught up
 * @param seconds how long it took
 */
record ImportResult(
    Map<String, Long> created,
    Map<String, Long> alreadyThere,
    long malformedRows,
    long skippedUpdates,
    long skippedFiles,
    boolean drained,
    double seconds) {

  static Map<String, Long> counts(ToLongFunction<Entity> count) {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (Entity entity : Entity.values()) {
      counts.put(entity.label(), count.applyAsLong(entity));
    }
    return counts;
  }

  boolean clean() {
    return drained && malformedRows == 0;
  }
}
