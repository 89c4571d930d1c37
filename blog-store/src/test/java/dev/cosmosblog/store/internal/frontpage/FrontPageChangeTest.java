package dev.cosmosblog.store.internal.frontpage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.testing.TestItems;
import dev.cosmosblog.testing.Trap;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a change makes of the feed, without an account. */
class FrontPageChangeTest {
  private static final int SIZE = 3;
  private static final FrontPageItem FULL = feed(false, post("d", 4), post("c", 3), post("b", 2));

  private static PostItem post(String id, int day) {
    return post(id, day, 1);
  }

  private static PostItem post(String id, int day, long version) {
    String date = "2026-11-%02dT00:00:00.000Z".formatted(day);
    return TestItems.post(id).at(date).version(version).build();
  }

  private static FrontPageItem feed(boolean incomplete, PostItem... posts) {
    return FrontPageItem.of(SIZE, incomplete, List.of(posts));
  }

  private static FrontPageChange written(PostItem... posts) {
    return FrontPageChange.handled(List.of(posts), Set.of(), SIZE);
  }

  private static FrontPageChange gone(String... ids) {
    return FrontPageChange.handled(List.of(), Set.of(ids), SIZE);
  }

  private static Stream<String> ids(FrontPageItem feed) {
    return feed.posts().stream().map(PostItem::id);
  }

  @Test
  void aNewPostPushesTheOldestOut() {
    FrontPageItem after = written(post("e", 5)).applyTo(FULL);
    assertThat(ids(after)).containsExactly("e", "d", "c");
    assertThat(after.incomplete()).isFalse();
  }

  @Test
  @Trap(5)
  void likingAPostOlderThanAFullFrontPageNeitherAddsItNorPushesAnotherOut() {
    assertThat(written(post("a", 1, 9)).applyTo(FULL)).isEqualTo(FULL);
  }

  @Test
  @Trap(5)
  void updatingAPostOnAFullFrontPageRemovesNoOther() {
    FrontPageItem after = written(post("c", 3, 2)).applyTo(FULL);
    assertThat(after.posts()).containsExactly(post("d", 4), post("c", 3, 2), post("b", 2));
  }

  @Test
  @Trap(11)
  void anOlderVersionChangesNothing() {
    FrontPageItem newer = feed(false, post("d", 4, 7));
    assertThat(written(post("d", 4, 6)).applyTo(newer)).isEqualTo(newer);
  }

  @Test
  void ofTwoPostsOfOneMillisecondTheLargerIdIsTheNewer() {
    FrontPageItem after = written(post("a", 2), post("z", 2)).applyTo(FULL);
    assertThat(ids(after)).containsExactly("d", "c", "z");
  }

  @Test
  void aFrontPageThatWasNeverFullHoldsAllPostsAndStaysCompleteWhenOneLeaves() {
    FrontPageItem after = gone("d").applyTo(feed(false, post("d", 4), post("c", 3)));
    assertThat(ids(after)).containsExactly("c");
    assertThat(after.incomplete()).isFalse();
  }

  @Test
  void aPostThatLeavesAFullFrontPageLeavesItIncompleteWhateverEntersWithIt() {
    assertThat(gone("d").applyTo(FULL).incomplete()).isTrue();
    FrontPageItem after =
        FrontPageChange.handled(List.of(post("a", 1)), Set.of("d"), SIZE).applyTo(FULL);
    assertThat(ids(after)).containsExactly("c", "b", "a");
    assertThat(after.incomplete()).as("another may be newer than a").isTrue();
  }

  @Test
  void deletingAPostThatIsNotOnTheFrontPageChangesNothing() {
    assertThat(gone("a").applyTo(FULL)).isEqualTo(FULL);
  }

  @Test
  void growingAFullFrontPageMarksItIncompleteAndShrinkingCutsIt() {
    assertThat(FrontPageChange.handled(List.of(), Set.of(), SIZE + 1).applyTo(FULL).incomplete())
        .isTrue();
    FrontPageItem smaller = FrontPageChange.handled(List.of(), Set.of(), 2).applyTo(FULL);
    assertThat(ids(smaller)).containsExactly("d", "c");
    assertThat(smaller.incomplete()).isFalse();
  }

  @Test
  void refillingKeepsTheMarkUntilTheNewEntriesAreChecked() {
    FrontPageItem before = feed(true, post("d", 4), post("b", 2));
    FrontPageChange refilled =
        FrontPageChange.refill(List.of(post("d", 4), post("c", 3), post("b", 2)), SIZE);
    FrontPageItem after = refilled.applyTo(before);
    assertThat(ids(after)).containsExactly("d", "c", "b");
    assertThat(after.incomplete()).isTrue();
    assertThat(refilled.unconfirmed(before, after)).containsExactly("c");
  }

  @Test
  void anEntryThatTheQueryDidNotFindIsDoubtful() {
    FrontPageItem before = feed(true, post("d", 4), post("c", 3));
    FrontPageChange refilled = FrontPageChange.refill(List.of(post("c", 3)), SIZE);
    assertThat(refilled.unconfirmed(before, refilled.applyTo(before))).containsExactly("d");
  }

  @Test
  void aPostThatEntersOrComesAgainIsDoubtfulAndOneThatIsOnlyNewerIsNot() {
    FrontPageChange change = written(post("e", 5), post("d", 4), post("c", 3, 2), post("a", 1));
    assertThat(change.unconfirmed(FULL, change.applyTo(FULL))).containsExactlyInAnyOrder("e", "d");
  }
}
