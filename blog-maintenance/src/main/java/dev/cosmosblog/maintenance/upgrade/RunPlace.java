package dev.cosmosblog.maintenance.upgrade;

import dev.cosmosblog.store.internal.item.ItemPlace;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where a run goes on, as values. Ranges are kept by their bounds and keys by their values, so that
 * it holds when partitions are split meanwhile.
 *
 * @param format which shape this is
 * @param phase what it does; null before the first
 * @param ranges the phase's ranges
 * @param range the range that it reads, by its index; all are done where it is their number
 * @param after where to go on in the range; null at its beginning
 * @param done the items that were read in this phase
 * @param total the items that there were when it began
 * @param drops the second likes that the page behind it was about to take away
 * @param counts what was done so far
 */
record RunPlace(
    int format,
    @Nullable RunPhase phase,
    List<String> ranges,
    int range,
    @Nullable String after,
    long done,
    long total,
    List<ItemPlace> drops,
    Counts counts) {
  static final int FORMAT = 2;

  RunPlace {
    ranges = List.copyOf(ranges);
    drops = List.copyOf(drops);
    Objects.requireNonNull(counts, "counts");
  }

  static RunPlace start() {
    return new RunPlace(FORMAT, null, List.of(), 0, null, 0, 0, List.of(), Counts.NONE);
  }

  RunPlace begin(Stage stage) {
    return new RunPlace(
        format, stage.phase(), stage.ranges(), 0, null, 0, stage.total(), List.of(), counts);
  }

  RunPlace at(@Nullable String key, long read, Counts counted) {
    return new RunPlace(format, phase, ranges, range, key, read, total, List.of(), counted);
  }

  RunPlace afterRange(long read, Counts counted) {
    return new RunPlace(format, phase, ranges, range + 1, null, read, total, List.of(), counted);
  }

  /** The same place, before these likes go, with what was written behind it so far. */
  RunPlace before(List<ItemPlace> going, Counts counted) {
    return new RunPlace(format, phase, ranges, range, after, done, total, going, counted);
  }

  boolean isDone(Stage stage) {
    return stage.phase() == phase && range >= ranges.size();
  }
}
