package dev.cosmosblog.maintenance.upgrade;

import dev.cosmosblog.maintenance.verify.BlogVerifier;
import dev.cosmosblog.maintenance.verify.BlogVerifierBuilder;
import dev.cosmosblog.maintenance.verify.Finding;
import dev.cosmosblog.maintenance.verify.FindingKind;
import dev.cosmosblog.maintenance.verify.RepairReport;
import dev.cosmosblog.maintenance.verify.VerifyListener;
import dev.cosmosblog.maintenance.verify.VerifyProgress;
import dev.cosmosblog.store.internal.item.BlogContainer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A repair over everything, or a part of it: it sets right what live traffic came between, what
 * spans more than a page, and tells what is left. Where it goes on is the repair's own token.
 */
final class CheckStage implements Stage {
  private static final String RANGE = "check";

  private final Blog blog;
  private final Set<FindingKind> kinds;
  private final Supplier<BlogVerifierBuilder> verifier;

  /** Looks for these kinds alone. */
  CheckStage(Blog blog, Set<FindingKind> kinds, Supplier<BlogVerifierBuilder> verifier) {
    this.blog = blog;
    this.kinds = Set.copyOf(kinds);
    this.verifier = verifier;
  }

  @Override
  public RunPhase phase() {
    return RunPhase.CHECK;
  }

  @Override
  public long total() {
    // For the feed alone, nothing else is read.
    long feed = kinds.contains(FindingKind.WRONG_FEED) ? 1 : 0;
    return kinds.equals(Set.of(FindingKind.WRONG_FEED))
        ? feed
        : feed
            + blog.items().number(BlogContainer.POSTS)
            + blog.items().number(BlogContainer.USERS);
  }

  @Override
  public List<String> ranges() {
    return List.of(RANGE);
  }

  @Override
  public Optional<String> page(String range, Optional<String> after, Sink sink)
      throws InterruptedException {
    Optional<Repaired> from = after.map(Repaired::parse);
    Telling telling = new Telling(sink, from.orElse(Repaired.NOTHING));
    BlogVerifier repair = verifier.get().kinds(kinds).listener(telling).build();
    RepairReport report = from.isPresent() ? repair.repair(from.get().token()) : repair.repair();
    telling.end(report);
    return Optional.empty();
  }

  /** How far a repair has come: what it says of itself is from its beginning. */
  private record Repaired(long scanned, String token) {
    static final Repaired NOTHING = new Repaired(0, "");

    static Repaired parse(String text) {
      int end = text.indexOf(' ');
      if (end < 0) {
        throw new IllegalArgumentException("This is no place in a repair.");
      }
      return new Repaired(Long.parseLong(text.substring(0, end)), text.substring(end + 1));
    }

    String text() {
      return scanned + " " + token;
    }
  }

  private static final class Telling implements VerifyListener {
    private final Sink sink;
    private Repaired before;

    Telling(Sink sink, Repaired before) {
      this.sink = sink;
      this.before = before;
    }

    @Override
    public void onFinding(Finding finding) {
      if (finding.kind() == FindingKind.DUPLICATE_LIKE) {
        sink.dropping(List.of(finding.place()));
      }
      sink.listed(finding);
    }

    @Override
    public void onMended(Finding finding) {
      sink.mended(finding);
    }

    @Override
    public void onPage(VerifyProgress progress) {
      advance(progress.scanned(), progress.resumeToken());
      sink.checking(progress.found());
      sink.reached(before.text());
    }

    void end(RepairReport report) {
      advance(report.verified().scanned(), "");
      sink.checked(report);
    }

    private void advance(long scanned, String token) {
      sink.scanned(scanned - before.scanned());
      before = new Repaired(scanned, token);
    }
  }
}
