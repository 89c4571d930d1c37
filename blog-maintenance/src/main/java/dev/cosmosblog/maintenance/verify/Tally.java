package dev.cosmosblog.maintenance.verify;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Adds up a run, from where the run that it resumes had come. Used by the run's thread alone. */
final class Tally {
  private final Map<FindingKind, Long> found = new EnumMap<>(FindingKind.class);
  private final Map<FindingKind, Long> mendable = new EnumMap<>(FindingKind.class);
  private final Map<FindingKind, Long> mended = new EnumMap<>(FindingKind.class);
  private final List<Finding> findings = new ArrayList<>();
  private final double usedBefore;
  private long scanned;
  private long unsettled;

  Tally(Counts before) {
    found.putAll(before.found());
    mendable.putAll(before.mendable());
    mended.putAll(before.mended());
    usedBefore = before.requestUnits();
    scanned = before.scanned();
    unsettled = before.unsettled();
  }

  /** All of it as values, for the resume token. */
  record Counts(
      long scanned,
      double requestUnits,
      Map<FindingKind, Long> found,
      Map<FindingKind, Long> mendable,
      Map<FindingKind, Long> mended,
      long unsettled) {
    static final Counts NONE = new Counts(0, 0, Map.of(), Map.of(), Map.of(), 0);

    static long sum(Map<FindingKind, Long> counts) {
      return counts.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  void scanned(int items) {
    scanned += items;
  }

  void unsettled(int suspects) {
    unsettled += suspects;
  }

  void found(Finding finding) {
    found.merge(finding.kind(), 1L, Long::sum);
    if (finding.mendable()) {
      mendable.merge(finding.kind(), 1L, Long::sum);
    }
    if (findings.size() < VerifyReport.MOST_FINDINGS) {
      findings.add(finding);
    }
  }

  void mended(Finding finding) {
    mended.merge(finding.kind(), 1L, Long::sum);
  }

  Counts counts(double used) {
    return new Counts(
        scanned,
        usedBefore + used,
        Map.copyOf(found),
        Map.copyOf(mendable),
        Map.copyOf(mended),
        unsettled);
  }

  VerifyReport report(double used) {
    return new VerifyReport(scanned, usedBefore + used, found, mendable, unsettled, findings);
  }
}
