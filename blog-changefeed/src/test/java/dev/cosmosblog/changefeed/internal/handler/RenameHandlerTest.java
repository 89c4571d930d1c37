package dev.cosmosblog.changefeed.internal.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.ArgumentMatchers.isNull;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.verifyNoMoreInteractions;
import static org.mockito.Mockito.when;

import dev.cosmosblog.changefeed.SteppedClock;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.UserChange;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.UserErasure;
import dev.cosmosblog.changefeed.internal.handler.RecheckSchedule.Claim;
import dev.cosmosblog.changefeed.internal.handler.RecheckSchedule.Due;
import dev.cosmosblog.changefeed.internal.handler.RecheckSchedule.DuePage;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener.RenameProgress;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.error.AccessDeniedException;
import dev.cosmosblog.store.error.StoreRejectedException;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.kernel.Repositories;
import dev.cosmosblog.store.internal.repository.AuthorNames;
import dev.cosmosblog.store.spi.HostThreads;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.Trap;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.mockito.InOrder;

class RenameHandlerTest {
  private static final int THREADS = 4;
  private static final UserId USER = UserId.of("u1");
  private static final VersionedName THIRD = new VersionedName("Third", 3);
  private static final Duration LONGEST = Duration.ofMinutes(3);

  private final SteppedClock clock = new SteppedClock();
  private final Repositories repositories = MockedRepositories.create();
  private final AuthorNames names = repositories.names();
  private final RecheckSchedule schedule = mock(RecheckSchedule.class);
  private final List<RenameProgress> progress = new ArrayList<>();
  private final Map<ItemPlace, RuntimeException> deadLetters = new HashMap<>();
  private final RenamePass pass = pass(ItemTasks.IN_ORDER);
  private final RenameHandler handler = new RenameHandler(pass, schedule);
  private final RenameRechecks rechecks = new RenameRechecks(pass, schedule);

  private RenamePass pass(ItemTasks tasks) {
    return pass(tasks, clock);
  }

  private RenamePass pass(ItemTasks tasks, Clock time) {
    return new RenamePass(
        repositories,
        (item, author, failure) -> deadLetters.put(item, failure),
        progress::add,
        tasks,
        new TimeLimit(time, LONGEST));
  }

  /** Pages of items with a stale username; the continuation is the number of the next page. */
  private void authored(int pages, int each) {
    doAnswer(
            call -> {
              String from = call.getArgument(2);
              BiConsumer<List<AuthoredItem>, String> action = call.getArgument(3);
              for (int page = from == null ? 0 : Integer.parseInt(from); page < pages; page++) {
                int first = page * each;
                action.accept(
                    IntStream.range(first, first + each).mapToObj(RenameHandlerTest::item).toList(),
                    page + 1 == pages ? null : Integer.toString(page + 1));
              }
              return null;
            })
        .when(names)
        .eachStale(eq(USER), any(), any(), any());
    when(repositories.names().put(any(), any())).thenReturn(true);
  }

  private void due(UserId... users) {
    List<Due> due = Stream.of(users).map(user -> new Due(user, "seen")).toList();
    when(schedule.due("")).thenReturn(new DuePage(due, ""));
    due.forEach(one -> when(schedule.claim(one)).thenReturn(Optional.of(claim(one.user()))));
  }

  private static Claim claim(UserId user) {
    return new Claim(user, "etag of " + user);
  }

  private static AuthoredItem item(int number) {
    return new AuthoredItem("c" + number, "p" + number, "comment");
  }

  @Test
  void aNewUsersNameIsNotPropagated() {
    handler.handle(List.of(Changes.user("u1", "Ann", 0)));

    verifyNoInteractions(repositories.users(), repositories.names(), schedule);
  }

  @Test
  void onlyTheNewestRenameOfABatchIsPropagated() {
    handler.handle(
        List.of(
            Changes.user("u1", "Second", 2),
            Changes.user("u1", "Third", 3),
            Changes.user("u1", "First", 1)));

    verify(repositories.names()).eachStale(eq(USER), eq(THIRD), isNull(), any());
    verifyNoMoreInteractions(repositories.names());
    verify(schedule).add(USER, Instant.EPOCH, clock.instant());
  }

  @Test
  void progressIsReportedAfterEachPageAndAtTheEnd() {
    authored(2, 3);

    handler.handle(List.of(Changes.user("u1", "Third", 3)));

    RenameProgress end = new RenameProgress(USER, 3, 6, true);
    assertThat(progress)
        .containsExactly(
            new RenameProgress(USER, 3, 3, false), new RenameProgress(USER, 3, 6, false), end);
  }

  @Test
  @Trap(15)
  void usersWithoutItemsCountTowardsTheTimeLimit() {
    doAnswer(
            call -> {
              clock.pass(LONGEST.plusSeconds(1));
              return null;
            })
        .when(names)
        .eachStale(any(), any(), any(), any());
    UserChange[] users =
        Stream.of("u1", "u2", "u3")
            .map(id -> Changes.user(id, "Third", 3))
            .toArray(UserChange[]::new);

    handleUnfinished(users);
    handleUnfinished(users);
    handler.handle(List.of(users));

    for (UserChange user : users) {
      verify(repositories.names()).eachStale(eq(user.user()), any(), any(), any());
      verify(schedule).add(eq(user.user()), any(), any());
    }
  }

  @Test
  @Trap(15)
  void aRenameThatTakesLongerThanItsLeaseAllowsIsRedelivered() {
    authored(10, 3);
    when(repositories.names().put(any(), any()))
        .thenAnswer(
            call -> {
              clock.pass(Duration.ofSeconds(20));
              return true;
            });

    assertThatThrownBy(() -> handler.handle(List.of(Changes.user("u1", "Third", 3))))
        .isInstanceOf(BatchUnfinishedException.class);

    verify(repositories.names()).put(item(11), THIRD);
    verify(repositories.names(), never()).put(item(12), THIRD);
    verify(schedule, never()).add(any(), any(), any());
  }

  /** A host on which each page takes longer than a pass may. */
  private void slow(int pages) {
    authored(pages, 1);
    when(repositories.names().put(any(), any()))
        .thenAnswer(
            call -> {
              clock.pass(LONGEST.plusSeconds(1));
              return true;
            });
  }

  private void handleUnfinished(UserChange... changes) {
    assertThatThrownBy(() -> handler.handle(List.of(changes)))
        .isInstanceOf(BatchUnfinishedException.class);
  }

  @Test
  void theNextPassContinuesWhereTheLastOneEndedAndKeepsTheRecheckOfTheFirst() {
    Instant begun = clock.instant();
    slow(3);
    handleUnfinished(Changes.user("u1", "Third", 3));
    handleUnfinished(Changes.user("u1", "Third", 3));

    handler.handle(List.of(Changes.user("u1", "Third", 3)));

    InOrder inOrder = inOrder(repositories.names(), schedule);
    for (String from : Arrays.asList(null, "1", "2")) {
      inOrder.verify(repositories.names()).eachStale(eq(USER), eq(THIRD), eq(from), any());
    }
    inOrder.verify(schedule).add(USER, Instant.EPOCH, begun);
    verify(repositories.names(), times(3)).put(any(), any());
  }

  @Test
  @Invariant("I8")
  void aPassContinuesWithThePageOfTheFailedWrite() {
    slow(3);
    handleUnfinished(Changes.user("u1", "Third", 3));
    StoreUnavailableException failure = mock();
    doThrow(failure).doReturn(true).when(names).put(any(), any());
    assertThatThrownBy(() -> handler.handle(List.of(Changes.user("u1", "Third", 3))))
        .isSameAs(failure);

    handler.handle(List.of(Changes.user("u1", "Third", 3)));

    verify(repositories.names()).eachStale(eq(USER), eq(THIRD), isNull(), any());
    verify(repositories.names(), times(2)).eachStale(eq(USER), eq(THIRD), eq("1"), any());
    verify(repositories.names(), times(2)).put(item(1), THIRD);
    verify(repositories.names()).put(item(2), THIRD);
  }

  @Test
  @Invariant("I8")
  void anotherNameOrAFinishedOneStartsOver() {
    slow(2);
    handleUnfinished(Changes.user("u1", "Third", 3));
    handleUnfinished(Changes.user("u1", "Fourth", 4));
    handler.handle(List.of(Changes.user("u1", "Fourth", 4)));
    // After a failover that lost the last writes.
    handleUnfinished(Changes.user("u1", "Other", 4));
    handler.handle(List.of(Changes.user("u1", "Other", 4)));
    handleUnfinished(Changes.user("u1", "Other", 4));

    VersionedName fourth = new VersionedName("Fourth", 4);
    VersionedName other = new VersionedName("Other", 4);
    verify(repositories.names()).eachStale(eq(USER), eq(fourth), isNull(), any());
    verify(repositories.names()).eachStale(eq(USER), eq(fourth), eq("1"), any());
    verify(repositories.names(), times(2)).eachStale(eq(USER), eq(other), isNull(), any());
    verify(repositories.names()).eachStale(eq(USER), eq(other), eq("1"), any());
  }

  /** After a split or merge of partitions, a continuation may be rejected forever. */
  @Test
  @Invariant("I8")
  void aPassWhoseContinuationIsRejectedFailsAndTheNextOneStartsOver() {
    slow(2);
    handleUnfinished(Changes.user("u1", "Third", 3));
    StoreRejectedException refused = mock();
    doThrow(refused).when(names).eachStale(eq(USER), eq(THIRD), eq("1"), any());
    assertThatThrownBy(() -> handler.handle(List.of(Changes.user("u1", "Third", 3))))
        .isSameAs(refused);

    handleUnfinished(Changes.user("u1", "Third", 3));

    verify(repositories.names(), times(2)).eachStale(eq(USER), eq(THIRD), isNull(), any());
    assertThat(deadLetters).isEmpty();
  }

  /** After a rewind, items must be updated that were changed manually behind the passes. */
  @Test
  void aPassAfterARewindStartsOver() {
    slow(2);
    handleUnfinished(Changes.user("u1", "Third", 3));

    handler.forget();
    handleUnfinished(Changes.user("u1", "Third", 3));

    verify(repositories.names(), times(2)).eachStale(eq(USER), eq(THIRD), isNull(), any());
  }

  /** Otherwise each pass of one user would read all that another one in the batch wrote. */
  @Test
  void aFinishedUserIsNotReadAgainForOthersOfTheBatch() {
    UserId done = UserId.of("done");
    slow(2);
    UserChange[] batch = {Changes.user("done", "Third", 3), Changes.user("u1", "Third", 3)};
    handleUnfinished(batch);
    handler.handle(List.of(batch));

    verify(repositories.names()).eachStale(eq(done), any(), any(), any());
    verify(schedule).add(eq(done), any(), any());
    verify(schedule).add(eq(USER), any(), any());
  }

  /** Otherwise, a batch would be redelivered forever on a host that pauses in each delivery. */
  @Test
  void eachDeliveryReadsAtLeastOneUserHoweverLittleTimeItHas() {
    Clock pausing = mock();
    when(pausing.instant())
        .thenAnswer(
            call -> {
              clock.pass(LONGEST.plusSeconds(1));
              return clock.instant();
            });
    RenameHandler slow = new RenameHandler(pass(ItemTasks.IN_ORDER, pausing), schedule);
    List<BlogChange> batch =
        List.of(Changes.user("done", "Third", 3), Changes.user("u1", "Third", 3));

    assertThatThrownBy(() -> slow.handle(batch)).isInstanceOf(BatchUnfinishedException.class);
    slow.handle(batch);

    verify(names).eachStale(eq(UserId.of("done")), any(), any(), any());
    verify(names).eachStale(eq(USER), any(), any(), any());
  }

  @Test
  @Invariant("I8")
  void aRenameIsUnfinishedUntilItsRecheckIsScheduled() {
    slow(1);
    StoreUnavailableException failure = mock();
    doThrow(failure).doNothing().when(schedule).add(any(), any(), any());
    assertThatThrownBy(() -> handler.handle(List.of(Changes.user("u1", "Third", 3))))
        .isSameAs(failure);

    handler.handle(List.of(Changes.user("u1", "Third", 3)));

    verify(schedule, times(2)).add(eq(USER), any(), any());
  }

  /** The items to find may be behind the passes or an earlier recheck. */
  @Test
  @Invariant("I8")
  void aRecheckReadsFromTheStartWithoutAffectingPasses() {
    slow(3);
    when(repositories.users().currentName(USER)).thenReturn(Optional.of(THIRD));
    due(USER);
    handleUnfinished(Changes.user("u1", "Third", 3));
    handleUnfinished(Changes.user("u1", "Third", 3));
    rechecks.run();
    rechecks.run();
    handler.handle(List.of(Changes.user("u1", "Third", 3)));

    verify(repositories.names(), times(3)).eachStale(eq(USER), eq(THIRD), isNull(), any());
    verify(repositories.names()).eachStale(eq(USER), eq(THIRD), eq("1"), any());
    verify(repositories.names()).eachStale(eq(USER), eq(THIRD), eq("2"), any());
  }

  @Test
  void theRecheckIsScheduledByTheStartOfTheRename() {
    Instant begun = clock.instant();
    authored(1, 1);
    when(repositories.names().put(any(), any()))
        .thenAnswer(
            call -> {
              clock.pass(LONGEST);
              return true;
            });

    handler.handle(List.of(Changes.user("u1", "Third", 3)));

    verify(schedule).add(USER, Instant.EPOCH, begun);
  }

  @Test
  @Invariant("I10")
  void anItemThatCannotBeRenamedIsDeadLetteredAndOthersAreRenamed() {
    authored(1, 3);
    StoreRejectedException tooLarge = mock();
    when(tooLarge.isOfItem()).thenReturn(true);
    when(repositories.names().put(item(1), THIRD)).thenThrow(tooLarge);

    handler.handle(List.of(Changes.user("u1", "Third", 3)));

    verify(repositories.names()).put(item(2), THIRD);
    assertThat(deadLetters)
        .containsExactly(Map.entry(new ItemPlace(BlogContainer.POSTS, "p1", "c1"), tooLarge));
    assertThat(progress).endsWith(new RenameProgress(USER, 3, 2, true));
  }

  @Test
  void ifCosmosDbFailsTheRestOfThePageIsWrittenAndTheBatchIsRedelivered() {
    authored(2, 3);
    StoreUnavailableException failure = mock();
    when(repositories.names().put(item(1), THIRD)).thenThrow(failure);

    assertThatThrownBy(() -> handler.handle(List.of(Changes.user("u1", "Third", 3))))
        .isSameAs(failure);

    verify(repositories.names()).put(item(2), THIRD);
    verify(repositories.names(), never()).put(item(3), THIRD);
    assertThat(deadLetters).isEmpty();
  }

  /**
   * With lagging replicas, neither the rename nor the item's own change sees what the other would
   * have needed; the recheck finds the item.
   */
  @Test
  @Invariant("I8")
  void anItemThatBothPassesMissedIsFoundOnceReplicasHaveCaughtUp() {
    VersionedName old = new VersionedName("Second", 2);
    when(repositories.users().currentName(USER)).thenReturn(Optional.of(old));
    handler.handle(List.of(Changes.user("u1", "Third", 3)));
    new PostCopyHandler(
            repositories,
            mock(FrontPageWriter.class),
            ItemTasks.IN_ORDER,
            new TimeLimit(clock, LONGEST))
        .handle(List.of(Changes.comment("c0", "u1", 2)));
    verify(repositories.names(), never()).put(any(), any());
    verify(schedule).add(USER, Instant.EPOCH, clock.instant());

    authored(1, 1);
    when(repositories.users().currentName(USER)).thenReturn(Optional.of(THIRD));
    due(USER);
    rechecks.run();

    verify(repositories.names()).put(item(0), THIRD);
    verify(schedule).done(claim(USER));
  }

  @Test
  void aRecheckThatDoesNotEndInTimeIsDueAgain() {
    authored(2, 1);
    when(repositories.users().currentName(USER)).thenReturn(Optional.of(THIRD));
    when(repositories.names().put(any(), any()))
        .thenAnswer(
            call -> {
              clock.pass(LONGEST.plusSeconds(1));
              return true;
            });
    due(USER);

    rechecks.run();

    verify(schedule, never()).done(any());
  }

  @Test
  void aFailingRecheckDoesNotDelayOthers() {
    UserId unavailable = UserId.of("unavailable");
    StoreUnavailableException failure = mock();
    when(repositories.users().currentName(unavailable)).thenThrow(failure);
    when(repositories.users().currentName(USER)).thenReturn(Optional.of(THIRD));
    due(unavailable, USER);

    rechecks.run();

    verify(schedule).done(claim(USER));
    verify(schedule, never()).done(claim(unavailable));
    assertThat(deadLetters).isEmpty();
    rechecks.run();
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(rechecks::run).as("from the third on").isSameAs(failure);
    }
  }

  @Test
  void aRecheckFailureThatIsNotAnItemsFaultIsThrownAtTheEnd() {
    UserId refused = UserId.of("refused");
    AccessDeniedException failure = mock();
    when(repositories.users().currentName(refused)).thenThrow(failure);
    when(repositories.users().currentName(USER)).thenReturn(Optional.of(THIRD));
    due(refused, USER);

    assertThatThrownBy(rechecks::run).isSameAs(failure);

    verify(schedule).done(claim(USER));
    verify(schedule, never()).done(claim(refused));
    assertThat(deadLetters).isEmpty();
  }

  /** It would be due for ever, and fail each time. */
  @Test
  @Invariant("I10")
  void theRecheckOfAUserWhoCannotBeReadIsDeadLettered() {
    UserId broken = UserId.of("broken");
    MalformedItemException malformed = new MalformedItemException("broken", "it is.");
    when(repositories.users().currentName(broken)).thenThrow(malformed);
    when(repositories.users().currentName(USER)).thenReturn(Optional.of(THIRD));
    due(broken, USER);

    rechecks.run();

    assertThat(deadLetters)
        .containsExactly(
            Map.entry(new ItemPlace(BlogContainer.USERS, "broken", "broken"), malformed));
    verify(schedule).done(claim(broken));
    verify(schedule).done(claim(USER));
  }

  @Test
  void anErasureIsRecheckedAndFinished() {
    handler.handle(List.of(new UserErasure(USER)));
    verify(schedule).add(USER);

    when(repositories.users().currentName(USER)).thenReturn(Optional.empty());
    when(repositories.erasures().finish(eq(USER), any())).thenReturn(true);
    due(USER);
    rechecks.run();

    verify(repositories.erasures()).finish(eq(USER), any());
    verify(schedule).done(claim(USER));
  }

  /** It would run beside its caller, and on one more host after each claim. */
  @Test
  @Trap(15)
  void theRecheckOfALongErasureEndsBeforeItsClaimAndIsDueAgain() {
    UserId large = UserId.of("large");
    List<Boolean> goesOn = new ArrayList<>();
    when(repositories.users().currentName(any())).thenReturn(Optional.empty());
    when(repositories.erasures().finish(eq(USER), any())).thenReturn(true);
    when(repositories.erasures().finish(eq(large), any()))
        .thenAnswer(
            call -> {
              BooleanSupplier hasTime = call.getArgument(1);
              goesOn.add(hasTime.getAsBoolean());
              clock.pass(LONGEST);
              goesOn.add(hasTime.getAsBoolean());
              return false;
            });
    due(large, USER);

    rechecks.run();

    assertThat(goesOn).containsExactly(true, false);
    assertThat(LONGEST).isLessThan(RecheckSchedule.CLAIM);
    verify(schedule, never()).done(claim(large));
    verify(schedule).done(claim(USER));
  }

  private RenameHandler parallel() {
    return new RenameHandler(pass(ItemTasks.of(new HostThreads() {}.tasks(THREADS))), schedule);
  }

  @Test
  void theThreadsLimitParallelWritesAndAllItemsAreWritten() {
    CyclicBarrier atOnce = new CyclicBarrier(THREADS);
    authored(1, 40);
    when(repositories.names().put(any(), any()))
        .thenAnswer(
            call -> {
              atOnce.await(1, TimeUnit.MINUTES);
              return true;
            });
    RenameHandler parallel = parallel();

    parallel.handle(List.of(Changes.user("u1", "Third", 3)));

    verify(repositories.names(), times(40)).put(any(), eq(THIRD));
    assertThat(progress).endsWith(new RenameProgress(USER, 3, 40, true));
    parallel.close();
  }

  @Test
  @Trap(15)
  void aFailureIsThrownAfterAllWritesHaveEnded() {
    RuntimeException failure = new IllegalStateException("as it happens");
    Set<AuthoredItem> written = ConcurrentHashMap.newKeySet();
    authored(1, 40);
    when(repositories.names().put(any(), any()))
        .thenAnswer(
            call -> {
              if (item(0).equals(call.getArgument(0))) {
                throw failure;
              }
              return written.add(call.getArgument(0));
            });
    RenameHandler parallel = parallel();

    assertThatThrownBy(() -> parallel.handle(List.of(Changes.user("u1", "Third", 3))))
        .isSameAs(failure);

    assertThat(written).hasSize(39);
    parallel.close();
  }

  @Test
  @Trap(15)
  void afterTheCloseNothingIsWritten() {
    authored(1, 40);
    RenameHandler parallel = parallel();
    parallel.close();

    assertThatThrownBy(() -> parallel.handle(List.of(Changes.user("u1", "Third", 3))))
        .isInstanceOf(RejectedExecutionException.class);
    verify(repositories.names(), never()).put(any(), any());
  }
}
