package dev.cosmosblog.examples.blog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WorkersTest {
  @Test
  void resultsHaveTheOrderOfTheInputs() throws InterruptedException {
    List<Integer> results = new ArrayList<>();
    try (Workers workers = new Workers(4)) {
      workers.inOrder(IntStream.range(0, 1_000).iterator(), i -> i * 2, results::add);
    }
    assertThat(results).isEqualTo(IntStream.range(0, 1_000).map(i -> i * 2).boxed().toList());
  }

  @Test
  void allThreadsRunConcurrently() throws InterruptedException {
    CyclicBarrier together = new CyclicBarrier(4);
    List<Integer> arrived = new ArrayList<>();
    try (Workers workers = new Workers(4)) {
      workers.inOrder(List.of(1, 2, 3, 4).iterator(), i -> await(together), arrived::add);
    }
    assertThat(arrived).containsExactlyInAnyOrder(0, 1, 2, 3);
  }

  private static int await(CyclicBarrier barrier) {
    try {
      return barrier.await(30, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aFailureEndsTheWork() {
    try (Workers workers = new Workers(2)) {
      assertThatThrownBy(
              () -> workers.forEach(List.of(1, 0).iterator(), i -> assertThat(1 / i).isOne()))
          .isInstanceOf(ArithmeticException.class);
    }
  }
}
