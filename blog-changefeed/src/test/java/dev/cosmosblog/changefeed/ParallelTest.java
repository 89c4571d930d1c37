package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmosblog.testing.Trap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ParallelTest {
  private static final int THREADS = 4;

  private final ExecutorService threads = Parallel.threads(THREADS);
  private final Parallel parallel = new Parallel(threads);
  private final List<Integer> inputs = IntStream.range(0, 40).boxed().toList();

  @AfterEach
  void end() {
    threads.shutdown();
  }

  @Test
  void asManyAreDoneAtOnceAsThereAreThreadsAndAllAreDoneWhenItReturns() {
    CyclicBarrier atOnce = new CyclicBarrier(THREADS);
    Set<Integer> done = ConcurrentHashMap.newKeySet();

    parallel.forEach(
        inputs,
        input -> {
          await(atOnce);
          done.add(input);
        });

    assertThat(done).containsExactlyInAnyOrderElementsOf(inputs);
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(1, TimeUnit.MINUTES);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  @Trap(15)
  void aFailureIsThrownWhenNothingIsUnderWayAnyMore() {
    Set<Integer> done = ConcurrentHashMap.newKeySet();
    RuntimeException failure = new IllegalStateException("as it happens");

    assertThatThrownBy(
            () ->
                parallel.forEach(
                    inputs,
                    input -> {
                      if (input == 0) {
                        throw failure;
                      }
                      done.add(input);
                    }))
        .isSameAs(failure);

    assertThat(done).hasSize(inputs.size() - 1);
  }
}
