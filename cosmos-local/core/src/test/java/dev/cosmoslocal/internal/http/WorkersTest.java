package dev.cosmoslocal.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmoslocal.internal.budget.Cancellation;
import dev.cosmoslocal.internal.exchange.WorkKind;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WorkersTest {
  private static final int MANY = 270;

  @Test
  void waitingWritersDoNotBlockQueries() throws InterruptedException {
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch written = new CountDownLatch(MANY);
    CountDownLatch queried = new CountDownLatch(1);
    try (Workers workers = new Workers()) {
      for (int i = 0; i < MANY; i++) {
        workers.run(
            WorkKind.BLOCKING,
            new Cancellation(),
            () -> {
              await(held);
              written.countDown();
            });
      }
      workers.run(WorkKind.LONG, new Cancellation(), queried::countDown);
      assertThat(queried.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(written.getCount()).isEqualTo(MANY);
      held.countDown();
      assertThat(written.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
