package dev.cosmosblog.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.cosmosblog.changefeed.observe.ChangeFeedLag;
import dev.cosmosblog.changefeed.observe.ChangeFeedLag.RangeLag;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener.LeaseMove;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.observe.OperationOutcome;
import dev.cosmosblog.store.observe.OperationReport;
import dev.cosmosblog.store.observe.RequestCause;
import dev.cosmosblog.store.observe.RequestMeter.Usage;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BlogHistoryTest {
  private final BlogDatabase database = mock(BlogDatabase.class);
  private Instant now = Instant.parse("2026-11-01T10:00:00Z");
  private Optional<ChangeFeedLag> sampled = Optional.empty();
  private double polled;
  private BlogHistory history;

  @BeforeEach
  void start() {
    Clock clock = ((InstantSource) () -> now).withZone(ZoneOffset.UTC);
    history = new BlogHistory(() -> sampled, clock);
    when(database.usage()).thenAnswer(call -> Map.of(RequestCause.POLLS, new Usage(1, polled)));
    history.start(database);
  }

  @AfterEach
  void close() {
    history.close();
  }

  private void minuteWith(double requestUnits) {
    now = now.plus(BlogHistory.INTERVAL);
    polled += requestUnits;
    history.sample();
  }

  private static ChangeFeedLag lag(long seconds) {
    return new ChangeFeedLag(
        List.of(
            new RangeLag(
                ChangeSource.POSTS, "0", Optional.empty(), 1, Duration.ofSeconds(seconds))));
  }

  private static OperationReport report(OperationOutcome outcome) {
    return new OperationReport(
        BlogOperation.FIND_POST, 1, 1, 0, Duration.ZERO, outcome, Optional.empty(), List.of());
  }

  @Test
  void eachSampleHasTheRequestUnitsFailuresAndLagOfItsMinute() {
    minuteWith(60);
    history.onOperation(report(OperationOutcome.FAILED));
    history.onOperation(report(OperationOutcome.REJECTED));
    history
        .changeFeed()
        .ofView("tags")
        .onBatchFailed(ChangeSource.POSTS, new ArithmeticException());
    history.measured(lag(7));
    minuteWith(120);
    sampled = Optional.of(lag(3));
    minuteWith(0);
    assertThat(history.samples())
        .containsEntry(
            "at", List.of("2026-11-01T10:01:00Z", "2026-11-01T10:02:00Z", now.toString()))
        .containsEntry("requestUnitsPerSecond", Map.of("polls", List.of(1.0, 2.0, 0.0)))
        .containsEntry("failures", List.of(0L, 2L, 0L))
        .containsEntry("lagSeconds", Arrays.asList(null, 7L, 3L));
  }

  @Test
  void theRateIsThatOfTheLastOneToTwoMinutes() {
    assertThat(history.requestUnitsPerSecond()).containsEntry("polls", 0.0);
    minuteWith(6_000);
    minuteWith(60);
    now = now.plusSeconds(30);
    polled += 30;
    assertThat(history.requestUnitsPerSecond()).containsExactly(Map.entry("polls", 1.0));
  }

  @Test
  void samplesOfSixHoursAreKept() {
    for (int i = 0; i < BlogHistory.MAX_SAMPLES + 5; i++) {
      minuteWith(i);
    }
    assertThat(history.samples())
        .extracting("at")
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
        .hasSize(360)
        .first()
        .isEqualTo("2026-11-01T10:06:00Z");
  }

  private void moves(String view, String range, String to) {
    history
        .changeFeed()
        .ofView(view)
        .onLeaseMoved(
            new LeaseMove(ChangeSource.POSTS, range, Optional.empty(), Optional.ofNullable(to)));
  }

  @Test
  void aHostIsGoneWhenItHasLostItsLastRange() {
    moves("tags", "0", "a");
    moves("tags", "1", "a");
    moves("tags", "0", "b");
    assertThat(history.hosts())
        .containsExactly(Map.of("host", "a", "ranges", 1L), Map.of("host", "b", "ranges", 1L));
    moves("tags", "1", "b");
    assertThat(history.hosts())
        .containsExactly(
            Map.of("host", "b", "ranges", 2L),
            Map.of("host", "a", "ranges", 0L, "goneSince", now.toString()));
    moves("tags", "1", "a");
    assertThat(history.hosts()).noneMatch(host -> host.containsKey("goneSince"));
  }

  @Test
  void aLimitedNumberOfGoneHostsIsRemembered() {
    for (int i = 0; i < 50; i++) {
      moves("tags", "0", "host-" + i);
    }
    assertThat(history.hosts()).hasSize(21).last().extracting("host").isEqualTo("host-48");
  }
}
