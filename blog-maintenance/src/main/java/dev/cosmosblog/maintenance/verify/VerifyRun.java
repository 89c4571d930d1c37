package dev.cosmosblog.maintenance.verify;

import dev.cosmosblog.maintenance.scan.ItemReading;
import dev.cosmosblog.maintenance.scan.RequestUnitBudget;
import dev.cosmosblog.maintenance.verify.Judge.Guilty;
import dev.cosmosblog.maintenance.verify.Judge.Verdict;
import dev.cosmosblog.maintenance.verify.Tally.Counts;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run over all sections, page by page. Used by one thread. */
final class VerifyRun implements Section.Sink {
  private static final Logger LOG = LoggerFactory.getLogger(VerifyRun.class);

  private final VerifySettings settings;
  private final RequestUnitBudget budget;
  private final double usedBefore;
  private final Blog blog;
  private final Map<VerifySection, Section> sections;
  private final Judge judge;
  private final Mender mender;
  private final Tally tally;
  private final int feedSize;
  private ResumePoint point;

  VerifyRun(BlogStore store, VerifySettings settings, boolean repair, Optional<String> token) {
    this.settings = settings;
    this.budget = settings.budget();
    this.usedBefore = budget.used();
    this.blog = new Blog(store.items(budget), store.mends(budget), store.copies(budget), settings);
    this.sections =
        Map.of(
            VerifySection.POSTS, new PostsSection(blog),
            VerifySection.USERS, new UsersSection(blog, store.uniqueUsernames()),
            VerifySection.FEED, new FeedSection(blog, store.feedSize()));
    this.feedSize = store.feedSize();
    this.judge = new Judge(settings);
    this.mender = new Mender(settings.time().waiter());
    this.point = token.map(text -> ResumePoint.parse(text, repair)).orElseGet(() -> start(repair));
    this.tally = new Tally(point.counts());
  }

  private ResumePoint start(boolean repair) {
    VerifySection first = settings.sections().get(0);
    return ResumePoint.start(repair, first, section(first).ranges());
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
    point = point.next(next, tally.counts(used()));
    if (point.sectionIsDone() && !isLast(point.section())) {
      List<VerifySection> wanted = settings.sections();
      VerifySection following = wanted.get(wanted.indexOf(point.section()) + 1);
      point = point.in(following, section(following).ranges());
    }
    tell(listener -> listener.onPage(progress()));
    return !(point.sectionIsDone() && isLast(point.section()));
  }

  private boolean isLast(VerifySection section) {
    List<VerifySection> wanted = settings.sections();
    return section == wanted.get(wanted.size() - 1);
  }

  @Override
  public void scanned(int items) {
    tally.scanned(items);
  }

  @Override
  public void suspects(List<Suspect> suspects) throws InterruptedException {
    Verdict verdict = judge.judge(suspects);
    tally.unsettled(verdict.unsettled());
    for (Guilty guilty : verdict.guilty()) {
      Finding finding = guilty.finding();
      if (!settings.kinds().contains(finding.kind())) {
        continue;
      }
      tally.found(finding);
      tell(listener -> listener.onFinding(finding));
      if (point.repair() && finding.mendable() && mender.mend(guilty.suspect())) {
        tally.mended(finding);
        tell(listener -> listener.onMended(finding));
        followUp(finding);
      }
      if (Thread.interrupted()) {
        throw new InterruptedException("Stopped between two findings");
      }
    }
  }

  /** What else becomes wrong when a repair writes a post and no change feed runs: its copies. */
  private void followUp(Finding finding) throws InterruptedException {
    if (!PostsSection.wrotePost(finding)) {
      return;
    }
    String postId = finding.place().partition();
    Optional<StoredItem> post =
        blog.items().find(ItemPlace.ofPost(postId)).filter(ItemReading::isLivePost);
    if (post.isPresent()) {
      mender.mend(new CopySuspect(blog, postId, post.get().author()));
      blog.copies().updateFeed(List.of(post.get().post()), Set.of(), feedSize);
    }
  }

  private double used() {
    return budget.used() - usedBefore;
  }

  VerifyProgress progress() {
    Counts counts = tally.counts(used());
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
    return tally.report(used());
  }

  Map<FindingKind, Long> mended() {
    return tally.counts(used()).mended();
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
