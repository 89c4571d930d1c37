package dev.cosmosblog.changefeed.internal.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.changefeed.SteppedClock;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.ViewedComment;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.ViewedPost;
import dev.cosmosblog.changefeed.internal.handler.ViewHandler.Bounds;
import dev.cosmosblog.changefeed.view.BlogView;
import dev.cosmosblog.changefeed.view.PostChange;
import dev.cosmosblog.changefeed.view.ViewException;
import dev.cosmosblog.changefeed.view.ViewFailedException;
import dev.cosmosblog.changefeed.view.ViewTimeoutException;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.ItemReads;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.TestItems;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ViewHandlerTest {
  private static final int BATCH_SIZE = 4;
  private static final Duration LAG = Duration.ofSeconds(10);

  private final ItemReads items = mock();

  /** The changes of one post that fill a batch. */
  private static final List<BlogChange> FULL =
      List.of(change("a", 1), change("a", 2), change("a", 3), change("a", 4));

  private final SteppedClock clock = new SteppedClock();
  private final Set<String> refused = new HashSet<>();
  private final List<List<String>> calls = new ArrayList<>();
  private final List<String> deadLetters = new ArrayList<>();

  /** Completed when the current call has returned or hangs. */
  private volatile CompletableFuture<Void> returnsOrHangs = new CompletableFuture<>();

  private Bounds bounds(Duration longest) {
    return new Bounds(new TimeLimit(clock, longest), BATCH_SIZE);
  }

  private ViewHandler handler(BlogView view, Executor executor, Duration limit) {
    Bounds bounds = bounds(Duration.ofMinutes(1));
    return handler(view, executor, limit, bounds);
  }

  private ViewHandler handler(BlogView view, Executor executor, Duration limit, Bounds bounds) {
    ViewCalls inTurn =
        new ViewCalls(
            "tags",
            executor,
            new ReentrantLock(),
            new TimeLimit(clock, bounds.ofCall(limit)),
            UnaryOperator.identity());
    return handler(view, inTurn, bounds);
  }

  private ViewHandler handler(BlogView view, ViewCalls inTurn, Bounds bounds) {
    return new ViewHandler(
        view,
        inTurn,
        new ViewedChangeReader(items, clock, LAG),
        (item, author, failure) -> deadLetters.add(item.id()),
        bounds);
  }

  private ViewHandler refusing() {
    return handler(
        posts -> {
          List<String> ids = posts.stream().map(post -> post.id().value()).toList();
          calls.add(ids);
          if (ids.stream().anyMatch(refused::contains)) {
            throw new IllegalArgumentException("of the host");
          }
        },
        Runnable::run,
        Duration.ofMinutes(1));
  }

  private static List<BlogChange> posts(String... ids) {
    return Stream.of(ids).map(id -> change(id, 0)).toList();
  }

  private static BlogChange change(String id, long version) {
    return new ViewedPost(Changes.postItem(id, 1, version), UserId.of("author"));
  }

  @Test
  @Invariant("I15")
  void aPostThatFailsWhileOthersSucceedIsDeadLetteredAtItsThirdFailure() {
    ViewHandler handler = refusing();
    refused.add("b");

    assertFails(handler, posts("a", "b", "c"));
    assertThat(calls).containsExactly(ids("a", "b", "c"), ids("a"), ids("b"), ids("c"));
    calls.clear();
    assertFails(handler, posts("a", "b", "c"));
    assertThat(calls).as("the others together").containsExactly(ids("a", "c"), ids("b"));
    assertThat(deadLetters).isEmpty();

    handler.handle(posts("a", "b", "c"));
    assertThat(deadLetters).containsExactly("b");
  }

  @Test
  @Invariant("I15")
  void theNextChangeOfADeadLetteredPostIsTriedAsOften() {
    ViewHandler handler = refusing();
    refused.add("b");
    failures(handler, posts("a", "b", "c"));
    deadLetters.clear();

    for (int i = 1; i < ViewHandler.FAILURES_BESIDE_OTHERS; i++) {
      assertFails(handler, List.of(change("a", 1), change("b", 1)));
    }
    assertThat(deadLetters).isEmpty();
    refused.clear();
    calls.clear();

    handler.handle(List.of(change("a", 1), change("b", 1)));
    assertThat(calls).containsExactly(ids("a"), ids("b"));
  }

  private static List<String> ids(String... ids) {
    return List.of(ids);
  }

  private static void assertFails(ViewHandler handler, List<BlogChange> changes) {
    assertThatThrownBy(() -> handler.handle(changes))
        .isInstanceOf(ViewFailedException.class)
        .hasMessageContaining("'tags'");
  }

  @Test
  void aViewThatFailsForAllPostsDoesNotDeadLetterThem() {
    ViewHandler handler = refusing();
    refused.addAll(ids("a", "b", "c", "d", "e"));

    assertFails(handler, posts("a"));
    assertThat(calls).as("one post").containsExactly(ids("a"));
    calls.clear();
    assertFails(handler, posts("b", "c", "d", "e", "f"));
    assertThat(calls).containsExactly(ids("b", "c", "d", "e", "f"), ids("b"), ids("c"), ids("d"));

    for (int i = 0; i < 30; i++) {
      assertFails(handler, posts("a", "b", "c", "d", "e"));
    }
    assertThat(deadLetters).isEmpty();

    refused.clear();
    assertThatCode(() -> handler.handle(posts("a", "b", "c", "d", "e"))).doesNotThrowAnyException();
    assertThat(deadLetters).isEmpty();
  }

  /** The posts of the front page, of which the first other one tells whether the view works. */
  private void frontPageHas(String... ids) {
    List<Map<String, String>> posts = Stream.of(ids).map(id -> Map.of("id", id)).toList();
    when(items.find(ItemPlace.ofFrontPage()))
        .thenReturn(Optional.of(StoredItem.of(Map.of("posts", posts))));
    for (String id : ids) {
      Map<String, Object> post =
          Map.of(
              "id",
              id,
              "postId",
              id,
              "type",
              "post",
              "userId",
              "author",
              "creationDate",
              "2026-01-01T00:00:00.000Z");
      when(items.find(ItemPlace.ofPost(id))).thenReturn(Optional.of(StoredItem.of(post)));
    }
  }

  @Test
  @Invariant("I15")
  void aViewThatFailsForAllPostsDoesNotDeadLetterOneThatFillsABatch() {
    ViewHandler handler = refusing();
    frontPageHas("a", "b");
    refused.addAll(ids("a", "b"));

    for (int i = 0; i < 30; i++) {
      assertFails(handler, FULL);
    }
    refused.clear();
    handler.handle(FULL);

    assertThat(deadLetters).isEmpty();
  }

  @Test
  @Invariant("I15")
  void aPostThatFillsABatchIsNotDeadLetteredIfNoOtherPostCanBeRead() {
    ViewHandler handler = refusing();
    when(items.find(ItemPlace.ofFrontPage())).thenThrow(new MalformedItemException("newest", "?"));
    refused.add("a");

    for (int i = 0; i < 30; i++) {
      assertFails(handler, FULL);
    }

    assertThat(deadLetters).isEmpty();
  }

  @Test
  void aPostThatFillsABatchIsDeadLetteredAtItsTenthFailure() {
    ViewHandler handler = refusing();
    frontPageHas("a", "b");
    refused.add("a");

    for (int i = 1; i < ViewHandler.FAILURES_ALONE; i++) {
      assertFails(handler, FULL);
      assertFails(handler, posts("a"));
    }
    assertThat(deadLetters).isEmpty();
    handler.handle(FULL);

    assertThat(deadLetters).containsExactly("a");
  }

  /** The post failed because of the outage, and another post is handled because it is over. */
  @Test
  @Invariant("I15")
  void aPostThatFillsABatchIsNotDeadLetteredWhenTheViewRecovers() {
    frontPageHas("a", "b");
    AtomicBoolean down = new AtomicBoolean(true);
    ViewHandler handler =
        handler(
            posts -> {
              if (down.get() && posts.get(0).id().value().equals("b")) {
                down.set(false);
              }
              if (down.get()) {
                throw new IllegalArgumentException("of the host");
              }
            },
            Runnable::run,
            Duration.ofMinutes(1));
    for (int i = 1; i < ViewHandler.FAILURES_ALONE; i++) {
      assertFails(handler, FULL);
    }

    handler.handle(FULL);

    assertThat(deadLetters).isEmpty();
  }

  /** Its failures were counted while it filled its batch; then another post joined it. */
  @Test
  @Invariant("I15")
  void aPostThatFilledItsBatchIsNotDeadLetteredWhenTheViewRecoversBetweenItAndAnother() {
    frontPageHas("a", "c");
    AtomicBoolean recovers = new AtomicBoolean();
    AtomicBoolean down = new AtomicBoolean(true);
    ViewHandler handler =
        handler(
            posts -> {
              if (recovers.get() && posts.get(0).id().value().equals("b")) {
                down.set(false);
              }
              if (down.get()) {
                throw new IllegalArgumentException("of the host");
              }
            },
            Runnable::run,
            Duration.ofMinutes(1));
    for (int i = 0; i < ViewHandler.FAILURES_BESIDE_OTHERS; i++) {
      assertFails(handler, FULL);
    }
    assertFails(handler, posts("a", "b"));
    recovers.set(true);

    handler.handle(posts("a", "b"));

    assertThat(down).isFalse();
    assertThat(deadLetters).isEmpty();
  }

  /** There is no time left to call the view once more. */
  @Test
  @Invariant("I15")
  void aPostIsNotDeadLetteredWhenTheViewRecoversWhileItsHostIsPaused() {
    frontPageHas("a", "b");
    AtomicBoolean isPaused = new AtomicBoolean();
    refused.addAll(ids("a", "b"));
    ViewHandler handler =
        handler(
            posts -> {
              String id = posts.get(0).id().value();
              if (isPaused.get() && id.equals("b")) {
                clock.pass(Duration.ofMinutes(10));
                refused.clear();
              }
              if (refused.contains(id)) {
                throw new IllegalArgumentException("of the host");
              }
            },
            Runnable::run,
            Duration.ofMinutes(1));
    for (int i = 1; i < 3 * ViewHandler.FAILURES_ALONE; i++) {
      assertFails(handler, FULL);
    }
    isPaused.set(true);
    assertFails(handler, FULL);

    handler.handle(FULL);

    assertThat(deadLetters).isEmpty();
  }

  /** Otherwise it would block the change feed for ever. */
  @Test
  void aPostIsDeadLetteredAtItsSixthFailureIfThereIsNeverTimeForAnotherCall() {
    refused.add("b");
    ViewHandler handler =
        handler(
            posts -> {
              clock.pass(Duration.ofSeconds(31));
              if (refused.contains(posts.get(0).id().value())) {
                throw new IllegalArgumentException("of the host");
              }
            },
            Runnable::run,
            Duration.ofMinutes(1));
    // There is no time for the other post at the first failure, so it isn't counted.
    for (int version = 0; version < 2 * ViewHandler.FAILURES_BESIDE_OTHERS; version++) {
      List<BlogChange> changes = List.of(change("b", 1), change("a", version));
      assertThatThrownBy(() -> handler.handle(changes)).isInstanceOf(RuntimeException.class);
      assertThat(deadLetters).isEmpty();
    }
    handler.handle(List.of(change("b", 1), change("a", 9)));

    assertThat(deadLetters).containsExactly("b");
  }

  /** It says nothing about the changes that waited for it, so they stay together. */
  @Test
  @Invariant("I15")
  void aHangingCallOfAnotherRangeDoesNotCountAsAFailure() throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    CountDownLatch hangs = new CountDownLatch(1);
    try {
      Bounds bounds = bounds(Duration.ofMinutes(1));
      ViewCalls shared =
          new ViewCalls(
              "tags",
              thread,
              new ReentrantLock(),
              new TimeLimit(clock, Duration.ofMillis(100)),
              UnaryOperator.identity());
      ViewHandler handler =
          handler(
              posts -> calls.add(posts.stream().map(post -> post.id().value()).toList()),
              shared,
              bounds);
      Runnable hanging =
          () -> {
            while (hangs.getCount() > 0) {
              try {
                hangs.await();
              } catch (InterruptedException ignored) {
                continue; // As a view may.
              }
            }
          };
      assertThatThrownBy(() -> shared.call(hanging, clock.instant()))
          .isInstanceOf(ViewTimeoutException.class);

      assertThatThrownBy(() -> handler.handle(posts("a", "b", "c")))
          .isInstanceOf(ViewTimeoutException.class);
      assertThat(calls).isEmpty();
      hangs.countDown();
      handler.handle(posts("a", "b", "c"));

      assertThat(calls).containsExactly(ids("a", "b", "c"));
    } finally {
      hangs.countDown();
      thread.shutdownNow();
    }
  }

  @Test
  void onlyTheNewerOfTwoStatesIsPassed() {
    List<PostChange> told = new ArrayList<>();
    ViewHandler handler = handler(told::addAll, Runnable::run, Duration.ofMinutes(1));

    handler.handle(List.of(change("a", 2), change("a", 1)));

    assertThat(told).extracting(PostChange::version).containsExactly(2L);
  }

  /** The comment was read from a replica that has its post; the post is read from another one. */
  @Test
  @Invariant("I15")
  void aCommentWhosePostALaggingReplicaLacksIsRedelivered() {
    List<PostChange> told = new ArrayList<>();
    ViewHandler handler = handler(told::addAll, Runnable::run, Duration.ofMinutes(1));
    BlogChange comment = comment("c", "a", clock.instant());

    assertThatThrownBy(() -> handler.handle(List.of(comment)))
        .isInstanceOf(BatchUnfinishedException.class)
        .hasMessageContaining("Post a ");
    assertThat(told).isEmpty();

    ItemPlace post = new ItemPlace(BlogContainer.POSTS, "a", "a");
    when(items.find(BlogContainer.POSTS, List.of(post)))
        .thenReturn(Map.of(post, stored(Changes.postItem("a", 1, 1))));
    handler.handle(List.of(comment));

    assertThat(told).singleElement().satisfies(change -> assertThat(change.comments()).hasSize(1));
  }

  @Test
  @Invariant({"I10", "I15"})
  void aCommentWithoutAPostBlocksTheViewUntilEveryReplicaWouldHaveThePost() {
    List<PostChange> told = new ArrayList<>();
    ViewHandler handler = handler(told::addAll, Runnable::run, Duration.ofMinutes(1));
    List<BlogChange> changes = List.of(comment("c", "nowhere", clock.instant()), change("a", 1));

    clock.pass(LAG.multipliedBy(2).minusMillis(1));
    assertThatThrownBy(() -> handler.handle(changes)).isInstanceOf(BatchUnfinishedException.class);
    clock.pass(Duration.ofMillis(1));
    handler.handle(changes);

    assertThat(told).extracting(change -> change.id().value()).containsExactly("a");
    assertThat(deadLetters).isEmpty();
  }

  @Test
  @Invariant("I10")
  void commentsOfAnUnreadablePostAreDeadLetteredOnce() {
    ViewHandler handler = refusing();
    ItemPlace post = new ItemPlace(BlogContainer.POSTS, "bad", "bad");
    StoredItem bad = new StoredItem(Map.of("id", "bad", "type", "post", "postId", "bad"));
    when(items.find(BlogContainer.POSTS, List.of(post))).thenReturn(Map.of(post, bad));
    List<BlogChange> batch = List.of(comment("c", "bad", clock.instant()), change("a", 1));
    refused.add("a");
    for (int i = 0; i < 3; i++) {
      assertFails(handler, batch);
    }
    refused.clear();

    handler.handle(batch);
    assertThat(deadLetters).containsExactly("c");
    handler.handle(batch);
    assertThat(deadLetters).as("another batch").containsExactly("c", "c");
  }

  private static BlogChange comment(String id, String post, Instant written) {
    return new ViewedComment(
        TestItems.comment(id, post).by("ann", "Ann").build().toComment(), written);
  }

  private static StoredItem stored(PostItem post) {
    return new ObjectMapper().convertValue(post, StoredItem.class);
  }

  @Test
  @Invariant("I15")
  void aHangingCallIsInterruptedAndDelaysOthersUntilItEnds() throws Exception {
    CountDownLatch ends = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    AtomicInteger begun = new AtomicInteger();
    ExecutorService thread = Executors.newSingleThreadExecutor();
    ViewHandler handler =
        handler(
            posts -> {
              begun.incrementAndGet();
              boolean waits = true;
              while (waits) {
                try {
                  ends.await();
                  waits = false;
                } catch (InterruptedException e) {
                  interrupted.countDown();
                }
              }
            },
            thread,
            Duration.ofMillis(200));

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> handler.handle(posts("a", "b")))
          .isInstanceOf(ViewTimeoutException.class)
          .hasMessageContaining("'tags'");
    }
    interrupted.await();
    assertThat(begun).hasValue(1);
    assertThat(deadLetters).isEmpty();

    ends.countDown();
    handler.handle(posts("a", "b"));
    assertThat(begun).as("one by one, as both together took too long").hasValue(3);
    handler.close();
    assertThat(thread.isShutdown()).isTrue();
    assertThat(handler.isClosed()).isTrue();
  }

  /** Its time limit alone is longer than a batch may take. */
  @Test
  @Invariant("I15")
  void aPostThatMakesTheViewHangIsDeadLettered() {
    Bounds bounds = bounds(Duration.ofMillis(40));
    ExecutorService thread = Executors.newSingleThreadExecutor();
    BlogView hangsAtB =
        posts -> {
          if (posts.stream().anyMatch(post -> post.id().value().equals("b"))) {
            hang(bounds.ofCall(Duration.ofDays(1)).plusMillis(1));
          }
        };
    ViewHandler handler = handler(hangsAtB, untilItHangs(thread), Duration.ofDays(1), bounds);

    for (int i = 1; i < ViewHandler.FAILURES_BESIDE_OTHERS; i++) {
      assertThatThrownBy(() -> handler.handle(posts("a", "b", "c")))
          .isInstanceOf(ViewTimeoutException.class);
    }
    handler.handle(posts("a", "b", "c"));

    assertThat(deadLetters).containsExactly("b");
    thread.shutdownNow();
  }

  @Test
  @Invariant("I15")
  void aViewThatUsesUpTheTimeOfABatchHasFailed() {
    Bounds bounds = bounds(Duration.ofMillis(40));
    ExecutorService thread = Executors.newSingleThreadExecutor();
    ViewHandler handler =
        handler(
            posts -> hang(bounds.time().longest().plusMillis(1)),
            untilItHangs(thread),
            Duration.ofDays(1),
            bounds);

    assertThatThrownBy(() -> handler.handle(posts("a", "b")))
        .isInstanceOf(ViewTimeoutException.class)
        .hasMessageContaining("'tags'");

    assertThat(deadLetters).isEmpty();
    thread.shutdownNow();
  }

  /** Takes ten seconds a post, and half a minute for a call at most. */
  private ViewHandler slow() {
    Duration limit = Duration.ofSeconds(30);
    return handler(
        posts -> {
          List<String> ids = posts.stream().map(post -> post.id().value()).toList();
          calls.add(ids);
          Duration time = Duration.ofSeconds(10).multipliedBy(posts.size());
          clock.pass(time.compareTo(limit) < 0 ? time : limit);
          if (time.compareTo(limit) > 0 || ids.stream().anyMatch(refused::contains)) {
            throw new IllegalStateException("Interrupted by its time limit, or of the host.");
          }
        },
        Runnable::run,
        limit);
  }

  private List<String> toldAlone() {
    return calls.stream().filter(ids -> ids.size() == 1).map(ids -> ids.get(0)).toList();
  }

  /** Delivers a batch until it is done; returns how often it failed. */
  private static int failures(ViewHandler handler, List<BlogChange> batch) {
    for (int failures = 0; failures < 30; failures++) {
      try {
        handler.handle(batch);
        return failures;
      } catch (ViewException e) {
        assertThat(e).hasMessageContaining("'tags'");
      }
    }
    throw new AssertionError("The batch is redelivered forever.");
  }

  @Test
  @Invariant("I15")
  void aSlowViewMakesProgressWithEachDelivery() {
    ViewHandler handler = slow();
    String[] ids = IntStream.range(0, 12).mapToObj(n -> "p" + n).toArray(String[]::new);

    assertThat(failures(handler, posts(ids))).isEqualTo(2);

    assertThat(toldAlone()).containsExactly(ids);
    calls.clear();
    handler.handle(posts("p0", "p1"));
    assertThat(calls).as("another batch, with some of its posts").containsExactly(ids("p0", "p1"));
  }

  @Test
  @Invariant("I15")
  void aPostThatChangesBetweenDeliveriesIsPassedInItsNewState() {
    ViewHandler handler = slow();
    assertFails(handler, posts("a", "b", "c", "d", "e", "f"));
    assertThat(toldAlone()).containsExactly("a", "b", "c", "d");
    calls.clear();

    handler.handle(List.of(change("a", 0), change("b", 1), change("e", 0)));

    assertThat(calls).containsExactly(ids("b", "e"));
  }

  @Test
  @Invariant({"I10", "I15"})
  void aFailingPostIsDeadLetteredIfOthersWereHandledBefore() {
    ViewHandler handler = slow();
    List<BlogChange> batch = posts("a", "b", "c", "d", "bad");
    refused.add("bad");
    assertFails(handler, batch);
    assertThat(toldAlone()).containsExactly("a", "b", "c", "d");
    refused.addAll(ids("a", "b", "c", "d"));

    for (int i = 0; i < 10; i++) {
      assertFails(handler, batch);
    }
    assertThat(deadLetters).as("while the view handles none").isEmpty();
    refused.removeAll(ids("a", "b", "c", "d"));

    failures(handler, batch);
    assertThat(deadLetters).containsExactly("bad");
  }

  @Test
  @Invariant({"I10", "I15"})
  void ifTheRepeatedPostFailsAnotherOneIsTried() {
    ViewHandler handler = slow();
    List<BlogChange> batch = posts("a", "b", "c", "d", "bad");
    refused.add("bad");
    assertFails(handler, batch);
    refused.add("d");

    failures(handler, batch);

    assertThat(deadLetters).containsExactlyInAnyOrder("d", "bad");
  }

  @Test
  @Invariant({"I10", "I15"})
  void manyPostsThatTakeTooLongAreDeadLetteredOneByOne() {
    Set<String> hanging = Set.of("b", "c", "d", "e", "f");
    Duration limit = Duration.ofSeconds(30);
    ViewHandler handler =
        handler(
            posts -> {
              if (posts.stream().anyMatch(post -> hanging.contains(post.id().value()))) {
                clock.pass(limit);
                throw new IllegalStateException("Interrupted by its time limit.");
              }
            },
            Runnable::run,
            limit);

    failures(handler, posts("a", "b", "c", "d", "e", "f"));

    assertThat(deadLetters).containsExactlyInAnyOrderElementsOf(hanging);
  }

  /** Such as a view that waits for responses of a database with a blocking driver. */
  @Test
  @Invariant("I15")
  void aSlowViewThatIgnoresInterruptsReceivesPostsOneByOne() {
    Semaphore ends = new Semaphore(0);
    ExecutorService thread = Executors.newSingleThreadExecutor();
    ViewHandler handler =
        handler(
            posts -> {
              if (posts.size() > 1) {
                ends.acquireUninterruptibly();
              }
              calls.add(posts.stream().map(post -> post.id().value()).toList());
            },
            thread,
            Duration.ofMillis(200));
    try {
      assertThatThrownBy(() -> handler.handle(posts("a", "b")))
          .isInstanceOf(ViewTimeoutException.class);
      ends.release();
      // Waits for the end of the first call.
      failures(handler, posts("a", "b"));

      assertThat(calls).containsExactly(ids("a", "b"), ids("a"), ids("b"));
    } finally {
      ends.release(100);
      handler.close();
    }
  }

  /** Waits for the interruption, while the clock of all batches shows that a time has passed. */
  /** Waits until a call has returned or hangs, so that a slow machine doesn't exceed its limit. */
  private Executor untilItHangs(Executor thread) {
    return call -> {
      CompletableFuture<Void> now = new CompletableFuture<>();
      returnsOrHangs = now;
      thread.execute(
          () -> {
            call.run();
            now.complete(null);
          });
      now.join();
    };
  }

  private void hang(Duration time) {
    clock.pass(time);
    returnsOrHangs.complete(null);
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("Interrupted by its time limit.", e);
    }
  }

  /** Or a post that fails would hold up its range for as long as the others are busy. */
  @Test
  @Invariant("I15")
  void aCallOfAnotherRangeDoesNotCountAsHandling() throws InterruptedException {
    Thread range = Thread.currentThread();
    CountDownLatch otherBegan = new CountDownLatch(1);
    CountDownLatch otherMayEnd = new CountDownLatch(1);
    AtomicReference<Thread> other = new AtomicReference<>();
    List<List<String>> told = Collections.synchronizedList(new ArrayList<>());
    BlogView view =
        posts -> {
          List<String> ids = posts.stream().map(post -> post.id().value()).toList();
          told.add(ids);
          if (ids.contains("other")) {
            otherBegan.countDown();
            await(otherMayEnd);
          } else if (ids.contains("b")) {
            throw new IllegalArgumentException("of the host");
          }
        };
    AtomicReference<ViewHandler> handler = new AtomicReference<>();
    Lock turns =
        new ReentrantLock() {
          private static final long serialVersionUID = 1L;

          @Override
          public void lock() {
            if (other.get() != null && Thread.currentThread() == range) {
              otherMayEnd.countDown();
            }
            super.lock();
          }

          @Override
          public void unlock() {
            super.unlock();
            if (other.get() == null) {
              other.set(new Thread(() -> handler.get().handle(posts("other"))));
              other.get().start();
              await(otherBegan);
            }
          }
        };
    Bounds bounds = bounds(Duration.ofMinutes(1));
    Executor threads = call -> new Thread(call).start();
    ViewCalls inTurn =
        new ViewCalls(
            "tags",
            threads,
            turns,
            new TimeLimit(clock, bounds.time().longest()),
            UnaryOperator.identity());
    handler.set(handler(view, inTurn, bounds));

    assertFails(handler.get(), posts("a", "b", "c"));

    other.get().join();
    assertThat(told)
        .containsExactly(ids("a", "b", "c"), ids("other"), ids("a"), ids("b"), ids("c"));
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
