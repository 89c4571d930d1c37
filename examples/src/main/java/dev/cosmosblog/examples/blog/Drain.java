package dev.cosmosblog.examples.blog;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.observe.ChangeFeedLag;
import dev.cosmosblog.examples.console.Screen;
import java.time.Duration;

/** Waits until the change feed has updated all copies, and shows its lag. */
public final class Drain {
  private static final Duration LOOK = Duration.ofSeconds(5);

  private Drain() {}

  /**
   * Waits until the change feed has handled all changes.
   *
   * @param feed the change feed, started
   * @param timeout for how long at most
   * @param screen where the lag is shown
   * @return whether it came true
   * @throws InterruptedException if the thread was interrupted
   */
  public static boolean await(BlogChangeFeed feed, Duration timeout, Screen screen)
      throws InterruptedException {
    long start = System.nanoTime();
    while (!feed.awaitDrained(LOOK)) {
      ChangeFeedLag lag = feed.lag();
      screen.line("the copies are " + (lag.users() + lag.posts()) + " changes behind");
      if (System.nanoTime() - start > timeout.toNanos()) {
        screen.line("gave up waiting for the change feed after " + timeout.toSeconds() + " s");
        return false;
      }
    }
    screen.line("the copies have caught up after %.1f s", (System.nanoTime() - start) / 1e9);
    return true;
  }
}
