package dev.cosmosblog.store.internal.cosmos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.azure.cosmos.ChangeFeedProcessor;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.ChangeFeedProcessorItem;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.cosmosblog.store.error.SdkFailureException;
import dev.cosmosblog.store.internal.cosmos.SdkChangeProcessor.Configured;
import dev.cosmosblog.store.internal.cosmos.SdkChangeProcessor.Pace;
import dev.cosmosblog.store.internal.cosmos.SdkChangeProcessor.Pace.ShortPause;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.spi.ChangeProcessor.LeaseTimes;
import dev.cosmosblog.store.spi.ChangeProcessor.Settings;
import dev.cosmosblog.testsupport.Trap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

@Tag("slow")
class SdkChangeProcessorTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** The longest pause of a range. */
  private static final Duration LONG = Duration.ofSeconds(5);

  private static final int FULL = 1_000;

  private final ChangeFeedProcessor sdk = mock();
  private final CosmosAsyncContainer container = mock();
  private final SdkChangeProcessor processor =
      new SdkChangeProcessor(
          new Configured(sdk, "blog-", "host", () -> {}, SdkChangeProcessor.threads()),
          pace(PATIENCE),
          container,
          container);

  @Test
  @Trap(15)
  void stoppingAProcessorThatNeverRanIsHarmless() {
    when(sdk.stop()).thenThrow(new IllegalStateException("has not fully started"));

    assertThatCode(() -> processor.stop(PATIENCE)).doesNotThrowAnyException();
  }

  @Test
  void anInterruptedThreadStillStopsTheProcessor() {
    when(sdk.stop()).thenReturn(Mono.never());
    Thread.currentThread().interrupt();

    processor.stop(PATIENCE);
    processor.close(PATIENCE);

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

  /** The SDK begins a last poll up to 100 ms after its stop. */
  @Test
  @Trap(15)
  void aCloseWaitsForAPollThatBeginsAfterTheStop() {
    when(sdk.stop()).thenReturn(Mono.never());
    processor.close(PATIENCE);
    long began = System.nanoTime();
    processor.stop(Duration.ZERO);

    processor.close(PATIENCE);

    assertThat(Duration.ofNanos(System.nanoTime() - began))
        .isBetween(Duration.ofMillis(200), PATIENCE);
  }

  @Test
  void anSdkExceptionIsTranslated() {
    IllegalArgumentException failure = new IllegalArgumentException("from the SDK");
    when(sdk.start()).thenReturn(Mono.error(failure));
    when(sdk.getCurrentState()).thenReturn(Mono.error(failure));

    assertThatThrownBy(processor::start)
        .isInstanceOf(SdkFailureException.class)
        .hasMessageContaining("start the change feed");
    assertThatThrownBy(processor::states)
        .isInstanceOf(SdkFailureException.class)
        .hasMessageContaining("lag");
  }

  /** The SDK reads again when a batch ends; each batch costs a checkpoint. */
  @Test
  void onlyABatchThatIsNotFullWaitsForTheNextPoll() {
    Duration poll = Duration.ofSeconds(1);

    assertThat(handled(pace(LONG), FULL)).as("a full batch").isLessThan(LONG);
    assertThat(handled(pace(poll), 1)).isGreaterThanOrEqualTo(poll);
    assertThat(handled(pace(Duration.ofDays(1)), 1)).isLessThan(PATIENCE);
  }

  @Test
  void aRangeWithManyChangesPausesForATenthOfThePollInterval() {
    Pace pace = pace(Duration.ofSeconds(1));

    assertThat(pauseAfter(pace, Pace.MANY - 1, 0)).isEqualTo(1_000);
    assertThat(pauseAfter(pace, Pace.MANY, 1_000)).isEqualTo(100);
    assertThat(pauseAfter(pace, Pace.FEW - 1, 1_110)).as("another range").isEqualTo(1_000);
    assertThat(pauseAfter(pace, Pace.FEW, 1_120)).as("the same range").isEqualTo(100);
    assertThat(pauseAfter(pace, Pace.FEW, 1_210)).as("another range").isEqualTo(1_000);
    assertThat(pauseAfter(pace, Pace.FEW, 1_240)).isEqualTo(100);
    assertThat(pauseAfter(pace, Pace.MANY - 1, 2_000)).as("long after").isEqualTo(1_000);
  }

  /** A range that has no more changes leaves its last short pause over. */
  @Test
  void aLeftOverPauseIsNotTakenForThatOfABusyRange() {
    Pace pace = pace(Duration.ofSeconds(1));
    assertThat(pauseAfter(pace, Pace.MANY, 1_000)).as("of a range that ends").isEqualTo(100);
    for (int begun = 1_050; begun < 1_800; begun += 120) {
      assertThat(pauseAfter(pace, Pace.MANY, begun)).isEqualTo(100);
    }
    assertThat(pauseAfter(pace, Pace.MANY - 1, 1_890)).as("the busy range").isEqualTo(100);
    assertThat(pauseAfter(pace, Pace.MANY - 1, 1_895)).as("a third range").isEqualTo(1_000);
  }

  /** Otherwise another range could take it while the batch is handled. */
  @Test
  void thePauseBeforeABatchIsFoundWhenTheBatchBegins() {
    Pace pace = pace(PATIENCE);
    pace.hurry();
    long shortPause = pace.pauseAfter(Pace.MANY, null, 0, 0);
    long now = System.nanoTime();
    pace.pauseAfter(Pace.MANY, null, now - shortPause, now);
    ChangeFeedProcessorItem item = mock();
    when(item.getCurrent()).thenReturn(JsonNodeFactory.instance.objectNode().put("id", "p"));
    List<ShortPause> foundByAnother = new ArrayList<>();

    pace.handle(
        Collections.nCopies(Pace.FEW, item),
        items -> foundByAnother.add(pace.pauseBefore(Pace.FEW, System.nanoTime())));

    assertThat(foundByAnother).containsOnlyNulls();
  }

  /** A single batch may have few changes by chance. */
  @Test
  void shortPausesGoOnWhileTenOfThemHaveManyChanges() {
    Pace pace = pace(Duration.ofSeconds(1));
    int begun = 1_000;
    assertThat(pauseAfter(pace, Pace.MANY, begun)).isEqualTo(100);
    for (int sum : List.of(Pace.MANY, Pace.MANY, Pace.MANY - 1)) {
      for (int i = 1; i < 10; i++) {
        begun += 120;
        assertThat(pauseAfter(pace, Pace.FEW, begun)).isEqualTo(100);
      }
      begun += 120;
      assertThat(pauseAfter(pace, sum - 9 * Pace.FEW, begun))
          .isEqualTo(sum == Pace.MANY ? 100 : 1_000);
    }
  }

  /** The pause in milliseconds after a batch of 10 ms. */
  private static long pauseAfter(Pace pace, int changes, int begun) {
    long nanos = Duration.ofMillis(begun).toNanos();
    ShortPause before = pace.pauseBefore(changes, nanos);
    long ended = nanos + Duration.ofMillis(10).toNanos();
    long pause = pace.pauseAfter(changes, before, nanos, ended);
    return Duration.ofNanos(pause).toMillis();
  }

  @Test
  void batchesDoNotPauseDuringAWaitOrAStop() {
    Pace pace = pace(PATIENCE);
    CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS).execute(pace::hurry);
    assertThat(handled(pace, 1)).as("a pause that is cut short").isLessThan(PATIENCE);

    Pace drained = pace(LONG);
    drained.hurry();
    assertThat(handled(drained, 1)).as("somebody waits").isLessThan(LONG);

    Pace pausing = pace(Duration.ofSeconds(1));
    pausing.hurry().run();
    assertThat(handled(pausing, 1))
        .as("nobody waits")
        .isGreaterThanOrEqualTo(Duration.ofSeconds(1));
  }

  private static Pace pace(Duration pollInterval) {
    LeaseTimes leases = new LeaseTimes("blog-", PATIENCE, PATIENCE, PATIENCE);
    Settings settings = new Settings("host", leases, pollInterval, FULL, null);
    return new Pace(settings);
  }

  private static Duration handled(Pace pace, int changes) {
    ChangeFeedProcessorItem item = mock();
    when(item.getCurrent()).thenReturn(JsonNodeFactory.instance.objectNode().put("id", "p"));
    List<StoredItem> received = new ArrayList<>();
    long began = System.nanoTime();
    pace.handle(Collections.nCopies(changes, item), received::addAll);
    Duration taken = Duration.ofNanos(System.nanoTime() - began);
    assertThat(received).hasSize(changes);
    return taken;
  }
}
