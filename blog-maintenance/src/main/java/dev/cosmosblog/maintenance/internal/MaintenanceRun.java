package dev.cosmosblog.maintenance.internal;

import dev.cosmosblog.maintenance.internal.CheckpointStore.Checkpoint;
import dev.cosmosblog.maintenance.internal.CheckpointStore.RunPosition;
import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenancePhase;
import dev.cosmosblog.maintenance.report.MaintenanceProgress;
import dev.cosmosblog.maintenance.report.MaintenanceProgress.Items;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.maintenance.report.RunCounts;
import dev.cosmosblog.maintenance.report.RunCounts.FindingCount;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.store.SchemaChange;
import dev.cosmosblog.store.error.SdkFailureException;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes steps page by page from the checkpoint, stores a checkpoint after each page, counts what
 * the steps report, and notifies the listeners. Not thread-safe.
 */
public final class MaintenanceRun {
  private static final Logger LOG = LoggerFactory.getLogger(MaintenanceRun.class);
  private static final Set<MaintenancePhase> VERIFYING =
      EnumSet.range(MaintenancePhase.VERIFY_POSTS, MaintenancePhase.VERIFY_FRONT_PAGE);

  private final BlogAccess blog;
  private final List<RunStep> steps;
  private final CheckpointStore checkpoints;
  private final List<SchemaChange> schema;
  private Checkpoint checkpoint;
  private int current;
  private long stepStartedAt;
  private long doneAtStart;

  /** Whether the position is from a checkpoint and no page was read since. */
  private boolean resumed;

  private final Map<ChangeKind, Long> changes = new EnumMap<>(ChangeKind.class);
  private final Map<FindingKind, FindingCount> counted = new EnumMap<>(FindingKind.class);
  private final List<Finding> findings = new ArrayList<>();
  private final Set<ItemPlace> removals;
  private final double usedBefore;
  private long scanned;
  private long unsettled;
  private long done;

  public MaintenanceRun(
      BlogAccess blog, List<RunStep> steps, CheckpointStore store, List<SchemaChange> schema) {
    this.blog = blog;
    this.steps = List.copyOf(steps);
    this.checkpoints = store;
    this.schema = List.copyOf(schema);
    this.checkpoint = checkpoints.open();
    RunPosition position = checkpoint.position();
    if (position != null) {
      resumed = true;
      List<MaintenancePhase> phases = steps.stream().map(RunStep::phase).toList();
      current = Math.max(0, phases.indexOf(position.phase()));
      done = position.done();
    }
    RunCounts before = checkpoint.counts();
    changes.putAll(before.changes());
    counted.putAll(before.findings());
    removals = new LinkedHashSet<>(checkpoint.removals());
    usedBefore = before.requestUnits();
    scanned = before.scanned();
    unsettled = before.unsettled();
    doneAtStart = done;
    stepStartedAt = blog.settings().timer().nanoTime().getAsLong();
  }

  /** Compares the settings, executes the remaining pages, and deletes the checkpoint. */
  public MaintenanceReport finish() throws InterruptedException {
    schema.forEach(
        change -> blog.settings().notifyListeners(listener -> listener.onSchema(change)));
    try {
      blog.checkSettings();
      reportRemovals();
      boolean more;
      do {
        more = next();
        if (Thread.interrupted()) {
          throw new InterruptedException("Interrupted between two pages");
        }
      } while (more);
      checkpoints.delete();
    } catch (BlogException e) {
      if (Thread.interrupted()) {
        // The SDK fails when called on an interrupted thread.
        throw new InterruptedException("Interrupted while waiting for Cosmos DB");
      }
      throw e;
    }
    MaintenanceReport report = report();
    LOG.info(
        "{}: read {} items for {} RU, changed {}, found {}, repaired {}, unsettled {}",
        report.dryRun() ? "Dry run" : "Run",
        report.scanned(),
        Math.round(report.requestUnits()),
        report.changes(),
        report.found(),
        report.repaired(),
        report.unsettled());
    return report;
  }

  /** Executes one page, and returns whether there are more. */
  public boolean next() throws InterruptedException {
    RunStep step = steps.get(current);
    RunPosition position = checkpoint.position();
    while (position == null || step.phase() != position.phase() || position.isEndOf(step)) {
      if (position != null && position.isEndOf(step)) {
        if (current == steps.size() - 1) {
          return false;
        }
        step = steps.get(++current);
      }
      position = begin(step);
    }
    RunPosition reached = page(step, position);
    return current < steps.size() - 1 || !reached.isEndOf(step);
  }

  private RunPosition begin(RunStep step) {
    RunPosition position = RunPosition.startOf(step);
    checkpoint = checkpoint.at(position, checkpoint.counts());
    resumed = false;
    done = 0;
    doneAtStart = 0;
    stepStartedAt = blog.settings().timer().nanoTime().getAsLong();
    return position;
  }

  private RunPosition page(RunStep step, RunPosition position) throws InterruptedException {
    String range = position.ranges().get(0);
    Optional<String> reached;
    try {
      reached = step.pages().next(range, Optional.ofNullable(position.after()), this);
    } catch (IllegalArgumentException | SdkFailureException e) {
      boolean isInvalid =
          e instanceof IllegalArgumentException || e.getCause() instanceof IllegalArgumentException;
      if (!resumed || !isInvalid) {
        throw e;
      }
      // Without the exception, because its message can quote the position.
      LOG.warn("The position in {} is invalid; the phase starts again", step.phase());
      scanned -= done;
      return begin(step);
    }
    if (VERIFYING.contains(step.phase())) {
      // The page has counted and reported these.
      removals.clear();
    }
    reportRemovals();
    RunPosition next = position.next(reached.orElse(null), done);
    checkpoint = checkpoint.at(next, counts());
    resumed = false;
    checkpoints.write(checkpoint);
    blog.settings().notifyListeners(listener -> listener.onPage(progress()));
    return next;
  }

  void scanned(long items) {
    scanned += items;
    done += items;
  }

  /** Reports a write, or a planned write in a dry run. */
  public void changed(ChangeKind change, ItemPlace place) {
    changes.merge(change, 1L, Long::sum);
    removals.remove(place);
    blog.settings().notifyListeners(listener -> listener.onChange(change, Findings.locate(place)));
  }

  WriteAttempt attempt(ChangeKind change, ItemPlace place, BooleanSupplier write) {
    WriteAttempt written = blog.attempt(write);
    if (written == WriteAttempt.DONE) {
      changed(change, place);
    }
    return written;
  }

  void found(Finding finding) {
    count(finding, new FindingCount(1, finding.repairable() ? 1 : 0, 0));
    if (findings.size() < MaintenanceReport.MAX_FINDINGS) {
      findings.add(finding);
    }
    blog.settings().notifyListeners(listener -> listener.onFinding(finding));
  }

  void repaired(Finding finding) {
    count(finding, new FindingCount(0, 0, 1));
    blog.settings().notifyListeners(listener -> listener.onRepaired(finding));
  }

  private void count(Finding finding, FindingCount one) {
    counted.merge(finding.kind(), one, FindingCount::plus);
  }

  void unsettled(int suspects) {
    unsettled += suspects;
  }

  /**
   * Stores the likes that the page will delete, so that a resumed run reports those that are
   * deleted.
   */
  public void removing(Collection<ItemPlace> likes) {
    if (!likes.isEmpty()) {
      removals.addAll(likes);
      checkpoints.write(checkpoint.before(List.copyOf(removals), counts()));
    }
  }

  /** Reports the stored removals of a run that was killed or lost a response: one lookup. */
  private void reportRemovals() {
    List<ItemPlace> announced = removals.stream().filter(ItemChecks::canBeNamed).toList();
    removals.clear();
    Map<ItemPlace, ?> existing = blog.items().find(BlogContainer.POSTS, announced);
    for (ItemPlace like : announced) {
      if (!existing.containsKey(like) && VERIFYING.contains(steps.get(current).phase())) {
        Finding finding = Findings.duplicateLike(like);
        found(finding);
        repaired(finding);
      } else if (!existing.containsKey(like)) {
        changed(ChangeKind.DUPLICATE_LIKE_REMOVED, like);
      }
    }
  }

  private RunCounts counts() {
    double used = usedBefore + blog.budget().used();
    return new RunCounts(scanned, used, changes, counted, unsettled);
  }

  public MaintenanceReport report() {
    return new MaintenanceReport(blog.dryRun(), schema, counts(), findings);
  }

  public MaintenanceProgress progress() {
    MaintenancePhase phase = steps.get(current).phase();
    Items items = new Items(done, Math.max(done, total()));
    Optional<String> token = checkpoints.tokenOf(checkpoint);
    return new MaintenanceProgress(phase, items, timeLeft(), report(), token);
  }

  private long total() {
    RunPosition position = checkpoint.position();
    return position == null ? 0 : position.total();
  }

  private Optional<Duration> timeLeft() {
    long read = done - doneAtStart;
    long nanos = blog.settings().timer().nanoTime().getAsLong() - stepStartedAt;
    long left = Math.max(0, total() - done);
    return read > 0
        ? Optional.of(Duration.ofNanos((long) ((double) nanos / read * left)))
        : Optional.empty();
  }
}
