package dev.cosmosblog.changefeed.internal.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import dev.cosmosblog.store.internal.kernel.CopyWrites;
import dev.cosmosblog.testing.Trap;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RenameSpreaderTest {
  private static final int THREADS = 4;
  private static final UserId USER = UserId.of("u1");
  private static final VersionedName NAME = new VersionedName("New", 1);

  private final List<AuthoredItem> items =
      IntStream.range(0, 40).mapToObj(n -> new AuthoredItem("c" + n, "p" + n, "comment")).toList();
  private final Set<AuthoredItem> written = ConcurrentHashMap.newKeySet();
  private final CopyWrites copies = mock();
  private final RenameSpreader spreader =
      new RenameSpreader(
          copies,
          (item, failure) -> {},
          progress -> {},
          Clock.systemUTC(),
          RenameSpreader.threads(THREADS));

  @BeforeEach
  void onePageOfItems() {
    doAnswer(
            call -> {
              Consumer<List<AuthoredItem>> action = call.getArgument(2);
              action.accept(items);
              return null;
            })
        .when(copies)
        .eachWithOlderName(eq(USER), eq(NAME), any());
  }

  @AfterEach
  void end() {
    spreader.close();
  }

  private void spread() {
    spreader.spread(USER, NAME, Instant.MAX);
  }

  @Test
  void asManyItemsAreWrittenAtOnceAsThereAreThreadsAndAllAreWrittenWhenItReturns() {
    CyclicBarrier atOnce = new CyclicBarrier(THREADS);
    when(copies.copyName(any(), any()))
        .thenAnswer(
            call -> {
              await(atOnce);
              return written.add(call.getArgument(0));
            });

    spread();

    assertThat(written).containsExactlyInAnyOrderElementsOf(items);
  }

  private static void await(CyclicBarrier barrier) throws Exception {
    try {
      barrier.await(1, TimeUnit.MINUTES);
    } catch (BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  @Trap(15)
  void aFailureIsThrownOnlyWhenNoWriteIsUnderWayAnyMore() {
    RuntimeException failure = new IllegalStateException("as it happens");
    when(copies.copyName(any(), any()))
        .thenAnswer(
            call -> {
              if (items.get(0).equals(call.getArgument(0))) {
                throw failure;
              }
              return written.add(call.getArgument(0));
            });

    assertThatThrownBy(this::spread).isSameAs(failure);

    assertThat(written).hasSize(items.size() - 1);
  }

  @Test
  @Trap(15)
  void onceClosedNothingIsWrittenAnyMore() {
    spreader.close();

    assertThatThrownBy(this::spread).isInstanceOf(RejectedExecutionException.class);
    assertThat(written).isEmpty();
  }
}
