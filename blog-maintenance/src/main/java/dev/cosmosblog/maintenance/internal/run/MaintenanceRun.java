package dev.cosmosblog.maintenance.internal.run;

import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.MaintenancePhase;
import dev.cosmosblog.maintenance.report.MaintenanceProgress;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.store.SchemaChange;
import dev.cosmosblog.store.internal.item.ItemPlace;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes steps page by page, from the checkpoint on, and stores a checkpoint after each page.
 * Used by one thread.
 */
public final class MaintenanceRun {
  private static final Logger LOG = LoggerFactory.getLogger(MaintenanceRun.class);
  private static final Set<MaintenancePhase> VERIFYING =
      Set.of(
          MaintenancePhase.VERIFY_POSTS,
          MaintenancePhase.VERIFY_USERS,
          MaintenancePhase.VERIFY_FRONT_PAGE);

  private final BlogAccess blog;
  private final RunSettings settings;
  private final List<RunStep> steps;
  private final CheckpointStore checkpoints;
  private final List<SchemaChange> schema;
  private final RunLog log;
  private Checkpoint checkpoint;
  private int current;
  private long stepStartedAt;
  private long doneAtStart;

  /** Whether the position came from a checkpoint and no page was read from there yet. */
  private boolean resumed;

  /** Reads the checkpoint. */
  public MaintenanceRun(
      BlogAccess blog,
      RunSettings settings,
      List<RunStep> steps,
      CheckpointStore checkpoints,
      List<SchemaChange> schema) {
    this.blog = blog;
    this.settings = settings;
    this.steps = List.copyOf(steps);
    this.checkpoints = checkpoints;
    this.schema = List.copyOf(schema);
    this.checkpoint = checkpoints.open();
    this.resumed = checkpoint.after() != null;
    this.log = new RunLog(settings, blog.budget(), checkpoint, this::storeRemovals);
    this.current = resumedStep();
    startTimer();
  }

  private int resumedStep() {
    for (int step = 0; step < steps.size(); step++) {
      if (steps.get(step).phase() == checkpoint.phase()) {
        return step;
      }
    }
    return 0;
  }

  /** Executes all that is left, and deletes the checkpoint. */
  public MaintenanceReport finish() throws InterruptedException {
    schema.forEach(change -> settings.tell(listener -> listener.onSchema(change)));
    try {
      reportRemovals();
      boolean more = true;
      while (more) {
        more = next();
        if (Thread.interrupted()) {
          throw new InterruptedException("Interrupted between two pages");
        }
      }
      checkpoints.delete();
    } catch (BlogException e) {
      if (Thread.interrupted()) {
        // The SDK fails if it is called on an interrupted thread.
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

  /** Executes one page. */
  public boolean next() throws InterruptedException {
    while (steps.get(current).phase() != checkpoint.phase()
        || checkpoint.hasRead(steps.get(current))) {
      if (checkpoint.hasRead(steps.get(current)) && ++current == steps.size()) {
        current--;
        return false;
      }
      checkpoint = checkpoint.begin(steps.get(current));
      resumed = false;
      log.begin();
      startTimer();
    }
    page(steps.get(current));
    return current < steps.size() - 1 || !checkpoint.hasRead(steps.get(current));
  }

  private void startTimer() {
    stepStartedAt = settings.timer().nanoTime().getAsLong();
    doneAtStart = log.done();
  }

  private void page(RunStep step) throws InterruptedException {
    String range = checkpoint.ranges().get(checkpoint.range());
    Optional<String> position;
    try {
      position = step.pages().next(range, Optional.ofNullable(checkpoint.after()), log);
    } catch (IllegalArgumentException e) {
      if (!resumed) {
        throw e;
      }
      // Without the exception: its message can quote the position.
      LOG.warn("The position in {} cannot be understood; the phase starts again", step.phase());
      log.beginAgain();
      checkpoint = checkpoint.begin(step);
      resumed = false;
      startTimer();
      return;
    }
    if (VERIFYING.contains(step.phase())) {
      // The page counted and reported these itself.
      log.forgetRemovals();
    }
    reportRemovals();
    checkpoint = checkpoint.next(position, log.done(), log.counts());
    resumed = false;
    checkpoints.write(checkpoint);
    settings.tell(listener -> listener.onPage(progress()));
  }

  private void storeRemovals() {
    checkpoints.write(checkpoint.before(log.removals(), log.counts()));
  }

  /** A run that was killed, or that lost an answer, could not report them. */
  private void reportRemovals() {
    for (ItemPlace like : log.unreportedRemovals(blog)) {
      if (VERIFYING.contains(checkpoint.phase())) {
        Finding finding = Findings.duplicateLike(like);
        log.found(finding);
        log.repaired(finding);
      } else {
        log.changed(ChangeKind.DUPLICATE_LIKE_REMOVED, like);
      }
    }
  }

  /** Returns the report so far. */
  public MaintenanceReport report() {
    return log.report(blog.dryRun(), schema);
  }

  /** Returns the progress. */
  public MaintenanceProgress progress() {
    MaintenancePhase phase =
        checkpoint.phase() == null ? steps.get(current).phase() : checkpoint.phase();
    return new MaintenanceProgress(
        phase,
        log.done(),
        Math.max(log.done(), checkpoint.total()),
        timeLeft(),
        report(),
        checkpoints.tokenOf(checkpoint));
  }

  private Optional<Duration> timeLeft() {
    long read = log.done() - doneAtStart;
    long nanos = settings.timer().nanoTime().getAsLong() - stepStartedAt;
    long left = Math.max(0, checkpoint.total() - log.done());
    return read > 0
        ? Optional.of(Duration.ofNanos((long) ((double) nanos / read * left)))
        : Optional.empty();
  }
}
