package dev.cosmosblog.maintenance.internal;

import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenancePhase;
import dev.cosmosblog.store.internal.item.ItemPlace;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The position of a run, as plain values. Ranges are stored by their bounds and positions by their
 * keys, so a checkpoint stays valid when physical partitions are split.
 *
 * @param format the version of this shape
 * @param settings the settings that decide what the run does
 * @param phase the current phase, or null before the first one
 * @param range the index of the current range; equal to their number when the phase is done
 * @param after the position in the range, or null at its start
 * @param done the items read in this phase
 * @param total the items to read in this phase
 * @param removals the duplicate likes that the page after this position is about to delete
 */
record Checkpoint(
    int format,
    String run,
    Map<String, String> settings,
    @Nullable MaintenancePhase phase,
    List<String> ranges,
    int range,
    @Nullable String after,
    long done,
    long total,
    List<ItemPlace> removals,
    Counts counts) {
  static final int FORMAT = 3;

  Checkpoint {
    Objects.requireNonNull(run, "run");
    Objects.requireNonNull(counts, "counts");
    settings = Map.copyOf(settings);
    ranges = List.copyOf(ranges);
    removals = List.copyOf(removals);
  }

  /** What the run has done so far. */
  record Counts(
      long scanned,
      double requestUnits,
      Map<ChangeKind, Long> changes,
      Map<FindingKind, Long> found,
      Map<FindingKind, Long> repairable,
      Map<FindingKind, Long> repaired,
      long unsettled) {
    private static final Counts NONE = new Counts(0, 0, Map.of(), Map.of(), Map.of(), Map.of(), 0);

    Counts {
      changes = Map.copyOf(changes);
      found = Map.copyOf(found);
      repairable = Map.copyOf(repairable);
      repaired = Map.copyOf(repaired);
    }

    private Counts withWritesOf(Counts now) {
      return new Counts(
          scanned, now.requestUnits, now.changes, found, repairable, repaired, unsettled);
    }
  }

  static Checkpoint start(String run, Map<String, String> settings) {
    return new Checkpoint(
        FORMAT, run, settings, null, List.of(), 0, null, 0, 0, List.of(), Counts.NONE);
  }

  Checkpoint begin(RunStep step) {
    List<String> all = step.ranges().get();
    long items = step.total().getAsLong();
    return new Checkpoint(
        format, run, settings, step.phase(), all, 0, null, 0, items, List.of(), counts);
  }

  /** The position after a page; null ends the range. */
  Checkpoint next(@Nullable String position, long read, Counts counted) {
    int at = position == null ? range + 1 : range;
    return new Checkpoint(
        format, run, settings, phase, ranges, at, position, read, total, List.of(), counted);
  }

  /**
   * The same position before likes are deleted, with the writes made since. What was read and found
   * since will be read again.
   */
  Checkpoint before(List<ItemPlace> likes, Counts now) {
    Counts written = counts.withWritesOf(now);
    return new Checkpoint(
        format, run, settings, phase, ranges, range, after, done, total, likes, written);
  }

  boolean hasRead(RunStep step) {
    return step.phase() == phase && range >= ranges.size();
  }
}
