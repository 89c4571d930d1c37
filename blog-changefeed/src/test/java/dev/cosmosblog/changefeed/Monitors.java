package dev.cosmosblog.changefeed;

import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** Monitors to test with. */
final class Monitors {
  static final Duration STALL_AFTER = Duration.ofMinutes(2);

  private Monitors() {}

  static SourceMonitor of(SourceFeed feed, ChangeFeedListener... listeners) {
    return of(feed, Clock.systemUTC(), listeners);
  }

  static SourceMonitor of(SourceFeed feed, Clock clock, ChangeFeedListener... listeners) {
    return new SourceMonitor(feed, new Listeners(List.of(listeners)), clock, STALL_AFTER);
  }
}
