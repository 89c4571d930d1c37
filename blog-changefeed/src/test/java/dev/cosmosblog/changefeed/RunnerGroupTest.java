package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import com.azure.cosmos.CosmosContainer;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.changefeed.internal.handler.BlogChange;
import dev.cosmosblog.changefeed.internal.handler.ChangeHandler;
import dev.cosmosblog.changefeed.internal.handler.ChangeHandlers;
import dev.cosmosblog.changefeed.internal.handler.Changes;
import dev.cosmosblog.changefeed.internal.handler.TimeLimit;
import dev.cosmosblog.changefeed.internal.handler.ViewCalls;
import dev.cosmosblog.changefeed.internal.handler.ViewHandler;
import dev.cosmosblog.changefeed.internal.handler.ViewedChangeReader;
import dev.cosmosblog.changefeed.internal.processor.BatchHandler;
import dev.cosmosblog.changefeed.internal.processor.ChangeFeedProcessorRunner;
import dev.cosmosblog.changefeed.internal.processor.CostMeter;
import dev.cosmosblog.changefeed.internal.processor.Deadline;
import dev.cosmosblog.changefeed.internal.processor.Monitors;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.spi.ChangeProcessor;
import dev.cosmosblog.testsupport.Invariant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The two runners of a view that follows users, too: they share one handler. */
class RunnerGroupTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final CostMeter COSTS =
      new CostMeter(
          BlogDatabase.builder()
              .containers(
                  mock(CosmosContainer.class),
                  mock(CosmosContainer.class),
                  mock(CosmosContainer.class))
              .build());

  private final SteppedClock clock = new SteppedClock();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch ends = new CountDownLatch(1);
  private final AtomicBoolean interrupted = new AtomicBoolean();
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private final ViewHandler view =
      new ViewHandler(
          posts -> handlePosts(),
          new ViewCalls(
              "tags",
              thread,
              new ReentrantLock(),
              new TimeLimit(clock, PATIENCE),
              UnaryOperator.identity()),
          new ViewedChangeReader(mock(), clock, Duration.ZERO),
          mock(),
          new ViewHandler.Bounds(new TimeLimit(clock, PATIENCE), 10));
  private final List<Consumer<List<StoredItem>>> batches = new ArrayList<>();

  private void handlePosts() {
    begun.countDown();
    try {
      ends.await();
    } catch (InterruptedException e) {
      interrupted.set(true);
    }
    interrupted.compareAndSet(false, Thread.interrupted());
  }

  private ChangeFeedProcessorRunner runner(ChangeSource source, ChangeHandler also) {
    ChangeProcessor processor = mock();
    return new ChangeFeedProcessorRunner(
        handler -> {
          batches.add(handler);
          return processor;
        },
        new BatchHandler(
            new ChangeHandlers(BlogChange::readForView, List.of(view, also)),
            Monitors.of(source, clock),
            mock(),
            COSTS,
            new TimeLimit(clock, PATIENCE)),
        mock(),
        Optional::empty);
  }

  /** By then the runner of users has stopped. */
  private final ChangeHandler whenPostsAreStopped =
      new ChangeHandler() {
        @Override
        public void handle(List<BlogChange> changes) {}

        @Override
        public void stopWaiting() {
          ends.countDown();
        }
      };

  @Test
  @Invariant("I15")
  void theStopOfOneRunnerDoesNotInterruptTheBatchOfTheOther() throws Exception {
    RunnerGroup group =
        new RunnerGroup(
            List.of(
                runner(ChangeSource.USERS, changes -> {}),
                runner(ChangeSource.POSTS, whenPostsAreStopped)),
            Duration.ofMillis(1));
    StoredItem post =
        new ObjectMapper().convertValue(Changes.postItem("p1", 1, 1), StoredItem.class);
    CompletableFuture<Void> batch =
        CompletableFuture.runAsync(() -> batches.get(1).accept(List.of(post)));
    begun.await();

    assertThat(group.stop(Deadline.after(PATIENCE))).as("the batch ended in time").isTrue();

    batch.get(1, TimeUnit.MINUTES);
    assertThat(interrupted).as("interrupted").isFalse();
    assertThat(thread.isShutdown()).as("closed after the last").isTrue();
  }
}
