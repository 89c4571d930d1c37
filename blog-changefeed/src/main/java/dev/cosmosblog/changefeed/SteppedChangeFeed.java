package dev.cosmosblog.changefeed;

import dev.cosmosblog.changefeed.internal.handler.ScheduleHandler;
import dev.cosmosblog.changefeed.internal.processor.BatchHandler;
import dev.cosmosblog.changefeed.internal.processor.DeadLetterRecords;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.changefeed.view.ViewException;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.kernel.ItemReads;
import dev.cosmosblog.store.spi.ContainerRequests.ChangePage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Steps the handlers of a {@link BlogChangeFeed} manually in tests, on the caller's thread.
 *
 * <p>It has no leases, doesn't share work with other hosts, and never waits. It isn't thread-safe.
 * After a {@link dev.cosmosblog.store.error.StoreException}, the next call handles the same batch
 * again.
 *
 * <p>Custom views receive all changes from the beginning, without a time limit. If a view throws,
 * the caller gets a {@link dev.cosmosblog.changefeed.view.ViewFailedException} after everything
 * else was handled.
 */
public final class SteppedChangeFeed {
  private final Changes users;
  private final Changes posts;
  private final ScheduleHandler schedule;
  private final Map<String, List<Changes>> views;
  private final DeadLetters deadLetters;

  SteppedChangeFeed(
      Changes users,
      Changes posts,
      ScheduleHandler schedule,
      Map<String, List<Changes>> views,
      DeadLetters deadLetters) {
    this.users = users;
    this.posts = posts;
    this.schedule = schedule;
    this.views = views;
    this.deadLetters = deadLetters;
  }

  /** {@return the items that were dead-lettered, to list and replay them} */
  public DeadLetters deadLetters() {
    return deadLetters;
  }

  /**
   * Handles the next batch of one container for the copies.
   *
   * @param source the container
   * @return the number of changes in the batch; 0 if the range has no new changes, although another
   *     range may have some
   */
  public int step(ChangeSource source) {
    return switch (Objects.requireNonNull(source, "source")) {
      case USERS -> users.step();
      case POSTS -> posts.step();
    };
  }

  /**
   * Handles all changes, including those that the handlers write: for the copies, and then for each
   * view.
   *
   * @return the number of changes; a change that is also passed to a view counts again for each
   *     view
   */
  public int drain() {
    int all = 0;
    int changes;
    do {
      changes = users.drain() + posts.drain();
      all += changes;
    } while (changes > 0);
    List<ViewException> failures = new ArrayList<>();
    for (String view : views.keySet()) {
      try {
        all += drain(view);
      } catch (ViewException e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
    return all;
  }

  /**
   * Passes a view all changes that it has not received yet, without updating the copies.
   *
   * @param view the view's name
   * @return the number of changes
   */
  public int drain(String view) {
    return of(view).stream().mapToInt(Changes::drain).sum();
  }

  /**
   * Publishes the scheduled posts that are due by the database's clock, as a running change feed
   * does at each renewal of its leases.
   *
   * <p>The next step or {@link #drain} handles the changes.
   *
   * @return the number of posts that were published
   */
  public int publishDue() {
    return schedule.publishDue();
  }

  /** Restarts the copies and all views from the first change, like a host that finds no leases. */
  public void rewind() {
    users.rewind();
    posts.rewind();
    views.keySet().forEach(this::rewind);
  }

  /**
   * Restarts one view from the first change.
   *
   * @param view the view's name
   */
  public void rewind(String view) {
    of(view).forEach(Changes::rewind);
  }

  private List<Changes> of(String view) {
    List<Changes> all = views.get(Objects.requireNonNull(view, "view"));
    if (all == null) {
      throw new IllegalArgumentException(
          "No view '%s' is registered; the views are %s.".formatted(view, views.keySet()));
    }
    return all;
  }

  /** One container's changes, read batch by batch. */
  static final class Changes {
    private final BlogContainer container;
    private final ItemReads items;
    private final BatchHandler handler;
    private final int batchSize;

    /**
     * The continuation of each range; without an entry, reading starts at the range's beginning.
     */
    private final Map<String, String> continuations = new HashMap<>();

    private int steps;

    Changes(ItemReads items, BatchHandler handler, int batchSize) {
      this.container = DeadLetterRecords.container(handler.monitor().source());
      this.items = items;
      this.handler = handler;
      this.batchSize = batchSize;
    }

    /** Handles the next batch of the next range. */
    private int step() {
      List<String> ranges = items.ranges(container);
      return step(ranges.get(steps++ % ranges.size()));
    }

    /** Forgets the unfinished batch, because it can't be redelivered unchanged. */
    private void rewind() {
      continuations.clear();
      handler.forget();
    }

    private int drain() {
      int all = 0;
      for (String range : items.ranges(container)) {
        for (int changes = step(range); changes > 0; changes = step(range)) {
          all += changes;
        }
      }
      return all;
    }

    private int step(String range) {
      ChangePage page = items.changes(container, range, continuations.get(range), batchSize);
      if (!page.items().isEmpty()) {
        handler.handleNow(page.items());
      }
      continuations.put(range, page.continuation());
      return page.items().size();
    }
  }
}
