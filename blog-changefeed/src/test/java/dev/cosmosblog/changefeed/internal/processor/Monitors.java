package dev.cosmosblog.changefeed.internal.processor;

import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** Monitors to test with. */
public final class Monitors {
  public static final Duration STALL_AFTER = Duration.ofMinutes(2);

  private Monitors() {}

  public static SourceMonitor of(ChangeSource feed, ChangeFeedListener... listeners) {
    return of(feed, Clock.systemUTC(), listeners);
  }

  public static SourceMonitor of(ChangeSource feed, Clock clock, ChangeFeedListener... listeners) {
    return new SourceMonitor(feed, List.of(listeners), clock, STALL_AFTER);
  }
}
