package dev.cosmosblog.store.internal.repository;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.FrontPageItem.Removed;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.TestItems;
import dev.cosmosblog.testsupport.Trap;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The front page after a change, without Cosmos DB. */
class FrontPageChangeTest {
  private static final int SIZE = 3;
  private static final FrontPageItem FULL = feed(false, post("d", 4), post("c", 3), post("b", 2));

  private static final Instant NOW = Instant.parse("2026-11-20T00:00:00Z");

  private static PostSummaryItem post(String id, int day) {
    return post(id, day, 1);
  }

  private static PostSummaryItem post(String id, int day, long version) {
    return stored(id, day, version).summary();
  }

  private static PostItem stored(String id, int day, long version) {
    String date = "2026-11-%02dT00:00:00.000Z".formatted(day);
    return TestItems.post(id).at(date).version(version).build();
  }

  private static FrontPageItem feed(boolean incomplete, PostSummaryItem... posts) {
    return FrontPageItem.of(SIZE, incomplete, List.of(posts));
  }

  private static FrontPageChange written(PostSummaryItem... posts) {
    return new FrontPageChange(List.of(posts), Set.of(), SIZE);
  }

  private static FrontPageChange gone(String... ids) {
    return new FrontPageChange(List.of(), Set.of(ids), SIZE);
  }

  private static Stream<String> ids(FrontPageItem feed) {
    return feed.posts().stream().map(PostSummaryItem::id);
  }

  @Test
  void aNewPostPushesTheOldestOut() {
    FrontPageItem after = written(post("e", 5)).applyTo(FULL, NOW);
    assertThat(ids(after)).containsExactly("e", "d", "c");
    assertThat(after.incomplete()).isFalse();
  }

  @Test
  @Trap(5)
  void likingAPostOlderThanAFullFrontPageDoesNotChangeIt() {
    assertThat(written(post("a", 1, 9)).applyTo(FULL, NOW)).isEqualTo(FULL);
  }

  @Test
  @Trap(5)
  void updatingAPostOnAFullFrontPageRemovesNoOther() {
    FrontPageItem after = written(post("c", 3, 2)).applyTo(FULL, NOW);
    assertThat(after.posts()).containsExactly(post("d", 4), post("c", 3, 2), post("b", 2));
  }

  @Test
  @Trap(11)
  void anOlderVersionChangesNothing() {
    FrontPageItem newer = feed(false, post("d", 4, 7));
    assertThat(written(post("d", 4, 6)).applyTo(newer, NOW)).isEqualTo(newer);
  }

  @Test
  void postsOfOneMillisecondAreOrderedById() {
    FrontPageItem after = written(post("a", 2), post("z", 2)).applyTo(FULL, NOW);
    assertThat(ids(after)).containsExactly("d", "c", "z");
  }

  @Test
  void aFrontPageThatWasNeverFullStaysCompleteWhenAPostLeaves() {
    FrontPageItem after = gone("d").applyTo(feed(false, post("d", 4), post("c", 3)), NOW);
    assertThat(ids(after)).containsExactly("c");
    assertThat(after.incomplete()).isFalse();
  }

  @Test
  void aPostThatLeavesAFullFrontPageMakesItIncomplete() {
    assertThat(gone("d").applyTo(FULL, NOW).incomplete()).isTrue();
    FrontPageItem after =
        new FrontPageChange(List.of(post("a", 1)), Set.of("d"), SIZE).applyTo(FULL, NOW);
    assertThat(ids(after)).containsExactly("c", "b", "a");
    assertThat(after.incomplete()).as("another may be newer than a").isTrue();
  }

  @Test
  void deletingAPostThatIsNotOnTheFrontPageIsRemembered() {
    FrontPageItem after = gone("a").applyTo(FULL, NOW);
    assertThat(after.shows(FULL)).isTrue();
    assertThat(after.removed()).extracting(Removed::id).containsExactly("a");
    assertThat(gone("a").applyTo(after, NOW.plusSeconds(60))).as("once").isSameAs(after);
  }

  @Test
  void growingAFullFrontPageMarksItIncompleteAndShrinkingTruncatesIt() {
    assertThat(new FrontPageChange(List.of(), Set.of(), SIZE + 1).applyTo(FULL, NOW).incomplete())
        .isTrue();
    FrontPageItem smaller = new FrontPageChange(List.of(), Set.of(), 2).applyTo(FULL, NOW);
    assertThat(ids(smaller)).containsExactly("d", "c");
    assertThat(smaller.incomplete()).isFalse();
  }

  @Test
  @Invariant("I4")
  void aDeletedPostCannotReturnForSomeMinutes() {
    FrontPageItem without = gone("d").applyTo(FULL, NOW);

    FrontPageChange late = written(post("d", 4, 9));
    assertThat(ids(late.applyTo(without, NOW.plusSeconds(800)))).doesNotContain("d");
    assertThat(ids(late.applyTo(without, NOW.plusSeconds(1_000)))).contains("d");
    assertThat(late.incoming(without, NOW)).isEmpty();
    assertThat(late.incoming(without, NOW.plusSeconds(1_000))).containsOnlyKeys("d");
  }

  @Test
  @Invariant("I4")
  void aPostDeletedBeforeItArrivedIsNotAdded() {
    FrontPageItem page = gone("e").applyTo(feed(false, post("d", 4)), NOW);
    assertThat(ids(written(post("e", 5)).applyTo(page, NOW))).containsExactly("d");
  }

  @Test
  @Invariant("I4")
  void aPostPushedOutDoesNotReturnInAnOlderState() {
    FrontPageItem without = written(post("e", 5)).applyTo(feed(false, post("b", 2, 7)), NOW);
    assertThat(FrontPageChange.isAsNewAsItLeft(stored("b", 2, 6), without, NOW)).isTrue();

    FrontPageChange small = new FrontPageChange(List.of(post("e", 5)), Set.of(), 1);
    FrontPageItem pushed = small.applyTo(feed(false, post("b", 2, 7)), NOW);
    assertThat(ids(pushed)).containsExactly("e");
    assertThat(FrontPageChange.isAsNewAsItLeft(stored("b", 2, 6), pushed, NOW)).isFalse();
    assertThat(FrontPageChange.isAsNewAsItLeft(stored("b", 2, 7), pushed, NOW)).isTrue();

    Instant after = NOW.plusSeconds(900);
    assertThat(FrontPageChange.isAsNewAsItLeft(stored("b", 2, 6), pushed, after.minusMillis(1)))
        .isFalse();
    assertThat(FrontPageChange.isAsNewAsItLeft(stored("b", 2, 6), pushed, after)).isTrue();
  }

  private static PostSummaryItem hidden(String id, int day, long version) {
    return TestItems.post(stored(id, day, version)).status("hidden", null).summary();
  }

  @Test
  @Invariant({"I4", "I12"})
  void aHiddenPostDoesNotReturnInAnOlderState() {
    FrontPageItem without = written(hidden("c", 3, 5)).applyTo(FULL, NOW);
    assertThat(ids(without)).containsExactly("d", "b");
    assertThat(without.incomplete()).isTrue();
    assertThat(without.removed()).containsExactly(new Removed("c", NOW.toEpochMilli(), 5L, 0));
    assertThat(FrontPageChange.isAsNewAsItLeft(stored("c", 3, 4), without, NOW)).isFalse();

    FrontPageItem shown = written(post("c", 3, 6)).applyTo(without, NOW);
    assertThat(ids(shown)).containsExactly("d", "c", "b");
    assertThat(shown.removed()).isEmpty();
    assertThat(written(hidden("c", 3, 5)).applyTo(shown, NOW)).as("late").isSameAs(shown);
  }

  @Test
  @Invariant({"I4", "I12"})
  void aPostHiddenBeforeItArrivedIsRememberedInItsNewestState() {
    FrontPageItem first = written(hidden("e", 5, 3)).applyTo(FULL, NOW);
    FrontPageItem again = written(hidden("e", 5, 7)).applyTo(first, NOW);
    FrontPageItem late = written(hidden("e", 5, 5)).applyTo(again, NOW);
    assertThat(late).isSameAs(again);
    FrontPageItem redelivered = written(hidden("e", 5, 7)).applyTo(again, NOW.plusSeconds(1));
    assertThat(redelivered).isSameAs(again);
    assertThat(FrontPageChange.isAsNewAsItLeft(stored("e", 5, 6), late, NOW)).isFalse();
    assertThat(FrontPageChange.isAsNewAsItLeft(stored("e", 5, 8), late, NOW)).isTrue();
  }

  @Test
  void aDraftChangesNothing() {
    PostSummaryItem draft = TestItems.post(stored("e", 5, 1)).status("draft", null).summary();
    assertThat(written(draft).applyTo(FULL, NOW)).isSameAs(FULL);
  }

  @Test
  void theFrontPageRemembersAtMostAHundredPostsThatLeft() {
    FrontPageItem page = feed(false);
    for (int i = 0; i < 150; i++) {
      page = gone("p%03d".formatted(i)).applyTo(page, NOW.plusMillis(i));
    }
    assertThat(page.removed()).hasSize(100).last().extracting(Removed::id).isEqualTo("p149");
  }

  @Test
  void onlyAChangeOfPostsNeedsARecheck() {
    FrontPageItem liked = written(post("c", 3, 2)).applyTo(FULL, NOW);
    assertThat(liked.uncheckedSince()).isNull();

    FrontPageItem added = written(post("e", 5)).applyTo(liked, NOW);
    FrontPageItem again = written(post("f", 6)).applyTo(added, NOW.plusSeconds(9));
    assertThat(again.uncheckedSince()).isEqualTo(NOW.toEpochMilli());
    assertThat(again.changedAt()).isEqualTo(NOW.plusSeconds(9).toEpochMilli());
  }

  @Test
  @Invariant("I4")
  void theNameOfTheNewerUserVersionStays() {
    PostSummaryItem renamed = post("d", 4).named(new VersionedName("New", 3));
    FrontPageItem page = feed(false, renamed);

    FrontPageItem after = written(post("d", 4, 8)).applyTo(page, NOW);

    assertThat(after.posts()).containsExactly(post("d", 4, 8).named(new VersionedName("New", 3)));
  }

  /** A repair that reads a lagging replica must not put it back on the front page. */
  @Test
  @Invariant("I4")
  void aPostThatLeftIsRememberedForSomeMinutes() {
    FrontPageItem page =
        new FrontPageChange(List.of(hidden("c", 3, 5)), Set.of("b"), SIZE).applyTo(FULL, NOW);

    assertThat(FrontPageChange.remembers(page, post("b", 2, 9), NOW)).as("deleted").isTrue();
    assertThat(FrontPageChange.remembers(page, post("c", 3, 5), NOW)).as("hidden").isTrue();
    assertThat(FrontPageChange.remembers(page, post("d", 4), NOW)).as("shown").isFalse();
    assertThat(FrontPageChange.remembers(page, post("b", 2, 9), NOW.plusSeconds(900)))
        .as("forgotten")
        .isFalse();
  }

  /** The times say until when a lagging replica may hide what led to the front page. */
  @Test
  @Invariant("I5")
  void aReplacedFrontPageIsComparedAgainIfItsPostsDiffer() {
    FrontPageItem before = written(post("e", 5)).applyTo(FULL, NOW);
    Instant later = NOW.plusSeconds(60);
    List<PostSummaryItem> newer = List.of(post("e", 5, 2), post("d", 4), post("c", 3));
    List<PostSummaryItem> others = List.of(post("f", 6), post("e", 5), post("d", 4));

    FrontPageItem same = written().replace(before, newer, later);
    assertThat(same.changedAt()).isEqualTo(NOW.toEpochMilli());
    assertThat(same.uncheckedSince()).isEqualTo(NOW.toEpochMilli());
    FrontPageItem other = written().replace(before, others, later);
    assertThat(other.changedAt()).isEqualTo(later.toEpochMilli());
    assertThat(other.uncheckedSince()).as("since the first").isEqualTo(NOW.toEpochMilli());
    assertThat(other.removed()).extracting(Removed::id).containsExactlyInAnyOrder("b", "c");
    FrontPageItem checked = before.uncheckedSince(null);
    assertThat(written().replace(checked, newer, later).uncheckedSince()).isNull();
    assertThat(written().replace(checked, others, later).uncheckedSince())
        .isEqualTo(later.toEpochMilli());
  }
}
