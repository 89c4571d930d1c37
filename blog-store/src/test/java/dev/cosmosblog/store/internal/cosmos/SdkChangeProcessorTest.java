package dev.cosmosblog.store.internal.cosmos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.azure.cosmos.ChangeFeedProcessor;
import com.azure.cosmos.CosmosAsyncContainer;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.testing.Trap;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

class SdkChangeProcessorTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final ChangeFeedProcessor sdk = mock();
  private final CosmosAsyncContainer container = mock();
  private final SdkChangeProcessor processor =
      new SdkChangeProcessor(sdk, container, container, "blog-", "host");

  @Test
  @Trap(15)
  void stoppingAProcessorThatNeverRanIsHarmless() {
    when(sdk.stop()).thenThrow(new IllegalStateException("has not fully started"));

    assertThatCode(() -> processor.stop(PATIENCE)).doesNotThrowAnyException();
  }

  @Test
  void anInterruptedThreadStopsTheProcessorAllTheSame() {
    when(sdk.stop()).thenReturn(Mono.never());
    Thread.currentThread().interrupt();

    processor.stop(PATIENCE);

    assertThat(Thread.interrupted()).as("still interrupted").isTrue();
    verify(sdk).stop();
  }

  @Test
  void aStopThatFailsOrTakesTooLongIsNotThrown() {
    when(sdk.stop())
        .thenReturn(Mono.error(new IllegalArgumentException("as if a lease was gone")))
        .thenReturn(Mono.never());

    assertThatCode(() -> processor.stop(PATIENCE)).doesNotThrowAnyException();
    assertThatCode(() -> processor.stop(Duration.ZERO)).doesNotThrowAnyException();
  }

  @Test
  void anExceptionOfTheSdkBecomesOneOfTheLibrary() {
    IllegalArgumentException failure = new IllegalArgumentException("from the SDK");
    when(sdk.start()).thenReturn(Mono.error(failure));
    when(sdk.getCurrentState()).thenReturn(Mono.error(failure));

    assertThatThrownBy(processor::start)
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("start the change feed");
    assertThatThrownBy(processor::states)
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("lag");
  }
}
