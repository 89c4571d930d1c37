package dev.cosmosblog.changefeed.verify;

import dev.cosmosblog.changefeed.verify.Judge.Guilty;
import dev.cosmosblog.changefeed.verify.Judge.Verdict;
import dev.cosmosblog.changefeed.verify.Tally.Counts;
import dev.cosmosblog.store.BlogStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run over all sections, page by page. Used by one thread. */
final class VerifyRun implements Section.Sink {
  private static final Logger LOG = LoggerFactory.getLogger(VerifyRun.class);

  private final VerifySettings settings;
  private final RequestUnitBudget budget;
  private final Blog blog;
  private final Map<VerifySection, Section> sections;
  private final Judge judge;
  private final Mender mender;
  private final Tally tally;
  private ResumePoint point;

  VerifyRun(BlogStore store, VerifySettings settings, boolean repair, Optional<String> token) {
    this.settings = settings;
    this.budget = new RequestUnitBudget(settings.requestUnitsPerSecond(), settings.time());
    this.blog = new Blog(store.items(budget), store.mends(budget), settings);
    this.sections =
        Map.of(
            VerifySection.POSTS, new PostsSection(blog),
            VerifySection.USERS, new UsersSection(blog, store.uniqueUsernames()),
            VerifySection.FEED, new FeedSection(blog, store.feedSize()));
    this.judge = new Judge(settings);
    this.mender = new Mender(settings.time().waiter());
    this.point =
        token
            .map(text -> ResumePoint.parse(text, repair))
            .orElseGet(() -> ResumePoint.start(repair, section(VerifySection.POSTS).ranges()));
    this.tally = new Tally(point.counts());
  }

  private Section section(VerifySection name) {
    return sections.get(name);
  }

  /** Reads one page; whether there is another one. */
  boolean step() throws InterruptedException {
    if (point.sectionIsDone() && isLast(point.section())) {
      return false;
    }
    Optional<String> after = Optional.ofNullable(point.after());
    String range = point.ranges().get(point.range());
    Optional<String> next = section(point.section()).page(range, after, this);
    point = point.next(next, tally.counts(budget.used()));
    if (point.sectionIsDone() && !isLast(point.section())) {
      VerifySection following = VerifySection.values()[point.section().ordinal() + 1];
      point = point.in(following, section(following).ranges());
    }
    tell(listener -> listener.onPage(progress()));
    return !(point.sectionIsDone() && isLast(point.section()));
  }

  private static boolean isLast(VerifySection section) {
    return section == VerifySection.FEED;
  }

  @Override
  public void scanned(int items) {
    tally.scanned(items);
  }

  @Override
  public int suspects(List<Suspect> suspects, Runnable refresh) throws InterruptedException {
    Verdict verdict = judge.judge(suspects, refresh);
    tally.unsettled(verdict.unsettled());
    int mended = 0;
    for (Guilty guilty : verdict.guilty()) {
      Finding finding = guilty.finding();
      tally.found(finding);
      tell(listener -> listener.onFinding(finding));
      if (point.repair() && finding.mendable() && mender.mend(guilty.suspect())) {
        mended++;
        tally.mended(finding);
        tell(listener -> listener.onMended(finding));
        followUp(finding);
      }
      if (Thread.interrupted()) {
        throw new InterruptedException("Stopped between two findings");
      }
    }
    return mended;
  }

  private void followUp(Finding finding) throws InterruptedException {
    if (PostsSection.wrotePost(finding)) {
      for (Suspect copy : PostsSection.copiesOf(blog, finding.place().partition())) {
        mender.mend(copy);
      }
    }
  }

  VerifyProgress progress() {
    Counts counts = tally.counts(budget.used());
    return new VerifyProgress(
        point.section(),
        counts.scanned(),
        Counts.sum(counts.found()),
        Counts.sum(counts.mended()),
        counts.requestUnits(),
        point.share(),
        point.text());
  }

  VerifyReport report() {
    return tally.report(budget.used());
  }

  Map<FindingKind, Long> mended() {
    return tally.counts(budget.used()).mended();
  }

  private void tell(Consumer<VerifyListener> event) {
    for (VerifyListener listener : settings.listeners()) {
      try {
        event.accept(listener);
      } catch (RuntimeException e) {
        LOG.warn("A listener of verify failed", e);
      }
    }
  }
}
