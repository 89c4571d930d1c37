package dev.cosmosblog.spring;

import static dev.cosmosblog.changefeed.observe.ChangeFeedHealth.Lifecycle.RUNNING;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Runs a change feed while the application runs: a new one at each start. It starts before the web
 * server accepts requests and stops after it, so that the last requests' changes can still be
 * handled.
 */
public final class BlogChangeFeedLifecycle implements SmartLifecycle {
  /** Before the web server, whose phases are 1,024 and 2,048 below the default. */
  static final int PHASE = DEFAULT_PHASE - 4_096;

  private static final Logger LOG = LoggerFactory.getLogger(BlogChangeFeedLifecycle.class);

  private final Supplier<BlogChangeFeed> changeFeeds;
  private final boolean autoStartup;
  private final Duration closeTimeout;
  // Written under this object's lock.
  private volatile @Nullable BlogChangeFeed current;

  /**
   * Creates a lifecycle; nothing is built before the start.
   *
   * @param changeFeeds builds a new change feed at each start
   * @param autoStartup whether it starts with the application
   * @param closeTimeout how long a stop waits for the batches in flight
   */
  public BlogChangeFeedLifecycle(
      Supplier<BlogChangeFeed> changeFeeds, boolean autoStartup, Duration closeTimeout) {
    this.changeFeeds = Objects.requireNonNull(changeFeeds, "changeFeeds");
    this.autoStartup = autoStartup;
    this.closeTimeout = Objects.requireNonNull(closeTimeout, "closeTimeout");
  }

  /** {@return the change feed of the last start, which may be closed; empty before the first} */
  public Optional<BlogChangeFeed> changeFeed() {
    return Optional.ofNullable(current);
  }

  /**
   * Waits until all changes are handled, by any host; see {@link BlogChangeFeed#awaitDrained}.
   *
   * @param timeout the longest time to wait
   * @return whether all changes were handled before the timeout and the stop
   * @throws IllegalStateException if the change feed was not started
   */
  public boolean awaitDrained(Duration timeout) throws InterruptedException {
    return changeFeed()
        .orElseThrow(
            () -> new IllegalStateException("Start the change feed before waiting for it."))
        .awaitDrained(timeout);
  }

  /** Builds and starts a change feed; does nothing while one runs. */
  @Override
  public synchronized void start() {
    if (!isRunning()) {
      BlogChangeFeed next = changeFeeds.get();
      current = next;
      next.start();
    }
  }

  /** Closes the change feed; a batch that does not end in time is delivered again. */
  @Override
  public synchronized void stop() {
    BlogChangeFeed running = current;
    if (running != null && !running.close(closeTimeout)) {
      LOG.warn(
          "The change feed closed with a batch in flight, which is delivered again; raise"
              + " cosmosblog.change-feed.close-timeout if this is frequent");
    }
  }

  @Override
  public boolean isRunning() {
    BlogChangeFeed last = current;
    return last != null && last.lifecycle() == RUNNING;
  }

  @Override
  public boolean isAutoStartup() {
    return autoStartup;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }
}
