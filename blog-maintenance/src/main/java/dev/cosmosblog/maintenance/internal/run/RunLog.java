package dev.cosmosblog.maintenance.internal.run;

import dev.cosmosblog.maintenance.internal.run.Checkpoint.Counts;
import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.store.SchemaChange;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Receives what the steps of a run do, counts it and tells the listeners. Used by the run's thread
 * only.
 */
public final class RunLog {
  private final RunSettings settings;
  private final RequestUnitBudget budget;
  private final Runnable storeRemovals;
  private final Map<ChangeKind, Long> changes = new EnumMap<>(ChangeKind.class);
  private final Map<FindingKind, Long> found = new EnumMap<>(FindingKind.class);
  private final Map<FindingKind, Long> repairable = new EnumMap<>(FindingKind.class);
  private final Map<FindingKind, Long> repaired = new EnumMap<>(FindingKind.class);
  private final List<Finding> findings = new ArrayList<>();
  private final Set<ItemPlace> removals;
  private final double usedBefore;
  private long scanned;
  private long unsettled;
  private long done;

  /** Continues the counts of a checkpoint. */
  RunLog(RunSettings settings, RequestUnitBudget budget, Checkpoint start, Runnable storeRemovals) {
    this.settings = settings;
    this.budget = budget;
    this.storeRemovals = storeRemovals;
    this.removals = new LinkedHashSet<>(start.removals());
    this.done = start.done();
    Counts before = start.counts();
    changes.putAll(before.changes());
    found.putAll(before.found());
    repairable.putAll(before.repairable());
    repaired.putAll(before.repaired());
    usedBefore = before.requestUnits();
    scanned = before.scanned();
    unsettled = before.unsettled();
  }

  /** Counts items that were read in order. */
  public void scanned(long items) {
    scanned += items;
    done += items;
  }

  /** Reports a write, or a planned write in a dry run. */
  public void changed(ChangeKind change, ItemPlace place) {
    changes.merge(change, 1L, Long::sum);
    removals.remove(place);
    settings.tell(listener -> listener.onChange(change, Findings.locate(place)));
  }

  /** Reports a finding. */
  public void found(Finding finding) {
    found.merge(finding.kind(), 1L, Long::sum);
    if (finding.repairable()) {
      repairable.merge(finding.kind(), 1L, Long::sum);
    }
    if (findings.size() < MaintenanceReport.MOST_FINDINGS) {
      findings.add(finding);
    }
    settings.tell(listener -> listener.onFinding(finding));
  }

  /** Reports that a finding was repaired. */
  public void repaired(Finding finding) {
    repaired.merge(finding.kind(), 1L, Long::sum);
    settings.tell(listener -> listener.onRepaired(finding));
  }

  /** Counts suspects that kept changing. */
  public void unsettled(int suspects) {
    unsettled += suspects;
  }

  /**
   * Stores which duplicate likes the page is about to delete. A run that resumes here reports those
   * that are gone; nothing else would show that they existed.
   */
  public void removing(Collection<ItemPlace> likes) {
    if (!likes.isEmpty()) {
      removals.addAll(likes);
      storeRemovals.run();
    }
  }

  List<ItemPlace> removals() {
    return List.copyOf(removals);
  }

  /** The announced removals that happened and were not reported. Forgets all. One lookup. */
  List<ItemPlace> unreportedRemovals(BlogAccess blog) {
    List<ItemPlace> announced = removals();
    removals.clear();
    Map<ItemPlace, ?> existing = blog.items().find(BlogContainer.POSTS, announced);
    return announced.stream().filter(like -> !existing.containsKey(like)).toList();
  }

  void forgetRemovals() {
    removals.clear();
  }

  long done() {
    return done;
  }

  /** Begins a phase. */
  void begin() {
    done = 0;
  }

  /** Begins the current phase again. */
  void beginAgain() {
    scanned -= done;
    done = 0;
  }

  Counts counts() {
    double used = usedBefore + budget.used();
    return new Counts(scanned, used, changes, found, repairable, repaired, unsettled);
  }

  MaintenanceReport report(boolean dryRun, List<SchemaChange> schema) {
    return new MaintenanceReport(
        dryRun,
        schema,
        scanned,
        usedBefore + budget.used(),
        changes,
        found,
        repairable,
        repaired,
        unsettled,
        findings);
  }
}
