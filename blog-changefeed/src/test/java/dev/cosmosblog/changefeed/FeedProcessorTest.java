package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.azure.cosmos.ChangeFeedProcessor;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.testing.Trap;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

class FeedProcessorTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final ChangeFeedProcessor sdk = mock();
  private final InFlight inFlight = new InFlight();
  private final FeedProcessor processor = new FeedProcessor(() -> sdk, inFlight);

  @Test
  @Trap(15)
  void stoppingWhatNeverCameToRunIsHarmless() {
    when(sdk.stop()).thenThrow(new IllegalStateException("has not fully started"));

    assertThat(processor.stop(PATIENCE)).isTrue();
  }

  @Test
  @Trap(15)
  void whatIsStoppedWhileItStartsDoesNotRunOnAndKeepTheLeases() {
    AtomicBoolean running = new AtomicBoolean();
    when(sdk.stop()).thenAnswer(call -> Mono.fromRunnable(() -> running.set(false)));
    when(sdk.start())
        .thenReturn(
            Mono.fromRunnable(
                () -> {
                  processor.stop(PATIENCE);
                  running.set(true);
                }));

    processor.start();

    assertThat(running).as("the SDK's processor runs").isFalse();
  }

  @Test
  void anInterruptedThreadStopsTheProcessorAllTheSame() {
    when(sdk.stop()).thenReturn(Mono.never());
    Thread.currentThread().interrupt();

    inFlight.run(() -> assertThat(processor.stop(PATIENCE)).isFalse());

    assertThat(Thread.interrupted()).as("still interrupted").isTrue();
    verify(sdk).stop();
  }

  @Test
  void aStopThatFailsOrTakesTooLongIsNotPassedOn() {
    when(sdk.stop()).thenReturn(Mono.error(new IllegalArgumentException("as if a lease was gone")));

    assertThat(processor.stop(Duration.ZERO)).isTrue();
  }

  @Test
  void whatTheSdkThrowsAtTheStartIsOneOfOurs() {
    IllegalArgumentException failure = new IllegalArgumentException("from the SDK");
    when(sdk.start()).thenReturn(Mono.error(failure));
    when(sdk.getCurrentState()).thenReturn(Mono.error(failure));

    assertThatThrownBy(processor::start)
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("start the change feed");
    assertThatThrownBy(processor::state)
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("lag");
  }
}
