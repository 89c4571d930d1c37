package dev.cosmosblog.maintenance.upgrade;

import dev.cosmosblog.maintenance.scan.RequestUnitBudget;
import dev.cosmosblog.maintenance.verify.Finding;
import dev.cosmosblog.maintenance.verify.FindingKind;
import dev.cosmosblog.maintenance.verify.RepairReport;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.SchemaChange;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run over its stages, page by page, from where its place says. Used by one thread. */
final class StagedRun implements Stage.Sink {
  private static final Logger LOG = LoggerFactory.getLogger(StagedRun.class);

  private final List<Stage> stages;
  private final RunSettings settings;
  private final RequestUnitBudget budget;
  private final Optional<KeptPlace> kept;
  private final RunTally tally;
  private final GoingLikes likes;
  private RunPlace place;
  private long done;
  private long phaseStarted;
  private long doneAtStart;

  /** What the check has found and not added up yet. */
  private long uncounted;

  /** Whether where to go on was told by another run, and nothing was done from there yet. */
  private boolean untried;

  /** Goes on where the place says that is kept; a dry run keeps none. */
  StagedRun(
      Blog blog,
      List<Stage> stages,
      RunSettings settings,
      RequestUnitBudget budget,
      Optional<KeptPlace> kept) {
    this.stages = List.copyOf(stages);
    this.settings = settings;
    this.budget = budget;
    this.kept = kept;
    this.place = kept.flatMap(there -> found(there, settings)).orElseGet(RunPlace::start);
    this.untried = place.after() != null;
    this.tally = new RunTally(place.counts());
    this.likes = new GoingLikes(blog.items(), place.drops());
    this.done = place.done();
  }

  private static Optional<RunPlace> found(KeptPlace kept, RunSettings settings) {
    if (settings.restart()) {
      kept.forget();
      return Optional.empty();
    }
    return kept.read();
  }

  void tell(List<SchemaChange> schema) {
    schema.forEach(change -> settings.tell(listener -> listener.onSchema(change)));
  }

  /** Does all that is left. */
  RunTally run() throws InterruptedException {
    try {
      tellOfGoneLikes();
      for (Stage stage : stages.subList(firstStage(), stages.size())) {
        run(stage);
      }
      kept.ifPresent(KeptPlace::forget);
    } catch (BlogException e) {
      if (Thread.interrupted()) {
        // The SDK fails when it is called on an interrupted thread.
        throw new InterruptedException("Stopped while waiting for Cosmos DB");
      }
      throw e;
    }
    return tally;
  }

  private int firstStage() {
    for (int i = 0; i < stages.size(); i++) {
      if (stages.get(i).phase() == place.phase()) {
        return i;
      }
    }
    return 0;
  }

  private void run(Stage stage) throws InterruptedException {
    if (stage.phase() != place.phase()) {
      begin(stage);
    }
    phaseStarted = settings.time().nanoTime().getAsLong();
    doneAtStart = done;
    while (!place.isDone(stage)) {
      page(stage);
      if (Thread.interrupted()) {
        throw new InterruptedException("Stopped between two pages");
      }
    }
  }

  private void begin(Stage stage) {
    place = place.begin(stage);
    done = 0;
    untried = false;
  }

  private void page(Stage stage) throws InterruptedException {
    String range = place.ranges().get(place.range());
    Optional<String> after = Optional.ofNullable(place.after());
    try {
      stage.page(range, after, this).ifPresentOrElse(this::reached, this::endRange);
    } catch (IllegalArgumentException e) {
      if (!untried) {
        throw e;
      }
      // Without its message: it quotes what it can't read.
      LOG.warn("The place in phase {} is another version's; the phase begins anew", stage.phase());
      tally.scanned(-done);
      begin(stage);
      doneAtStart = 0;
    }
  }

  private void endRange() {
    endPage();
    place = place.afterRange(done, tally.counts(budget.used()));
    keep();
  }

  @Override
  public void reached(String after) {
    endPage();
    place = place.at(after, done, tally.counts(budget.used()));
    keep();
  }

  @Override
  public void dropping(List<ItemPlace> second) {
    if (kept.isEmpty() || second.isEmpty()) {
      return;
    }
    likes.add(second);
    Counts written = place.counts().written(tally.counts(budget.used()));
    place = place.before(likes.untold(), written);
    kept.get().write(place);
  }

  /** What a check has mended in a page is in its own count from then on. */
  private void endPage() {
    if (place.phase() == RunPhase.CHECK) {
      likes.forget();
    }
    tellOfGoneLikes();
  }

  /** A run that died, or lost an answer, had no more time to. */
  private void tellOfGoneLikes() {
    for (ItemPlace like : likes.gone()) {
      if (place.phase() == RunPhase.CHECK) {
        Finding finding =
            new Finding(
                FindingKind.DUPLICATE_LIKE, like, "another like of the user", "one like", true);
        tally.mended(finding);
        listed(finding);
        mended(finding);
      } else {
        changed(RunChange.LIKE_DROPPED, like);
      }
    }
  }

  private void keep() {
    untried = false;
    kept.ifPresent(there -> there.write(place));
    settings.tell(listener -> listener.onPage(progress()));
  }

  private RunProgress progress() {
    Counts counts = place.counts();
    return new RunProgress(
        place.phase() == null ? RunPhase.USERS : place.phase(),
        done,
        Math.max(done, place.total()),
        Counts.sum(counts.changes()),
        Counts.sum(counts.found()) + uncounted,
        counts.requestUnits(),
        timeLeft());
  }

  private Optional<Duration> timeLeft() {
    long doneHere = done - doneAtStart;
    long nanos = settings.time().nanoTime().getAsLong() - phaseStarted;
    long left = Math.max(0, place.total() - done);
    return doneHere > 0
        ? Optional.of(Duration.ofNanos((long) ((double) nanos / doneHere * left)))
        : Optional.empty();
  }

  @Override
  public void scanned(long items) {
    done += items;
    tally.scanned(items);
  }

  @Override
  public void changed(RunChange change, ItemPlace item) {
    tally.changed(change);
    likes.wasTold(item);
    settings.tell(listener -> listener.onChange(change, item));
  }

  @Override
  public void found(Finding finding) {
    tally.count(finding);
    listed(finding);
  }

  @Override
  public void listed(Finding finding) {
    tally.list(finding);
    settings.tell(listener -> listener.onFinding(finding));
  }

  @Override
  public void mended(Finding finding) {
    settings.tell(listener -> listener.onMended(finding));
  }

  @Override
  public void checking(long found) {
    uncounted = found;
  }

  @Override
  public void checked(RepairReport report) {
    uncounted = 0;
    tally.checked(report);
  }
}
