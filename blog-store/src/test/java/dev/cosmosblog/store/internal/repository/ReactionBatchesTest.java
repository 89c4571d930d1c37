package dev.cosmosblog.store.internal.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.cosmosblog.store.error.ThrottledException;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.BatchResult;
import dev.cosmosblog.store.internal.cosmos.WriteResult;
import dev.cosmosblog.store.internal.item.ReactionKind;
import dev.cosmosblog.store.internal.repository.ReactionBatches.Reaction;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.spi.Environment;
import dev.cosmosblog.store.spi.ItemWrite;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReactionBatchesTest {
  private static final BatchResult DONE = new BatchResult(WriteResult.DONE, -1);

  private final ItemContainer posts = mock();
  private final DatabaseAccess database = mock();
  private final CountDownLatch firstIsSent = new CountDownLatch(1);
  private final CountDownLatch firstMayEnd = new CountDownLatch(1);
  private final ExecutorService callers = Executors.newCachedThreadPool();
  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
  private final List<String> sent = new CopyOnWriteArrayList<>();

  /** The thread that joined last. */
  private volatile Thread waiting;

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

  /** Answers batches in turn, the first when it may end, and those after the last with DONE. */
  private ReactionBatches batches() {
    when(database.posts()).thenReturn(posts);
    when(database.environment()).thenReturn(Environment.SYSTEM);
    when(posts.batch(any(), any(), any()))
        .thenAnswer(
            call -> {
              List<ItemWrite> writes = call.getArgument(1);
              sent.add(
                  writes.stream()
                      .filter(ItemWrite.Delete.class::isInstance)
                      .map(write -> ((ItemWrite.Delete) write).id())
                      .collect(Collectors.joining(" ")));
              if (sent.size() == 1) {
                firstIsSent.countDown();
                firstMayEnd.await();
              }
              Answer answer = answers.poll();
              return answer == null ? DONE : answer.to(writes);
            });
    return new ReactionBatches(database);
  }

  @FunctionalInterface
  private interface Answer {
    BatchResult to(List<ItemWrite> writes) throws InterruptedException;
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
    ReactionBatches batches = batches();

    Future<BatchResult> first = callers.submit(() -> write(batches, "first", like("first")));
    firstIsSent.await();
    Future<BatchResult> leader = joined(batches, "leader", like("leader"), call());
    Future<BatchResult> member = joined(batches, "member", like("member"), call());
    Future<BatchResult> failing = joined(batches, "failing", failing(), call());
    firstMayEnd.countDown();

    assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo(DONE);
    assertThatThrownBy(() -> leader.get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(OutOfMemoryError.class);
    assertThat(member.get(30, TimeUnit.SECONDS)).as("sent alone").isEqualTo(DONE);
    assertThatThrownBy(() -> failing.get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(OutOfMemoryError.class);
  }

  @Test
  void anErrorBeforeACallerLeadsOrWhileItWaitsLeavesTheOthersALeader() throws Exception {
    ReactionBatches batches = batches();
    Call exhausted = call();
    when(exhausted.shared()).thenThrow(new OutOfMemoryError("planted"));
    assertThatThrownBy(() -> batches.write("post", reaction("x", like("x")), exhausted))
        .hasMessage("planted");
    Future<BatchResult> first = callers.submit(() -> write(batches, "first", like("first")));
    firstIsSent.await();
    Call failing = call();
    when(failing.nanosForRetries()).thenThrow(new OutOfMemoryError("planted"));
    assertThatThrownBy(() -> batches.write("post", reaction("y", like("y")), failing))
        .hasMessage("planted");
    firstMayEnd.countDown();

    assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo(DONE);
    Future<BatchResult> last = callers.submit(() -> write(batches, "last", like("last")));
    assertThat(last.get(30, TimeUnit.SECONDS)).isEqualTo(DONE);
    assertThat(sent).containsExactly("first", "last");
  }

  @Test
  void aReactionCanBeRemovedFromAHiddenPost() {
    List<String> conditions = new ArrayList<>();
    ReactionBatches batches = batches();
    firstMayEnd.countDown();
    answers.add(
        writes -> {
          conditions.add(((ItemWrite.Patch) writes.get(writes.size() - 1)).condition());
          return DONE;
        });

    write(batches, "first", like("first"));

    assertThat(conditions).containsExactly(QueryTexts.IS_LIVE_POST);
  }

  private BatchResult write(ReactionBatches batches, String id, List<ItemWrite> writes) {
    return batches.write("post", reaction(id, writes), call());
  }

  /** Returns once the caller waits in the queue. */
  private Future<BatchResult> joined(
      ReactionBatches batches, String id, List<ItemWrite> writes, Call call) {
    CountDownLatch begun = new CountDownLatch(1);
    Future<BatchResult> result =
        callers.submit(
            () -> {
              waiting = Thread.currentThread();
              begun.countDown();
              return batches.write("post", reaction(id, writes), call);
            });
    await().atMost(Duration.ofSeconds(30)).until(() -> begun.getCount() == 0);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
    return result;
  }

  @Test
  void theMembersOfARefusedGroupSendSeparatelyIfTheResponseNamesNoOperation() throws Exception {
    ReactionBatches batches = batches();
    answers.add(writes -> DONE);
    answers.add(writes -> new BatchResult(WriteResult.EXISTS, -1));

    Future<BatchResult> first = callers.submit(() -> write(batches, "first", like("first")));
    firstIsSent.await();
    Future<BatchResult> leader = joined(batches, "leader", like("leader"), call());
    Future<BatchResult> member = joined(batches, "member", like("member"), call());
    firstMayEnd.countDown();

    first.get(30, TimeUnit.SECONDS);
    assertThat(leader.get(30, TimeUnit.SECONDS)).isEqualTo(DONE);
    assertThat(member.get(30, TimeUnit.SECONDS)).isEqualTo(DONE);
    assertThat(sent).containsExactlyInAnyOrder("first", "leader member", "leader", "member");
  }

  /** The leader's batch may have been applied, so a failure of the member's own may not deny it. */
  @Test
  void aMemberOfAThrottledGroupThatMayBeWrittenSaysSo() throws Exception {
    ReactionBatches batches = batches();
    Call shared = call();
    when(shared.leftUnknown()).thenReturn(true);
    Call leading = call();
    when(leading.shared()).thenReturn(shared);
    Call member = call();
    answers.add(writes -> DONE);
    answers.add(
        writes -> {
          throw mock(ThrottledException.class);
        });

    Future<BatchResult> first = callers.submit(() -> write(batches, "first", like("first")));
    firstIsSent.await();
    Future<BatchResult> leader = joined(batches, "leader", like("leader"), leading);
    Future<BatchResult> other = joined(batches, "member", like("member"), member);
    firstMayEnd.countDown();

    first.get(30, TimeUnit.SECONDS);
    leader.get(30, TimeUnit.SECONDS);
    assertThat(other.get(30, TimeUnit.SECONDS)).isEqualTo(DONE);
    verify(member).mayBeDone();
  }

  /** Its caller knows that it may be written, and may have undone it since. */
  @Test
  void aMemberThatLeftIsNotSentAgainWithItsGroup() throws Exception {
    ReactionBatches batches = batches();
    CountDownLatch groupIsSent = new CountDownLatch(1);
    CountDownLatch groupMayEnd = new CountDownLatch(1);
    answers.add(writes -> DONE);
    answers.add(
        writes -> {
          groupIsSent.countDown();
          groupMayEnd.await();
          // Refuses the second of three likes.
          return new BatchResult(WriteResult.EXISTS, 1);
        });
    Call leaving = call();

    Future<BatchResult> first = callers.submit(() -> write(batches, "first", like("first")));
    firstIsSent.await();
    Future<BatchResult> leader = joined(batches, "leader", like("leader"), call());
    Future<BatchResult> refused = joined(batches, "refused", like("refused"), call());
    Future<BatchResult> left = joined(batches, "left", like("left"), leaving);
    firstMayEnd.countDown();
    groupIsSent.await();
    waiting.interrupt();
    assertThat(left.get(30, TimeUnit.SECONDS)).as("sent alone").isEqualTo(DONE);
    verify(leaving).mayBeDone();
    groupMayEnd.countDown();

    assertThat(leader.get(30, TimeUnit.SECONDS)).isEqualTo(DONE);
    assertThat(refused.get(30, TimeUnit.SECONDS).result()).isEqualTo(WriteResult.EXISTS);
    assertThat(sent).containsExactly("first", "leader refused left", "left", "leader");
  }
}
