package dev.cosmosblog.changefeed.internal.handler;

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

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.cosmosblog.changefeed.SteppedClock;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.UserErasure;
import dev.cosmosblog.changefeed.observe.RenameProgress;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.error.StoreRejectedException;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.kernel.CopyWrites;
import dev.cosmosblog.store.internal.kernel.LeaseDocuments;
import dev.cosmosblog.testing.Invariant;
import dev.cosmosblog.testing.Trap;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RenameHandlerTest {
  private static final UserId USER = UserId.of("u1");
  private static final VersionedName THIRD = new VersionedName("Third", 3);
  private static final Duration LONGEST = Duration.ofMinutes(3);

  private final SteppedClock clock = new SteppedClock();
  private final CopyWrites copies = mock(CopyWrites.class);
  private final LeaseDocuments documents = mock(LeaseDocuments.class);
  private final RenameHandler.Recheck recheck = mock(RenameHandler.Recheck.class);
  private final List<RenameProgress> progress = new ArrayList<>();
  private final Map<ItemPlace, RuntimeException> setAside = new HashMap<>();
  private final RenameSpreader spreader =
      new RenameSpreader(copies, setAside::put, progress::add, clock, Runnable::run);
  private final RenameHandler handler = new RenameHandler(spreader, recheck, clock, LONGEST);

  /** Pages of items that carry an older name. */
  private void carriers(int pages, int each) {
    doAnswer(
            call -> {
              Consumer<List<AuthoredItem>> action = call.getArgument(2);
              for (int page = 0; page < pages; page++) {
                int first = page * each;
                action.accept(
                    IntStream.range(first, first + each)
                        .mapToObj(RenameHandlerTest::carrier)
                        .toList());
              }
              return null;
            })
        .when(copies)
        .eachWithOlderName(eq(USER), any(), any());
    when(copies.copyName(any(), any())).thenReturn(true);
  }

  private static String id(UserId user) {
    return LeaseDocuments.idOf("rename~", user.value());
  }

  /** Rechecks of users that are due now. */
  private void due(UserId... users) {
    List<JsonNode> page =
        Stream.of(users)
            .map(
                user ->
                    (JsonNode)
                        JsonNodeFactory.instance
                            .objectNode()
                            .put("id", id(user))
                            .put("userId", user.value())
                            .put("due", clock.instant().toEpochMilli())
                            .put("_etag", "found"))
            .toList();
    when(documents.page("rename~", "", 100, JsonNode.class)).thenReturn(page);
    when(documents.replace(any(), any(), eq("found"))).thenReturn(Optional.of("claimed"));
  }

  private void runRechecks() {
    new RenameRechecks(documents, copies, spreader, clock, Duration.ofMinutes(1), LONGEST).runDue();
  }

  private static AuthoredItem carrier(int number) {
    return new AuthoredItem("c" + number, "p" + number, "comment");
  }

  @Test
  void aNewUsersFirstNameIsWrittenNowhere() {
    handler.handle(List.of(Changes.user("u1", "Ann", 0)));

    verifyNoInteractions(copies, recheck);
  }

  @Test
  void ofSeveralRenamesInABatchOnlyTheNewestIsWrittenInAnyOrder() {
    handler.handle(
        List.of(
            Changes.user("u1", "Second", 2),
            Changes.user("u1", "Third", 3),
            Changes.user("u1", "First", 1)));

    verify(copies).eachWithOlderName(eq(USER), eq(THIRD), any());
    verifyNoMoreInteractions(copies);
    verify(recheck).schedule(USER, Instant.EPOCH, clock.instant());
  }

  @Test
  void progressIsReportedAfterEachPageAndAtTheEnd() {
    carriers(2, 3);

    handler.handle(List.of(Changes.user("u1", "Third", 3)));

    RenameProgress end = new RenameProgress(USER, 3, 6, true);
    assertThat(progress)
        .containsExactly(
            new RenameProgress(USER, 3, 3, false), new RenameProgress(USER, 3, 6, false), end);
  }

  @Test
  @Trap(15)
  void aRenameThatTakesLongerThanItsLeaseAllowsEndsAndComesAgain() {
    carriers(10, 3);
    when(copies.copyName(any(), any()))
        .thenAnswer(
            call -> {
              clock.pass(Duration.ofSeconds(20));
              return true;
            });

    assertThatThrownBy(() -> handler.handle(List.of(Changes.user("u1", "Third", 3))))
        .isInstanceOf(BatchUnfinishedException.class);

    verify(copies).copyName(carrier(11), THIRD);
    verify(copies, never()).copyName(carrier(12), THIRD);
    verify(recheck, never()).schedule(any(), any(), any());
  }

  @Test
  void theRecheckIsScheduledByTheTimeWhenTheRenameBegan() {
    Instant begun = clock.instant();
    carriers(1, 1);
    when(copies.copyName(any(), any()))
        .thenAnswer(
            call -> {
              clock.pass(LONGEST);
              return true;
            });

    handler.handle(List.of(Changes.user("u1", "Third", 3)));

    verify(recheck).schedule(USER, Instant.EPOCH, begun);
  }

  @Test
  @Invariant("I10")
  void anItemThatCannotTakeTheNameIsSetAsideAndTheOthersGetIt() {
    carriers(1, 3);
    StoreRejectedException tooLarge = mock();
    when(copies.copyName(carrier(1), THIRD)).thenThrow(tooLarge);

    handler.handle(List.of(Changes.user("u1", "Third", 3)));

    verify(copies).copyName(carrier(2), THIRD);
    assertThat(setAside)
        .containsExactly(Map.entry(new ItemPlace(BlogContainer.POSTS, "p1", "c1"), tooLarge));
    assertThat(progress).endsWith(new RenameProgress(USER, 3, 2, true));
  }

  @Test
  void ifCosmosDbFailsTheRestOfThePageIsWrittenAndTheBatchComesAgain() {
    carriers(2, 3);
    StoreUnavailableException failure = mock();
    when(copies.copyName(carrier(1), THIRD)).thenThrow(failure);

    assertThatThrownBy(() -> handler.handle(List.of(Changes.user("u1", "Third", 3))))
        .isSameAs(failure);

    verify(copies).copyName(carrier(2), THIRD);
    verify(copies, never()).copyName(carrier(3), THIRD);
    assertThat(setAside).isEmpty();
  }

  /**
   * With lagging replicas, neither the rename nor the item's own change sees what the other would
   * have needed; the recheck finds the item.
   */
  @Test
  @Invariant("I8")
  void anItemThatBothPassesMissedIsFoundOnceReplicasHaveCaughtUp() {
    VersionedName old = new VersionedName("Second", 2);
    when(copies.currentName(USER)).thenReturn(Optional.of(old));
    handler.handle(List.of(Changes.user("u1", "Third", 3)));
    new AuthorNameHandler(copies).handle(List.of(Changes.comment("c0", "u1", 2)));
    verify(copies, never()).copyName(any(), any());
    verify(recheck).schedule(USER, Instant.EPOCH, clock.instant());

    carriers(1, 1);
    when(copies.currentName(USER)).thenReturn(Optional.of(THIRD));
    due(USER);
    runRechecks();

    verify(copies).copyName(carrier(0), THIRD);
    verify(documents).delete(id(USER), "claimed");
  }

  @Test
  void aRecheckThatDoesNotEndInTimeIsDueAgain() {
    carriers(2, 1);
    when(copies.currentName(USER)).thenReturn(Optional.of(THIRD));
    when(copies.copyName(any(), any()))
        .thenAnswer(
            call -> {
              clock.pass(LONGEST.plusSeconds(1));
              return true;
            });
    due(USER);

    runRechecks();

    verify(documents, never()).delete(any(), any());
  }

  @Test
  void aRecheckThatFailsDelaysNoOther() {
    UserId broken = UserId.of("broken");
    when(copies.currentName(broken)).thenThrow(new MalformedItemException("broken", "it is."));
    when(copies.currentName(USER)).thenReturn(Optional.of(THIRD));
    due(broken, USER);

    runRechecks();

    verify(documents).delete(id(USER), "claimed");
    verify(documents, times(1)).delete(any(), any());
  }

  @Test
  void anErasureIsRecheckedAndFinished() {
    handler.handle(List.of(new UserErasure(USER, Instant.EPOCH)));
    verify(recheck).schedule(USER, Instant.EPOCH, clock.instant());

    when(copies.currentName(USER)).thenReturn(Optional.empty());
    due(USER);
    runRechecks();

    verify(copies).finishErasure(USER);
    verify(documents).delete(id(USER), "claimed");
  }
}
