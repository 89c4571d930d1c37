package dev.cosmosblog.changefeed.internal.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.store.spi.HostThreads;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
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

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(20, TimeUnit.SECONDS)).as("three at once").isTrue();
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
