package dev.cosmosblog.changefeed.internal.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.azure.cosmos.CosmosContainer;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.changefeed.SteppedClock;
import dev.cosmosblog.changefeed.internal.handler.BatchUnfinishedException;
import dev.cosmosblog.changefeed.internal.handler.BlogChange;
import dev.cosmosblog.changefeed.internal.handler.ChangeHandler;
import dev.cosmosblog.changefeed.internal.handler.ChangeHandlers;
import dev.cosmosblog.changefeed.internal.handler.Changes;
import dev.cosmosblog.changefeed.internal.handler.DeadLetterSink;
import dev.cosmosblog.changefeed.internal.handler.ItemTasks;
import dev.cosmosblog.changefeed.internal.handler.TimeLimit;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.HealthStatus;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener.BatchReport;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.changefeed.observe.DeadLetter;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.item.SummaryRule;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.error.AccessDeniedException;
import dev.cosmosblog.store.error.SchemaMismatchException;
import dev.cosmosblog.store.error.SchemaMissingException;
import dev.cosmosblog.store.error.StoreRejectedException;
import dev.cosmosblog.store.error.ThrottledException;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.observe.ItemVersion;
import dev.cosmosblog.store.observe.OperationOutcome;
import dev.cosmosblog.store.observe.OperationReport;
import dev.cosmosblog.store.observe.RequestMeter.Usage;
import dev.cosmosblog.store.spi.TaskRunner;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.Trap;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

class BatchHandlerTest {
  private static final Duration LONGEST = Duration.ofSeconds(100);

  private static final CostMeter COSTS =
      new CostMeter(
          BlogDatabase.builder()
              .containers(
                  mock(CosmosContainer.class),
                  mock(CosmosContainer.class),
                  mock(CosmosContainer.class))
              .build());

  private final SteppedClock clock = new SteppedClock();
  private final List<BlogChange> handled = new ArrayList<>();
  private final List<DeadLetter> deadLetters = new ArrayList<>();
  private final List<BatchReport> reports = new ArrayList<>();
  private final List<RuntimeException> failures = new ArrayList<>();

  private final ChangeFeedListener recorder =
      new ChangeFeedListener() {
        @Override
        public void onBatch(BatchReport report) {
          reports.add(report);
        }

        @Override
        public void onBatchFailed(ChangeSource source, RuntimeException failure) {
          failures.add(failure);
        }

        @Override
        public void onDeadLetter(DeadLetter item) {
          deadLetters.add(item);
        }
      };

  private BatchHandler handler(List<ChangeHandler> handlers, ChangeFeedListener... listeners) {
    return handler(handlers, Monitors.of(ChangeSource.USERS, listeners));
  }

  private BatchHandler handler(List<ChangeHandler> handlers, SourceMonitor monitor) {
    DeadLetterSink sink =
        (item, author, failure) ->
            monitor.itemDeadLettered(
                new DeadLetter(
                    DeadLetterRecords.key(item, Optional.empty()),
                    String.valueOf(failure.getMessage()),
                    Instant.EPOCH,
                    1));
    return handler(handlers, monitor, sink);
  }

  private BatchHandler handler(
      List<ChangeHandler> handlers, SourceMonitor monitor, DeadLetterSink sink) {
    return new BatchHandler(
        ChangeHandlers.ofCopies(SummaryRule.DEFAULT, handlers),
        monitor,
        sink,
        COSTS,
        new TimeLimit(clock, LONGEST));
  }

  private static StoredItem user(String id) {
    return item(Map.of("id", id, "type", "user"));
  }

  private static StoredItem userWithoutId() {
    return item(Map.of("type", "user"));
  }

  private static StoredItem item(Map<String, Object> properties) {
    return new ObjectMapper().convertValue(properties, StoredItem.class);
  }

  @Test
  void itemsHandledOneByOneEndInTimeForTheirLeaseAndContinueOnRedelivery() {
    List<BlogChange> slow = new ArrayList<>();
    ChangeHandler renames =
        changes -> {
          if (changes.size() > 1) {
            throw new MalformedItemException("x", "As something that they lead to.");
          }
          if (!slow.containsAll(changes)) {
            slow.addAll(changes);
            clock.pass(LONGEST.minusSeconds(10));
          }
        };
    BatchHandler handler = handler(List.of(renames), recorder);
    List<StoredItem> batch = List.of(user("u1"), user("u2"), user("u3"), user("u4"));

    assertThatThrownBy(() -> handler.handle(batch)).isInstanceOf(BatchUnfinishedException.class);
    assertThat(slow).hasSize(2);
    handler.handle(batch);

    assertThat(slow).hasSize(4);
    assertThat(deadLetters).isEmpty();
    assertThat(failures).isEmpty();
    assertThat(reports).hasSize(1);
  }

  /** One by one, a thousand round trips take longer than the lease of their batch allows. */
  @Test
  @Invariant("I10")
  void aBadItemOfAFullBatchIsFoundInTimeForItsLease() {
    BlogChange bad = Changes.user("u700", "", 0);
    ChangeHandler slow =
        changes -> {
          clock.pass(Duration.ofSeconds(1));
          if (changes.contains(bad)) {
            throw new MalformedItemException("u700", "As something that it leads to.");
          }
          handled.addAll(changes);
        };
    List<StoredItem> batch = IntStream.range(0, 1_000).mapToObj(n -> user("u" + n)).toList();

    handler(List.of(slow), recorder).handle(batch);

    assertThat(new HashSet<>(handled)).hasSize(999).doesNotContain(bad);
    assertThat(deadLetters).extracting(letter -> letter.key().itemId()).containsExactly("u700");
    assertThat(reports).extracting(BatchReport::deadLetters).containsExactly(1);
    assertThat(failures).isEmpty();
  }

  private int deliveries(BatchHandler handler, List<StoredItem> batch) {
    for (int deliveries = 1; deliveries <= 100; deliveries++) {
      try {
        handler.handle(batch);
        return deliveries;
      } catch (BatchUnfinishedException e) {
        assertThat(e).hasMessageContaining("time limit");
      }
    }
    throw new AssertionError("The batch is redelivered forever.");
  }

  /** Each handled item and each record is a request of 35 ms. */
  @Test
  @Invariant("I10")
  void aBatchWithTooManyBadItemsMakesProgressWithEachDelivery() {
    Duration request = Duration.ofMillis(35);
    List<StoredItem> batch = IntStream.range(0, 1_000).mapToObj(n -> user("u" + n)).toList();
    Set<BlogChange> bad =
        IntStream.range(0, 200)
            .mapToObj(n -> Changes.user("u" + 5 * n, "", 0))
            .collect(Collectors.toSet());
    ChangeHandler slow =
        changes -> {
          clock.pass(request.multipliedBy(changes.size()));
          if (!Collections.disjoint(bad, changes)) {
            throw new MalformedItemException("x", "As something that it leads to.");
          }
          handled.addAll(changes);
        };
    ChangeFeedListener records =
        new ChangeFeedListener() {
          @Override
          public void onDeadLetter(DeadLetter item) {
            clock.pass(request);
          }
        };

    assertThat(deliveries(handler(List.of(slow), recorder, records), batch)).isLessThan(20);

    assertThat(new HashSet<>(handled)).hasSize(800).doesNotContainAnyElementsOf(bad);
    assertThat(deadLetters)
        .extracting(letter -> letter.key().itemId())
        .doesNotHaveDuplicates()
        .hasSize(200);
    assertThat(reports).singleElement().extracting(BatchReport::deadLetters).isEqualTo(200);
  }

  @Test
  @Invariant("I10")
  void aBadItemOfAFailingBatchIsDeadLetteredOnce() {
    AtomicInteger failing = new AtomicInteger(3);
    ChangeHandler renames =
        changes -> {
          if (failing.getAndDecrement() > 0) {
            throw new IllegalStateException("as if Cosmos DB failed");
          }
        };
    BatchHandler handler = handler(List.of(renames), recorder);
    StoredItem bad = item(Map.of("type", "user", "_etag", "1"));

    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> handler.handle(List.of(user("u1"), bad)))
          .hasMessage("as if Cosmos DB failed");
    }
    handler.handle(List.of(user("u1"), bad));

    assertThat(deadLetters).hasSize(1);
    assertThat(reports).singleElement().extracting(BatchReport::deadLetters).isEqualTo(1);
  }

  @Test
  @Invariant("I10")
  void aBadItemIsDeadLetteredAgainAfterItsNextWriteAndInAnotherBatch() {
    AtomicInteger failing = new AtomicInteger(1);
    ChangeHandler renames =
        changes -> {
          if (failing.getAndDecrement() > 0) {
            throw new IllegalStateException("as if Cosmos DB failed");
          }
        };
    BatchHandler handler = handler(List.of(renames), recorder);
    List<StoredItem> written = List.of(user("u1"), item(Map.of("type", "user", "_etag", "2")));

    assertThatThrownBy(
            () -> handler.handle(List.of(user("u1"), item(Map.of("type", "user", "_etag", "1")))))
        .hasMessage("as if Cosmos DB failed");
    handler.handle(written);
    handler.handle(written);

    assertThat(deadLetters).hasSize(3);
  }

  @Test
  void aBadItemIsDeadLetteredAgainAfterARewind() {
    ChangeHandler renames =
        changes -> {
          throw new IllegalStateException("as if Cosmos DB failed");
        };
    BatchHandler handler = handler(List.of(renames), recorder);
    List<StoredItem> batch = List.of(user("u1"), userWithoutId());

    assertThatThrownBy(() -> handler.handle(batch)).hasMessage("as if Cosmos DB failed");
    handler.forget();
    assertThatThrownBy(() -> handler.handle(batch)).hasMessage("as if Cosmos DB failed");

    assertThat(deadLetters).hasSize(2);
  }

  @Test
  void aBatchOnANonBlockingThreadEndsUnhandled() {
    BatchHandler handler = handler(List.of(handled::addAll), recorder);
    Mono<Void> batch = Mono.fromRunnable(() -> handler.handle(List.of(user("u1"))));

    assertThatThrownBy(() -> batch.subscribeOn(Schedulers.parallel()).block())
        .isInstanceOf(BatchUnfinishedException.class);
    assertThat(handled).isEmpty();
    batch.subscribeOn(Schedulers.boundedElastic()).block();

    assertThat(handled).hasSize(1);
    assertThat(failures).isEmpty();
  }

  @Test
  void aBadItemIsDeadLetteredAndTheOthersAreHandled() {
    BatchHandler handler = handler(List.of(handled::addAll), recorder);

    handler.handle(List.of(user("u1"), userWithoutId(), user("u2")));

    assertThat(handled).hasSize(2);
    assertThat(deadLetters)
        .singleElement()
        .extracting(DeadLetter::reason)
        .asString()
        .contains("userId");
    assertThat(reports).singleElement().extracting(BatchReport::changes).isEqualTo(3);
    assertThat(reports).singleElement().extracting(BatchReport::deadLetters).isEqualTo(1);
  }

  @Test
  void aFailureIsReportedAndThrownSoThatTheBatchIsRedelivered() {
    RuntimeException failure = new IllegalStateException("as nobody thought of");
    ChangeHandler failing =
        changes -> {
          throw failure;
        };
    BatchHandler handler = handler(List.of(failing), recorder);

    assertThatThrownBy(() -> handler.handle(List.of(user("u1")))).isSameAs(failure);

    assertThat(failures).containsExactly(failure);
    assertThat(reports).isEmpty();
  }

  /** The SDK would not read its range again, and the watchdog would wait for its end. */
  @Test
  void aBatchThatThrowsAnErrorFailsAndIsNoLongerInFlight() {
    Error error = new StackOverflowError("as of a text that nests too deep");
    ChangeHandler failing =
        changes -> {
          throw error;
        };
    SourceMonitor monitor = Monitors.of(ChangeSource.USERS, recorder);
    BatchHandler handler = handler(List.of(failing), monitor);

    assertThatThrownBy(() -> handler.handle(List.of(user("u1"))))
        .isInstanceOf(RuntimeException.class)
        .hasMessageContaining("StackOverflowError")
        .hasCause(error);

    assertThat(failures).singleElement().extracting(Throwable::getCause).isSameAs(error);
    assertThat(monitor.health().inFlight()).isZero();
    assertThat(monitor.health().failuresInARow()).isOne();
  }

  @Test
  void aListenersErrorDoesNotChangeABatchsOutcome() {
    ChangeFeedListener throwing =
        new ChangeFeedListener() {
          @Override
          public void onBatch(BatchReport report) {
            throw new AssertionError("from the host");
          }

          @Override
          public void onBatchFailed(ChangeSource source, RuntimeException failure) {
            throw new AssertionError("from the host");
          }
        };
    SourceMonitor monitor = Monitors.of(ChangeSource.USERS, throwing);
    RuntimeException failure = new IllegalStateException("as nobody thought of");
    ChangeHandler refusing =
        changes -> {
          if (changes.contains(Changes.user("u2", "", 0))) {
            throw failure;
          }
        };
    BatchHandler handler = handler(List.of(refusing), monitor);

    handler.handle(List.of(user("u1")));
    assertThatThrownBy(() -> handler.handle(List.of(user("u2")))).isSameAs(failure);

    assertThat(monitor.health().batches()).isOne();
    assertThat(monitor.health().inFlight()).isZero();
  }

  /** The batch would be redelivered forever. */
  @Test
  @Invariant("I10")
  void aListenersErrorAtADeadLetterDoesNotAffectBatchOrListeners() {
    ChangeFeedListener throwing =
        new ChangeFeedListener() {
          @Override
          public void onDeadLetter(DeadLetter item) {
            throw new AssertionError("from the host");
          }
        };
    BatchHandler handler = handler(List.of(handled::addAll), throwing, recorder);

    handler.handle(List.of(userWithoutId(), user("u1")));

    assertThat(handled).hasSize(1);
    assertThat(deadLetters).hasSize(1);
    assertThat(reports).hasSize(1);
  }

  @Test
  @Trap(15)
  void anUnreadableItemBlocksOnlyTheChangesThatNeedIt() {
    List<BlogChange> next = new ArrayList<>();
    ChangeHandler readsTheAuthor =
        changes -> {
          if (changes.contains(Changes.user("u2", "", 0))) {
            throw new MalformedItemException("u2", "its 'username' has another type.");
          }
          handled.addAll(changes);
        };
    BatchHandler handler = handler(List.of(readsTheAuthor, next::addAll), recorder);

    handler.handle(List.of(user("u1"), user("u2"), user("u3")));

    assertThat(handled).hasSize(2);
    assertThat(next).as("what the other handlers got").hasSize(3);
    assertThat(deadLetters)
        .singleElement()
        .extracting(letter -> letter.key().itemId())
        .isEqualTo("u2");
    assertThat(reports).singleElement().extracting(BatchReport::deadLetters).isEqualTo(1);
    assertThat(failures).isEmpty();
  }

  @Test
  @Invariant("I10")
  void anItemThatCosmosDbRejectsIsDeadLetteredAndOthersAreHandled() {
    StoreRejectedException tooLarge = mock();
    when(tooLarge.isOfItem()).thenReturn(true);
    when(tooLarge.getMessage()).thenReturn("refused (create in users: status 413, substatus 0)");
    ChangeHandler copies =
        changes -> {
          if (changes.contains(Changes.user("u2", "", 0))) {
            throw tooLarge;
          }
          handled.addAll(changes);
        };

    handler(List.of(copies), recorder).handle(List.of(user("u1"), user("u2"), user("u3")));

    assertThat(handled).hasSize(2);
    assertThat(deadLetters)
        .singleElement()
        .satisfies(item -> assertThat(item.key().itemId()).isEqualTo("u2"))
        .satisfies(item -> assertThat(item.reason()).contains("413"));
  }

  @TestFactory
  @Invariant("I10")
  Stream<DynamicTest> failuresThatNoItemCausesDegradeAtOnceAndDeadLetterNothing() {
    StoreRejectedException query = mock("a query");
    when(query.isOfItem()).thenReturn(false);
    return Stream.of(
            query,
            mock(SchemaMissingException.class),
            mock(SchemaMismatchException.class),
            mock(AccessDeniedException.class),
            mock(ThrottledException.class))
        .map(
            refusal ->
                DynamicTest.dynamicTest(
                    String.valueOf(refusal), () -> assertDeadLettersNothing(refusal)));
  }

  private void assertDeadLettersNothing(RuntimeException refusal) {
    when(refusal.getMessage()).thenReturn("Do this.");
    ChangeHandler failing =
        changes -> {
          throw refusal;
        };
    SourceMonitor monitor = Monitors.of(ChangeSource.USERS, recorder);
    BatchHandler handler = handler(List.of(failing), monitor);

    assertThatThrownBy(() -> handler.handle(List.of(user("u1"), user("u2")))).isSameAs(refusal);

    assertThat(deadLetters).isEmpty();
    assertThat(monitor.health().status()).isEqualTo(HealthStatus.DEGRADED);
    assertThat(monitor.health().problem()).get().asString().contains("Do this.");
  }

  @Test
  void anItemWhoseRecordCannotBeWrittenIsRedeliveredWithItsBatch() {
    DeadLetterSink failing =
        (item, author, failure) -> {
          throw new IllegalStateException("as if it failed");
        };
    SourceMonitor monitor = Monitors.of(ChangeSource.USERS, recorder);
    BatchHandler handler = handler(List.of(handled::addAll), monitor, failing);

    assertThatThrownBy(() -> handler.handle(List.of(userWithoutId(), user("u1"))))
        .hasMessage("as if it failed");

    assertThat(deadLetters).isEmpty();
    assertThat(reports).isEmpty();
  }

  @Test
  void aListenerThatThrowsDoesNotAffectOthers() {
    ChangeFeedListener throwing =
        new ChangeFeedListener() {
          @Override
          public void onBatch(BatchReport report) {
            throw new IllegalStateException("from the host");
          }
        };
    BatchHandler handler = handler(List.of(handled::addAll), throwing, recorder);

    handler.handle(List.of(user("u1")));

    assertThat(reports).hasSize(1);
  }

  /** Records the threads on which parts of a batch are handled, and its end. */
  private static final class ScopedListener implements ChangeFeedListener {
    private final List<ItemVersion> items = new ArrayList<>();
    private final Map<Thread, Integer> open = new ConcurrentHashMap<>();
    private final Queue<Thread> entered = new ConcurrentLinkedQueue<>();
    private final List<Boolean> ends = new ArrayList<>();

    @Override
    public BatchScope begin(ChangeSource source, Stream<ItemVersion> changed) {
      changed.forEach(items::add);
      return new BatchScope() {
        @Override
        public Runnable enter() {
          Thread thread = Thread.currentThread();
          entered.add(thread);
          open.merge(thread, 1, Integer::sum);
          return () -> open.merge(thread, -1, Integer::sum);
        }

        @Override
        public void end(boolean handled) {
          ends.add(handled);
        }
      };
    }
  }

  @Test
  void aScopeIsEnteredOnEachThreadThatHandlesTheBatch() {
    ScopedListener scoped = new ScopedListener();
    ChangeFeedListener failing =
        new ChangeFeedListener() {
          @Override
          public BatchScope begin(ChangeSource source, Stream<ItemVersion> changed) {
            throw new IllegalStateException("from the host");
          }
        };
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      ItemTasks tasks = COSTS.counted(ItemTasks.of(TaskRunner.on(threads, 2)));
      Queue<Integer> seen = new ConcurrentLinkedQueue<>();
      CyclicBarrier both = new CyclicBarrier(2);
      Runnable look =
          () -> {
            meet(both);
            seen.add(scoped.open.getOrDefault(Thread.currentThread(), 0));
          };
      ChangeHandler looking = changes -> tasks.forEach(List.of(look, look), Runnable::run);

      handler(List.of(looking), failing, scoped).handle(List.of(user("u1")));

      assertThat(seen).hasSize(2).allMatch(open -> open > 0);
      assertThat(scoped.entered).hasSize(3).contains(Thread.currentThread());
      assertThat(scoped.open.values()).containsOnly(0);
      assertThat(scoped.ends).containsExactly(true);
      assertThat(scoped.items).isEmpty();
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void aScopeReceivesTheVersionsOfTheItemsAndAFailure() {
    ScopedListener scoped = new ScopedListener();
    ChangeHandler failing =
        changes -> {
          throw new IllegalStateException("told by a test");
        };
    BatchHandler handler = handler(List.of(failing), Monitors.of(ChangeSource.POSTS, scoped));
    List<StoredItem> items =
        List.of(
            item(Map.of("id", "p", "postId", "p", "type", "post", "version", 3)),
            item(Map.of("id", "q", "postId", "q", "type", "post", "deleted", true)),
            item(Map.of("id", "c", "postId", "p", "type", "comment", "editVersion", 2)),
            item(Map.of("id", "damaged")));

    assertThatThrownBy(() -> handler.handle(items)).isInstanceOf(RuntimeException.class);

    assertThat(scoped.items)
        .containsExactly(
            new ItemVersion("p", "p", 3),
            new ItemVersion("q", "q", ItemVersion.DELETED),
            new ItemVersion("p", "c", 2));
    assertThat(scoped.ends).containsExactly(false);
    assertThat(scoped.open.values()).containsOnly(0);
  }

  /** Each task waits for the other, so that they run on two threads. */
  private static void meet(CyclicBarrier both) {
    try {
      both.await(20, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  private static void operationWith(double requestUnits) {
    COSTS.onOperation(
        new OperationReport(
            BlogOperation.WRITE_SUMMARY,
            requestUnits,
            1,
            0,
            Duration.ZERO,
            OperationOutcome.DONE,
            Optional.empty(),
            List.of()));
  }

  @Test
  void aBatchReportsTheCostOfItsOperationsOnAllThreads() {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      ItemTasks tasks = COSTS.counted(ItemTasks.of(TaskRunner.on(threads, 2)));
      ChangeHandler writing =
          changes -> {
            operationWith(1);
            CyclicBarrier both = new CyclicBarrier(2);
            tasks.forEach(
                List.of(2.0, 4.0),
                requestUnits -> {
                  meet(both);
                  operationWith(requestUnits);
                });
          };
      BatchHandler handler = handler(List.of(writing), recorder);
      handler.handle(List.of(user("user-ann")));
      operationWith(8);
      handler.handle(List.of(user("user-bob")));
      assertThat(reports).extracting(BatchReport::cost).containsOnly(new Usage(3, 7)).hasSize(2);
    } finally {
      threads.shutdown();
    }
  }
}
