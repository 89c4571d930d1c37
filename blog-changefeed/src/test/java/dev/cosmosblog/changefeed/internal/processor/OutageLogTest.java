package dev.cosmosblog.changefeed.internal.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;

import dev.cosmosblog.changefeed.SteppedClock;
import dev.cosmosblog.store.error.StoreException.Failure;
import dev.cosmosblog.store.error.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.helpers.MessageFormatter;

class OutageLogTest {
  private static final StoreUnavailableException FAILURE =
      new StoreUnavailableException(new Failure("a request", 503, 0, null, true, false, null));

  private final SteppedClock clock = new SteppedClock();
  private final Logger log = mock();
  private final List<String> lines = new ArrayList<>();
  private final OutageLog outages = new OutageLog(clock, log);

  @BeforeEach
  void linesAreCaptured() {
    doAnswer(call -> lines.add(line(call.getArgument(0), call.getArgument(1))))
        .when(log)
        .warn(anyString(), any(Object.class));
  }

  private static String line(String format, Object value) {
    return MessageFormatter.format(format, value).getMessage();
  }

  /** Three parts fail every two seconds, as while the account doesn't respond. */
  private void fail(Duration time) {
    for (long left = time.toSeconds(); left > 0; left -= 2) {
      assertThat(outages.covers("the watchdog", FAILURE)).isTrue();
      assertThat(outages.covers("the rechecks", FAILURE)).isTrue();
      assertThat(outages.covers("a batch", FAILURE)).isTrue();
      clock.pass(Duration.ofSeconds(2));
    }
  }

  @Test
  void anOutageIsALineWhenItBeginsOneAMinuteAndOneWhenItEnds() {
    fail(Duration.ofSeconds(130));
    assertThat(outages.isOn()).isTrue();
    outages.works("the watchdog");
    outages.works("the rechecks");
    outages.works("a batch");
    outages.works("the watchdog");

    assertThat(lines)
        .satisfiesExactly(
            begin -> assertThat(begin).contains("doesn't respond", "a request: status 503"),
            first -> assertThat(first).contains("60 s"),
            second -> assertThat(second).contains("120 s"),
            end -> assertThat(end).contains("responds again after 130 s"));
    assertThat(outages.isOn()).isFalse();
  }

  /** Another host may have taken the range of the batch. */
  @Test
  void aPartThatIsNotTriedAgainDoesNotProlongAnOutage() {
    fail(Duration.ofSeconds(10));
    clock.pass(Duration.ofMinutes(1));

    outages.works("the watchdog");

    assertThat(lines).hasSize(2);
    assertThat(outages.isOn()).isFalse();
  }

  @Test
  void otherFailuresAreLoggedByTheirParts() {
    assertThat(outages.covers("the watchdog", new IllegalStateException())).isFalse();

    assertThat(lines).isEmpty();
    assertThat(outages.isOn()).isFalse();
  }
}
