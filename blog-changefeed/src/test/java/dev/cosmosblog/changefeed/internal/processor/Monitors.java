package dev.cosmosblog.changefeed.internal.processor;

import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.store.observe.RequestMeter.FailedPolls;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** Monitors to test with. */
public final class Monitors {
  static final Duration QUIET_AFTER = Duration.ofSeconds(29);
  public static final Duration STALL_AFTER = Duration.ofMinutes(2);

  static final Duration RETENTION = Duration.ofDays(7);

  private Monitors() {}

  public static SourceMonitor of(ChangeSource feed, ChangeFeedListener... listeners) {
    return of(feed, Clock.systemUTC(), listeners);
  }

  public static SourceMonitor of(ChangeSource feed, Clock clock, ChangeFeedListener... listeners) {
    return of(feed, clock, List::of, listeners);
  }

  static SourceMonitor of(
      ChangeSource feed,
      Clock clock,
      Supplier<List<FailedPolls>> polls,
      ChangeFeedListener... listeners) {
    return new SourceMonitor(
        new SourceNotifier(feed, feed.name(), List.of(listeners), new OutageLog(clock)),
        new HealthRules(QUIET_AFTER, STALL_AFTER, RETENTION),
        clock,
        polls);
  }
}
