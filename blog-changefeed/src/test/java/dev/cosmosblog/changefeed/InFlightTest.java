package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmosblog.testing.Trap;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class InFlightTest {
  private final InFlight inFlight = new InFlight();

  @Test
  @Trap(15)
  void closingWaitsForTheBatchInFlight() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    AtomicBoolean ended = new AtomicBoolean();
    CompletableFuture<Void> batch =
        CompletableFuture.runAsync(
            () ->
                inFlight.run(
                    () -> {
                      begun.countDown();
                      await(end);
                      ended.set(true);
                    }));
    begun.await();
    inFlight.close();

    assertThat(inFlight.awaitNone(Duration.ofMillis(10))).as("while it runs").isFalse();
    end.countDown();
    assertThat(inFlight.awaitNone(Duration.ofMinutes(1))).as("when it may end").isTrue();
    assertThat(ended).isTrue();
    batch.join();
  }

  @Test
  void onceClosedNoBatchBegins() {
    inFlight.close();

    assertThatThrownBy(() -> inFlight.run(() -> {})).isInstanceOf(CancellationException.class);
  }

  @Test
  void aBatchThatThrowsIsNoLongerInFlight() throws InterruptedException {
    assertThatThrownBy(
            () ->
                inFlight.run(
                    () -> {
                      throw new IllegalStateException("a handler failed");
                    }))
        .isInstanceOf(IllegalStateException.class);

    assertThat(inFlight.awaitNone(Duration.ZERO)).isTrue();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
