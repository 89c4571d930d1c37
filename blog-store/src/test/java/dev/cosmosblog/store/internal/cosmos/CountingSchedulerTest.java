package dev.cosmosblog.store.internal.cosmos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

/** Requests that continue on the scheduler after their response, like the SDK's polls. */
class CountingSchedulerTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration SHORT = Duration.ofMillis(50);

  private final CountingScheduler scheduler =
      new CountingScheduler(Schedulers.newBoundedElastic(2, 10, "counted"));

  @AfterEach
  void dispose() {
    scheduler.dispose();
    assertThat(scheduler.isDisposed()).isTrue();
  }

  private boolean quiet(Duration timeout) throws InterruptedException {
    return scheduler.awaitNone(System.nanoTime(), timeout);
  }

  @Test
  void aRequestIsInFlightUntilItsResponse() throws InterruptedException {
    Sinks.Many<String> answers = Sinks.many().unicast().onBackpressureBuffer();
    assertThat(quiet(Duration.ZERO)).as("before").isTrue();
    CompletableFuture<String> answer =
        answers.asFlux().publishOn(scheduler).take(1).next().toFuture();
    assertThat(quiet(SHORT)).as("under way").isFalse();

    CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS)
        .execute(() -> answers.tryEmitNext("page"));

    assertThat(quiet(PATIENCE)).as("answered").isTrue();
    assertThat(answer.join()).isEqualTo("page");
  }

  @Test
  void aFailedOrCancelledRequestIsNotInFlight() throws InterruptedException {
    Flux.error(new IllegalStateException("refused"))
        .publishOn(scheduler)
        .onErrorComplete()
        .blockLast(PATIENCE);
    assertThat(quiet(PATIENCE)).as("failed").isTrue();

    Disposable request = Flux.never().publishOn(scheduler).subscribe();
    Disposable other = Flux.never().publishOn(scheduler).subscribe();
    request.dispose();
    request.dispose();
    assertThat(quiet(SHORT)).as("one of two is cancelled").isFalse();
    other.dispose();
    assertThat(quiet(PATIENCE)).as("both are").isTrue();
  }

  @Test
  void theWaitContinuesUntilItsTimeEvenWithoutARequest() throws InterruptedException {
    long after = System.nanoTime() + SHORT.toNanos();
    assertThat(scheduler.awaitNone(after, Duration.ZERO)).isFalse();

    assertThat(scheduler.awaitNone(after, PATIENCE)).isTrue();
    assertThat(System.nanoTime() - after).isNotNegative();
  }
}
