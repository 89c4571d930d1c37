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
 * Runs a change feed while the application runs. It starts before the web server and stops after
 * it, so that changes of the last requests can still be handled.
 *
 * <p>Each start builds a new change feed.
 */
public final class BlogChangeFeedLifecycle implements SmartLifecycle {
  /** Starts before the web server, whose phases are 1,024 and 2,048 below the default. */
  static final int PHASE = DEFAULT_PHASE - 4_096;

  private static final Logger LOG = LoggerFactory.getLogger(BlogChangeFeedLifecycle.class);

  private final Supplier<BlogChangeFeed> changeFeeds;
  private final boolean autoStartup;
  private final Duration closeTimeout;
  // Written under this object's lock.
  private volatile @Nullable BlogChangeFeed current;

  /**
   * Creates a lifecycle. It doesn't build a change feed until it is started.
   *
   * @param changeFeeds builds a new change feed at each start
   * @param autoStartup whether it starts with the application
   * @param closeTimeout how long a stop waits for batches in progress
   */
  public BlogChangeFeedLifecycle(
      Supplier<BlogChangeFeed> changeFeeds, boolean autoStartup, Duration closeTimeout) {
    this.changeFeeds = Objects.requireNonNull(changeFeeds, "changeFeeds");
    this.autoStartup = autoStartup;
    this.closeTimeout = Objects.requireNonNull(closeTimeout, "closeTimeout");
  }

  /** {@return the change feed of the last start, possibly closed; empty before the first start} */
  public Optional<BlogChangeFeed> changeFeed() {
    return Optional.ofNullable(current);
  }

  /**
   * Waits until the hosts have handled all changes; see {@link BlogChangeFeed#awaitDrained}.
   *
   * @param timeout the maximum time to wait
   * @return whether all changes were handled before the timeout and before a stop
   * @throws IllegalStateException if the change feed was never started
   */
  public boolean awaitDrained(Duration timeout) throws InterruptedException {
    return changeFeed()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "The change feed was never started; call start() before awaitDrained()."))
        .awaitDrained(timeout);
  }

  /** Builds and starts a change feed. Does nothing while one is running. */
  @Override
  public synchronized void start() {
    if (!isRunning()) {
      BlogChangeFeed next = changeFeeds.get();
      current = next;
      next.start();
    }
  }

  /** Closes the change feed. A batch that doesn't complete in time is redelivered. */
  @Override
  public synchronized void stop() {
    BlogChangeFeed running = current;
    if (running != null && !running.close(closeTimeout)) {
      LOG.warn(
          "The change feed was closed during a batch, which will be redelivered; raise"
              + " cosmosblog.change-feed.close-timeout if this happens often");
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
