package dev.cosmosblog.store.internal.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.BatchResult;
import dev.cosmosblog.store.internal.cosmos.WriteResult;
import dev.cosmosblog.store.internal.item.ReactionKind;
import dev.cosmosblog.store.internal.repository.ReactionBatches.Reaction;
import dev.cosmosblog.store.spi.Environment;
import dev.cosmosblog.store.spi.ItemWrite;
import java.util.AbstractList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReactionBatchesTest {
  private static final BatchResult DONE = new BatchResult(WriteResult.DONE, -1);

  private final ItemContainer posts = mock();
  private final DatabaseAccess database = mock();
  private final CountDownLatch firstIsSent = new CountDownLatch(1);
  private final CountDownLatch firstMayEnd = new CountDownLatch(1);
  private final ExecutorService callers = Executors.newCachedThreadPool();

  @AfterEach
  void endTheCallers() {
    callers.shutdownNow();
  }

  private static Call call() {
    Call call = mock();
    when(call.nanosForRetries()).thenReturn(TimeUnit.MINUTES.toNanos(1));
    when(call.shared()).thenReturn(call);
    return call;
  }

  private static Reaction reaction(String id, List<ItemWrite> writes) {
    return new Reaction(ReactionKind.LIKE, 1, id, writes, 100);
  }

  private static List<ItemWrite> like(String id) {
    return List.of(new ItemWrite.Delete(id, null));
  }

  /** As when the memory is exhausted. */
  private static List<ItemWrite> failing() {
    return new AbstractList<>() {
      @Override
      public ItemWrite get(int index) {
        throw new OutOfMemoryError("planted");
      }

      @Override
      public int size() {
        throw new OutOfMemoryError("planted");
      }
    };
  }

  @Test
  void anErrorWhileAGroupIsFormedEndsTheWaitOfItsMembers() throws Exception {
    when(database.posts()).thenReturn(posts);
    when(database.environment()).thenReturn(Environment.SYSTEM);
    when(posts.batch(any(), any(), any()))
        .thenAnswer(
            first -> {
              firstIsSent.countDown();
              firstMayEnd.await();
              return DONE;
            })
        .thenReturn(DONE);
    ReactionBatches batches = new ReactionBatches(database);

    Future<BatchResult> first = callers.submit(() -> write(batches, "first", like("first")));
    firstIsSent.await();
    Future<BatchResult> leader = joined(batches, "leader", like("leader"));
    Future<BatchResult> member = joined(batches, "member", like("member"));
    Future<BatchResult> failing = joined(batches, "failing", failing());
    firstMayEnd.countDown();

    assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo(DONE);
    assertThatThrownBy(() -> leader.get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(OutOfMemoryError.class);
    assertThat(member.get(30, TimeUnit.SECONDS)).as("sent alone").isEqualTo(DONE);
    assertThatThrownBy(() -> failing.get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(OutOfMemoryError.class);
  }

  private BatchResult write(ReactionBatches batches, String id, List<ItemWrite> writes) {
    return batches.write("post", reaction(id, writes), call());
  }

  /** Returns once the caller waits in the queue. */
  private Future<BatchResult> joined(ReactionBatches batches, String id, List<ItemWrite> writes) {
    CountDownLatch begun = new CountDownLatch(1);
    Thread[] thread = new Thread[1];
    Future<BatchResult> result =
        callers.submit(
            () -> {
              thread[0] = Thread.currentThread();
              begun.countDown();
              return write(batches, id, writes);
            });
    await().until(() -> begun.getCount() == 0);
    await().until(() -> thread[0].getState() == Thread.State.TIMED_WAITING);
    return result;
  }
}
