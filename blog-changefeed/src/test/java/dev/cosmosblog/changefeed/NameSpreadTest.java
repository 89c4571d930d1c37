package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.verifyNoMoreInteractions;
import static org.mockito.Mockito.when;

import dev.cosmosblog.changefeed.BlogChange.UserErasure;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.kernel.CopyWrites;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import dev.cosmosblog.store.error.StoreRejectedException;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.testing.Invariant;
import dev.cosmosblog.testing.Trap;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NameSpreadTest {
  private static final UserId USER = UserId.of("u1");
  private static final VersionedName THIRD = new VersionedName("Third", 3);
  private static final Duration LONGEST = Duration.ofMinutes(3);

  private final SteppedClock clock = new SteppedClock();
  private final Told told = new Told();
  private final CopyWrites copies = mock(CopyWrites.class);
  private final SetAsideRecords records = mock(SetAsideRecords.class);
  private final Settling settling = mock(Settling.class);
  private final SourceMonitor monitor = Monitors.of(SourceFeed.USERS, clock, told);
  private final NameSpreader spreader =
      new NameSpreader(
          copies, new Parallel(Runnable::run), new Aside(records, monitor), monitor, clock);
  private final NameSpread spread = new NameSpread(spreader, settling, clock, LONGEST);

  /** Pages of items that carry an older name. */
  private void carriers(int pages, int each) {
    doAnswer(
            call -> {
              Consumer<List<AuthoredItem>> action = call.getArgument(2);
              for (int page = 0; page < pages; page++) {
                int first = page * each;
                action.accept(
                    IntStream.range(first, first + each)
                        .mapToObj(NameSpreadTest::carrier)
                        .toList());
              }
              return null;
            })
        .when(copies)
        .eachCarrier(eq(USER), any(), any());
    when(copies.copyName(any(), any())).thenReturn(true);
  }

  private static AuthoredItem carrier(int number) {
    return new AuthoredItem("c" + number, "p" + number, "comment");
  }

  @Test
  void aNewUsersFirstNameIsNotSpread() {
    spread.handle(List.of(Changes.user("u1", "Ann", 0)));

    verifyNoInteractions(copies, settling);
  }

  @Test
  void ofSeveralRenamesInABatchTheNewestIsSpreadWhateverTheirOrder() {
    spread.handle(
        List.of(
            Changes.user("u1", "Second", 2),
            Changes.user("u1", "Third", 3),
            Changes.user("u1", "First", 1)));

    verify(copies).eachCarrier(eq(USER), eq(THIRD), any());
    verifyNoMoreInteractions(copies);
    verify(settling).afterRename(USER, Instant.EPOCH, clock.instant());
  }

  @Test
  void progressIsToldAfterEachPageAndKeptInHealth() {
    carriers(2, 3);

    spread.handle(List.of(Changes.user("u1", "Third", 3)));

    SpreadProgress end = new SpreadProgress(USER, 3, 6, true);
    assertThat(told.events)
        .containsExactly(
            new SpreadProgress(USER, 3, 3, false), new SpreadProgress(USER, 3, 6, false), end);
    assertThat(monitor.health().spread()).contains(end);
  }

  @Test
  @Trap(15)
  void aSpreadThatTakesLongerThanItsLeaseAllowsEndsAndComesAgain() {
    carriers(10, 3);
    when(copies.copyName(any(), any()))
        .thenAnswer(
            call -> {
              clock.pass(Duration.ofSeconds(20));
              return true;
            });

    assertThatThrownBy(() -> spread.handle(List.of(Changes.user("u1", "Third", 3))))
        .isInstanceOf(UnfinishedException.class);

    verify(copies).copyName(carrier(11), THIRD);
    verify(copies, never()).copyName(carrier(12), THIRD);
    verify(settling, never()).afterRename(any(), any(), any());
  }

  @Test
  void theTimeThatASpreadTakesDoesNotSettleIt() {
    Instant begun = clock.instant();
    carriers(1, 1);
    when(copies.copyName(any(), any()))
        .thenAnswer(
            call -> {
              clock.pass(LONGEST);
              return true;
            });

    spread.handle(List.of(Changes.user("u1", "Third", 3)));

    verify(settling).afterRename(USER, Instant.EPOCH, begun);
  }

  @Test
  @Invariant("I10")
  void anItemThatCannotTakeTheNameIsSetAsideAndTheOthersGetIt() {
    carriers(1, 3);
    StoreRejectedException tooLarge = mock();
    when(copies.copyName(carrier(1), THIRD)).thenThrow(tooLarge);
    SetAside aside = new SetAside(SourceFeed.POSTS, "c1", "p1", "413", Instant.EPOCH, 1);
    when(records.write(eq(new BlogItem(SourceFeed.POSTS, "c1", "p1")), any())).thenReturn(aside);

    spread.handle(List.of(Changes.user("u1", "Third", 3)));

    verify(copies).copyName(carrier(2), THIRD);
    assertThat(told.events).contains(aside, new SpreadProgress(USER, 3, 2, true));
  }

  @Test
  void whereCosmosDbFailsTheRestOfThePageIsWrittenAndTheBatchComesAgain() {
    carriers(2, 3);
    StoreUnavailableException failure = mock();
    when(copies.copyName(carrier(1), THIRD)).thenThrow(failure);

    assertThatThrownBy(() -> spread.handle(List.of(Changes.user("u1", "Third", 3))))
        .isSameAs(failure);

    verify(copies).copyName(carrier(2), THIRD);
    verify(copies, never()).copyName(carrier(3), THIRD);
    verifyNoInteractions(records);
  }

  /**
   * I8 where replicas are behind: neither the spread nor the item's own change sees what the other
   * would have needed, and the settled look finds it.
   */
  @Test
  @Invariant("I8")
  void anItemThatBothLooksMissedIsFoundOnceReplicasHaveSettled() {
    VersionedName old = new VersionedName("Second", 2);
    when(copies.currentName(USER)).thenReturn(Optional.of(old));
    spread.handle(List.of(Changes.user("u1", "Third", 3)));
    new NameCheck(copies).handle(List.of(Changes.comment("c0", "u1", 2)));
    verify(copies, never()).copyName(any(), any());
    verify(settling).afterRename(USER, Instant.EPOCH, clock.instant());

    carriers(1, 1);
    when(copies.currentName(USER)).thenReturn(Optional.of(THIRD));
    SettlingRenames.Due due = new SettlingRenames.Due(USER, "etag");
    SettlingRenames renames = mock(SettlingRenames.class);
    when(renames.take()).thenReturn(List.of(due));
    new SettledLook(renames, copies, spreader, clock, LONGEST).look();

    verify(copies).copyName(carrier(0), THIRD);
    verify(renames).done(due);
  }

  @Test
  void aSettledLookThatDoesNotEndInTimeIsDueAgain() {
    carriers(2, 1);
    when(copies.currentName(USER)).thenReturn(Optional.of(THIRD));
    when(copies.copyName(any(), any()))
        .thenAnswer(
            call -> {
              clock.pass(LONGEST.plusSeconds(1));
              return true;
            });
    SettlingRenames renames = mock(SettlingRenames.class);
    when(renames.take()).thenReturn(List.of(new SettlingRenames.Due(USER, "etag")));

    new SettledLook(renames, copies, spreader, clock, LONGEST).look();

    verify(renames, never()).done(any());
  }

  @Test
  void aRenameThatCannotBeLookedAtHoldsUpNoOther() {
    UserId broken = UserId.of("broken");
    when(copies.currentName(broken)).thenThrow(new MalformedItemException("broken", "it is."));
    when(copies.currentName(USER)).thenReturn(Optional.of(THIRD));
    SettlingRenames.Due due = new SettlingRenames.Due(USER, "etag");
    SettlingRenames renames = mock(SettlingRenames.class);
    when(renames.take()).thenReturn(List.of(new SettlingRenames.Due(broken, "etag"), due));

    new SettledLook(renames, copies, spreader, clock, LONGEST).look();

    verify(renames).done(due);
    verify(renames, times(1)).done(any());
  }

  @Test
  void anErasureIsLookedAtOnceMoreAndBroughtToItsEnd() {
    spread.handle(List.of(new UserErasure(USER, Instant.EPOCH)));
    verify(settling).afterRename(USER, Instant.EPOCH, clock.instant());

    when(copies.currentName(USER)).thenReturn(Optional.empty());
    SettlingRenames.Due due = new SettlingRenames.Due(USER, "etag");
    SettlingRenames renames = mock(SettlingRenames.class);
    when(renames.take()).thenReturn(List.of(due));
    new SettledLook(renames, copies, spreader, clock, LONGEST).look();

    verify(copies).finishErasure(USER);
    verify(renames).done(due);
  }
}
