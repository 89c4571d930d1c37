package dev.cosmosblog.changefeed.internal.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.store.spi.HostThreads;
import dev.cosmosblog.store.spi.TaskRunner;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ItemTasksTest {
  private final ItemTasks tasks = ItemTasks.of(new HostThreads() {}.tasks(3));

  @AfterEach
  void close() {
    tasks.close();
  }

  @Test
  void theNumberOfParallelItemsIsLimited() throws InterruptedException {
    CountDownLatch three = new CountDownLatch(3);
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    tasks.forEach(
        IntStream.range(0, 12).boxed().toList(),
        item -> {
          most.accumulateAndGet(now.incrementAndGet(), Math::max);
          three.countDown();
          await(three);
          now.decrementAndGet();
        });

    assertThat(most).hasValue(3);
  }

  @Test
  void batchesOfDifferentRangesDoNotShareTheLimit() {
    CountDownLatch six = new CountDownLatch(6);
    Runnable batch =
        () ->
            tasks.forEach(
                List.of(1, 2, 3),
                item -> {
                  six.countDown();
                  await(six);
                });

    CompletableFuture.allOf(CompletableFuture.runAsync(batch), CompletableFuture.runAsync(batch))
        .join();

    assertThat(six.getCount()).isZero();
  }

  @Test
  void aBatchContinuesOnItsOwnThreadIfAllOthersAreBusy() {
    ItemTasks many = ItemTasks.of(new HostThreads() {}.tasks(300));
    CountDownLatch busy = new CountDownLatch(257);
    CountDownLatch free = new CountDownLatch(1);
    Set<Thread> used = ConcurrentHashMap.newKeySet();
    CompletableFuture<Void> other =
        CompletableFuture.runAsync(
            () ->
                many.forEach(
                    IntStream.range(0, 300).boxed().toList(),
                    item -> {
                      busy.countDown();
                      await(free);
                    }));
    await(busy);

    many.forEach(List.of(1, 2, 3), item -> used.add(Thread.currentThread()));

    assertThat(used).containsExactly(Thread.currentThread());
    free.countDown();
    other.join();
    many.close();
  }

  @Test
  void noBatchStartsAfterTheEnd() {
    tasks.close();

    assertThatThrownBy(() -> tasks.forEach(List.of(1, 2), item -> {}))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage("The host is closed.");
  }

  /** The batch is redelivered then, and must not be handled twice at the same time. */
  @Test
  void anErrorOnTheThreadOfTheBatchIsThrownWhenTheOthersHaveEnded() {
    Thread ofBatch = Thread.currentThread();
    CyclicBarrier two = new CyclicBarrier(2);
    AtomicInteger done = new AtomicInteger();

    assertThatThrownBy(
            () ->
                tasks.forEach(
                    List.of(1, 2),
                    item -> {
                      meet(two);
                      if (Thread.currentThread() == ofBatch) {
                        throw new StackOverflowError("of a test");
                      }
                      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
                      done.incrementAndGet();
                    }))
        .isInstanceOf(StackOverflowError.class);

    assertThat(done).hasValue(1);
  }

  @Test
  void aBatchWhoseThreadsAreRejectedEndsAfterThoseThatRun() {
    CountDownLatch started = new CountDownLatch(1);
    AtomicInteger accepted = new AtomicInteger();
    AtomicInteger done = new AtomicInteger();
    ExecutorService one =
        new ThreadPoolExecutor(0, 9, 1, TimeUnit.SECONDS, new SynchronousQueue<>()) {
          @Override
          public void execute(Runnable work) {
            if (accepted.getAndIncrement() > 0) {
              await(started);
              throw new RejectedExecutionException("of a test");
            }
            super.execute(work);
          }
        };

    assertThatThrownBy(
            () ->
                ItemTasks.of(TaskRunner.on(one, 3))
                    .forEach(
                        List.of(1, 2, 3),
                        item -> {
                          started.countDown();
                          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
                          done.incrementAndGet();
                        }))
        .isInstanceOf(RejectedExecutionException.class);

    assertThat(done).hasValue(1);
    one.shutdown();
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).as("all at once").isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void theOthersAreDoneBeforeAFailureIsThrown() {
    Queue<Integer> done = new ConcurrentLinkedQueue<>();

    assertThatThrownBy(
            () ->
                tasks.forEach(
                    List.of(1, 2, 3, 4, 5),
                    item -> {
                      if (item == 2) {
                        throw new MalformedItemException("2", "it is bad.");
                      }
                      done.add(item);
                    }))
        .isInstanceOf(MalformedItemException.class);

    assertThat(done).containsExactlyInAnyOrder(1, 3, 4, 5);
  }

  /** Either failure causes a redelivery, but the one that an operator can fix must be reported. */
  @Test
  void anUnfinishedBatchIsThrownBeforeOtherFailures() {
    IllegalStateException throttled = new IllegalStateException("throttled");

    assertThatThrownBy(
            () ->
                ItemTasks.IN_ORDER.forEach(
                    List.of(1, 2, 3),
                    item -> {
                      throw switch (item) {
                        case 1 -> new MalformedItemException("1", "it is bad.");
                        case 2 -> new BatchUnfinishedException("It takes long.");
                        default -> throttled;
                      };
                    }))
        .isSameAs(throttled);
  }

  @Test
  void aFailureThatIsNotAnItemsFaultIsThrownFirst() {
    IllegalStateException unavailable = new IllegalStateException("unavailable");

    assertThatThrownBy(
            () ->
                tasks.forEach(
                    List.of(1, 2, 3),
                    item -> {
                      throw item == 3 ? unavailable : new MalformedItemException("1", "it is bad.");
                    }))
        .isSameAs(unavailable);
  }
}
