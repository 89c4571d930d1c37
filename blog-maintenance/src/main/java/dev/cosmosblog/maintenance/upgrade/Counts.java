package dev.cosmosblog.maintenance.upgrade;

import dev.cosmosblog.maintenance.verify.FindingKind;
import java.util.Map;

/** What a run has done so far, as values, to be kept with its place. */
record Counts(
    long scanned,
    double requestUnits,
    Map<RunChange, Long> changes,
    Map<FindingKind, Long> found,
    Map<FindingKind, Long> mended,
    long unsettled) {
  static final Counts NONE = new Counts(0, 0, Map.of(), Map.of(), Map.of(), 0);

  Counts {
    changes = Map.copyOf(changes);
    found = Map.copyOf(found);
    mended = Map.copyOf(mended);
  }

  /** What was written and used now; what was read and found stays, since it will be once more. */
  Counts written(Counts now) {
    return new Counts(scanned, now.requestUnits, now.changes, found, mended, unsettled);
  }

  static long sum(Map<?, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
