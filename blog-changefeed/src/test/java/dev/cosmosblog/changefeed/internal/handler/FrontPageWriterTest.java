package dev.cosmosblog.changefeed.internal.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.verifyNoMoreInteractions;
import static org.mockito.Mockito.when;

import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.kernel.Repositories;
import dev.cosmosblog.store.internal.repository.FrontPage;
import dev.cosmosblog.store.internal.repository.FrontPageChange;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.Trap;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.invocation.InvocationOnMock;

/** When the front page is written. Time passes, and the timer runs, only when a test says so. */
class FrontPageWriterTest {
  private static final int SIZE = 3;
  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final Duration LAG = Duration.ofMinutes(1);
  private static final PostSummaryItem LIKED = Changes.summary("p2", 2_000, 1);
  private static final PostSummaryItem LIKED_TWICE = Changes.summary("p2", 2_000, 2);
  private static final PostSummaryItem OTHER_LIKED = Changes.summary("p3", 3_000, 1);
  private static final PostSummaryItem NEW_POST = Changes.summary("p4", 4_000, 0);

  /** A full front page of three posts in version 0. */
  private static final FrontPageItem KNOWN =
      FrontPageItem.of(
          SIZE,
          false,
          List.of(
              Changes.summary("p3", 3_000, 0),
              Changes.summary("p2", 2_000, 0),
              Changes.summary("p1", 1_000, 0)));

  private record Write(Set<PostSummaryItem> posts, Set<String> gone, boolean marks) {}

  private record Task(long due, Runnable work) {}

  private final Repositories repositories = MockedRepositories.create();
  private final FrontPage frontPage = repositories.frontPage();
  private final DeadLetterSink deadLetters = mock();
  private final ScheduledExecutorService timer = mock();
  private final List<Task> tasks = new ArrayList<>();
  private final List<Write> writes = new ArrayList<>();

  /** Called with each write, and throws if it shall fail. */
  private Consumer<Collection<PostSummaryItem>> duringWrite = posts -> {};

  private final ReentrantLock turn = new ReentrantLock();
  private boolean hasEffect = true;
  private long time;
  private FrontPageWriter writer;

  @BeforeEach
  void create() {
    when(timer.schedule(any(Runnable.class), anyLong(), any())).then(this::schedules);
    when(frontPage.update(any())).then(call -> written(call.getArgument(0)));
    writer =
        new FrontPageWriter(
            frontPage,
            SIZE,
            deadLetters,
            new FrontPageWriter.Times(INTERVAL, LAG, () -> time),
            timer,
            turn);
  }

  private @Nullable Object schedules(InvocationOnMock call) {
    long delay = call.<TimeUnit>getArgument(2).toNanos(call.getArgument(1));
    tasks.add(new Task(time + delay, call.getArgument(0)));
    return null;
  }

  private FrontPage.Update written(FrontPageChange change) {
    assertThat(change.size()).isEqualTo(SIZE);
    writes.add(new Write(Set.copyOf(change.posts()), change.gone(), change.marks()));
    duringWrite.accept(change.posts());
    return new FrontPage.Update(KNOWN, hasEffect);
  }

  private PostCopyHandler handler() {
    return new PostCopyHandler(
        repositories,
        writer,
        ItemTasks.IN_ORDER,
        new TimeLimit(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC), INTERVAL));
  }

  private void passes(Duration duration) {
    long end = time + duration.toNanos();
    Optional<Task> next = next(end);
    while (next.isPresent()) {
      tasks.remove(next.get());
      time = Math.max(time, next.get().due());
      next.get().work().run();
      next = next(end);
    }
    time = end;
  }

  private Optional<Task> next(long end) {
    return tasks.stream().filter(task -> task.due() <= end).min(Comparator.comparing(Task::due));
  }

  private void write(PostSummaryItem post) {
    writer.write(List.of(post), Set.of());
  }

  /** Two batches within the interval, of which the second marks the front page. */
  private void frontPageIsMarked() {
    write(LIKED);
    write(LIKED);
    assertWritten(atOnce(LIKED), shared(LIKED));
    writes.clear();
  }

  private void assertWritten(Write... expected) {
    assertThat(writes).containsExactly(expected);
  }

  private static Write atOnce(PostSummaryItem post) {
    return new Write(Set.of(post), Set.of(), false);
  }

  private static Write shared(PostSummaryItem... posts) {
    return new Write(Set.of(posts), Set.of(), true);
  }

  private void failsWith(PostSummaryItem bad) {
    duringWrite =
        posts -> {
          if (posts.contains(bad)) {
            throw new MalformedItemException(String.valueOf(bad.id()), "As it is stored now.");
          }
        };
  }

  /** Another host may have added the old post since this one saw the front page. */
  @Test
  @Invariant("I3")
  void allPostsOfABatchAreWrittenIfOneHasAnEffect() {
    PostSummaryItem old = Changes.summary("p0", 500, 1);
    write(LIKED);
    writer.write(List.of(OTHER_LIKED, old), Set.of());
    writer.write(List.of(LIKED_TWICE, old), Set.of());
    assertThat(tasks).as("the last batch is postponed").hasSize(1);
    passes(INTERVAL);

    assertThat(writes)
        .extracting(Write::posts)
        .containsExactly(Set.of(LIKED), Set.of(OTHER_LIKED, old), Set.of(LIKED_TWICE, old));
  }

  /** A comparison, which a mark causes, costs more than a write. */
  @Test
  void aBatchAfterAQuietTimeIsWrittenWithoutAMark() {
    write(LIKED);
    passes(INTERVAL);
    write(LIKED_TWICE);

    assertWritten(atOnce(LIKED), atOnce(LIKED_TWICE));
    assertThat(tasks).isEmpty();
  }

  @Test
  @Trap(20)
  void theBatchesOfAnIntervalShareOneWriteAndDoNotWaitForIt() {
    frontPageIsMarked();

    write(LIKED);
    passes(INTERVAL.minusMillis(1));
    write(NEW_POST);
    write(LIKED_TWICE);
    assertThat(writes).isEmpty();
    passes(Duration.ofMillis(1));

    assertWritten(shared(LIKED_TWICE, NEW_POST));
    passes(INTERVAL.multipliedBy(2));
    assertThat(writes).hasSize(1);
  }

  /** The front page must remember a deleted post before a late batch may bring it back. */
  @Test
  @Invariant("I9")
  void aDeletionIsWrittenBeforeItsBatchEnds() {
    frontPageIsMarked();

    writer.write(List.of(NEW_POST), Set.of(PostId.of("p2")));

    assertWritten(new Write(Set.of(NEW_POST), Set.of("p2"), false));
  }

  @Test
  void aLikeOfAnOldPostIsCheckedAtOnce() {
    frontPageIsMarked();
    write(LIKED);
    PostSummaryItem old = Changes.summary("p0", 500, 1);

    write(old);

    assertWritten(atOnce(old));
    passes(INTERVAL);
    assertWritten(atOnce(old), shared(LIKED));
  }

  /** Another host may have replaced the front page that this host knows. */
  @Test
  void aPostThatTheKnownFrontPageShowsIsCheckedAtOnce() {
    frontPageIsMarked();
    PostSummaryItem shown = KNOWN.posts().get(0);

    write(shown);

    assertWritten(atOnce(shown));
  }

  /** Another host has written the posts. */
  @Test
  @Invariant("I3")
  void aWriteWithoutEffectDoesNotMarkTheFrontPage() {
    write(LIKED);
    hasEffect = false;
    write(LIKED);
    write(OTHER_LIKED);

    assertWritten(atOnce(LIKED), shared(LIKED), shared(OTHER_LIKED));
  }

  @Test
  @Invariant("I3")
  void aBatchWaitsForItsWriteOnceTheMarkIsAsOldAsTheReplicasMayLag() {
    frontPageIsMarked();
    passes(LAG.minusNanos(1));
    write(LIKED_TWICE);
    passes(Duration.ZERO);
    assertWritten(shared(LIKED_TWICE));
    writes.clear();

    passes(LAG);
    write(OTHER_LIKED);

    assertWritten(atOnce(OTHER_LIKED));
  }

  /** Another host may see the mark as soon as the write is sent. */
  @Test
  @Invariant("I3")
  void theAgeOfAMarkCountsFromTheBeginOfItsWrite() {
    write(LIKED);
    duringWrite = posts -> time += LAG.toNanos();
    write(LIKED);
    duringWrite = posts -> {};
    writes.clear();

    write(OTHER_LIKED);

    assertWritten(shared(OTHER_LIKED));
    assertThat(tasks).isEmpty();
  }

  @Test
  @Invariant("I10")
  void aPostThatCannotBeWrittenIsDeadLetteredAndTheOthersAreWritten() {
    frontPageIsMarked();
    failsWith(OTHER_LIKED);

    write(LIKED_TWICE);
    write(OTHER_LIKED);
    passes(INTERVAL);

    verify(deadLetters)
        .add(eq(ItemPlace.ofPost("p3")), eq("author"), any(MalformedItemException.class));
    verifyNoMoreInteractions(deadLetters);
    assertWritten(shared(LIKED_TWICE, OTHER_LIKED), shared(LIKED_TWICE), shared(OTHER_LIKED));
  }

  @Test
  @Invariant("I10")
  void aPostThatCannotBeWrittenAtOnceFailsItsBatch() {
    failsWith(LIKED);

    assertThatThrownBy(() -> write(LIKED)).isInstanceOf(MalformedItemException.class);

    verifyNoInteractions(deadLetters);
  }

  @Test
  @Invariant("I3")
  void afterAFailureBatchesWriteAtOnceAndThePostponedOnesAreWrittenAgain() {
    frontPageIsMarked();
    write(LIKED_TWICE);
    duringWrite =
        posts -> {
          throw new IllegalStateException("as if cut off");
        };
    passes(INTERVAL);

    assertThatThrownBy(() -> write(OTHER_LIKED)).hasMessage("as if cut off");

    duringWrite = posts -> {};
    writes.clear();
    passes(INTERVAL);
    assertWritten(shared(LIKED_TWICE));
    verifyNoInteractions(deadLetters);
  }

  @Test
  @Invariant("I3")
  void anErrorOfTheTimerDoesNotEndThePostponedWrites() {
    frontPageIsMarked();
    when(timer.schedule(any(Runnable.class), anyLong(), any()))
        .thenThrow(new OutOfMemoryError("planted"))
        .then(this::schedules);
    assertThatThrownBy(() -> write(LIKED_TWICE)).hasMessage("planted");
    write(LIKED_TWICE);
    duringWrite =
        posts -> {
          throw new IllegalStateException("as if cut off");
        };
    when(timer.schedule(any(Runnable.class), anyLong(), any()))
        .thenThrow(new OutOfMemoryError("planted"))
        .then(this::schedules);
    assertThatThrownBy(() -> passes(INTERVAL)).hasMessage("planted");

    duringWrite = posts -> {};
    write(LIKED);
    write(LIKED);
    writes.clear();
    write(OTHER_LIKED);
    passes(INTERVAL);

    assertWritten(shared(LIKED_TWICE, OTHER_LIKED));
  }

  @Test
  void aStopSendsWhatWasPostponedAndPostponesNothingMore() throws InterruptedException {
    frontPageIsMarked();
    write(LIKED_TWICE);
    assertThat(writer.awaitWritten(Duration.ZERO)).isFalse();

    writer.stopWaiting();
    passes(Duration.ZERO);
    write(OTHER_LIKED);

    assertWritten(shared(LIKED_TWICE), shared(OTHER_LIKED));
    assertThat(writer.awaitWritten(Duration.ZERO)).isTrue();
  }

  @Test
  void theHandlerReportsWhetherTheFrontPageIsWritten() throws InterruptedException {
    PostCopyHandler handler = handler();
    frontPageIsMarked();
    write(LIKED_TWICE);
    assertThat(handler.awaitWritten(Duration.ZERO)).isFalse();

    handler.stopWaiting();
    passes(Duration.ZERO);

    assertThat(handler.awaitWritten(Duration.ZERO)).isTrue();
  }

  /** Another host compares the front page because of the mark. */
  @Test
  void aWriteThatFailsDuringAStopIsNotRepeated() throws InterruptedException {
    frontPageIsMarked();
    write(LIKED_TWICE);
    duringWrite =
        posts -> {
          throw new IllegalStateException("as if cut off");
        };

    writer.stopWaiting();
    passes(Duration.ZERO);

    assertThat(writer.awaitWritten(Duration.ZERO)).isTrue();
    passes(LAG);
    assertWritten(shared(LIKED_TWICE));
    writer.close();
    verify(timer).shutdown();
  }

  /** A batch of many likes is handled one by one if it contains a bad item. */
  @Test
  void aLikeThatIsHandledAloneIsWrittenAtOnce() {
    frontPageIsMarked();

    handler().handleAlone(List.of(new BlogChange.PostChange(LIKED)));

    assertWritten(atOnce(LIKED));
  }

  /** Otherwise each of them waits for the same timeout, one after the other. */
  @Test
  void batchesThatWaitedForAWriteFailWithIt() throws InterruptedException {
    CountDownLatch sent = new CountDownLatch(1);
    CountDownLatch fails = new CountDownLatch(1);
    duringWrite =
        posts -> {
          sent.countDown();
          await(fails);
          throw new IllegalStateException("as if cut off");
        };
    CompletableFuture<Void> first = CompletableFuture.runAsync(() -> write(LIKED));
    sent.await();
    CompletableFuture<Void> second = CompletableFuture.runAsync(() -> write(OTHER_LIKED));
    while (!turn.hasQueuedThreads()) {
      Thread.onSpinWait();
    }
    fails.countDown();

    assertThatThrownBy(first::join).hasRootCauseMessage("as if cut off");
    assertThatThrownBy(second::join).hasRootCauseMessage("as if cut off");
    assertWritten(atOnce(LIKED));
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
