package dev.cosmosblog.changefeed;

import dev.cosmosblog.changefeed.internal.handler.ScheduleHandler;
import dev.cosmosblog.changefeed.internal.processor.BatchHandler;
import dev.cosmosblog.changefeed.internal.processor.SetAsideRecords;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.store.internal.cosmos.ContainerRequests.ChangePage;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.kernel.ItemReads;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The change feed for tests: the handlers of {@link BlogChangeFeed}, stepped by hand on the
 * caller's thread, without leases, other hosts and waiting. One thread may use it at a time. After
 * a {@link dev.cosmosblog.store.error.StoreException} the next call takes the same batch.
 */
public final class SteppedChangeFeed {
  private final Changes users;
  private final Changes posts;
  private final ScheduleHandler schedule;
  private final SetAsideItems setAside;

  SteppedChangeFeed(
      Changes users, Changes posts, ScheduleHandler schedule, SetAsideItems setAside) {
    this.users = users;
    this.posts = posts;
    this.schedule = schedule;
    this.setAside = setAside;
  }

  /** {@return the items that were set aside, to list and replay them} */
  public SetAsideItems setAside() {
    return setAside;
  }

  /**
   * Handles the next batch of one container.
   *
   * @param source the container
   * @return the number of changes in the batch; 0 may also mean that one of several ranges has
   *     nothing new
   */
  public int step(ChangeSource source) {
    return switch (Objects.requireNonNull(source, "source")) {
      case USERS -> users.step();
      case POSTS -> posts.step();
    };
  }

  /**
   * Handles all changes, including those that handling them makes.
   *
   * @return the number of changes
   */
  public int drain() {
    int all = 0;
    int changes;
    do {
      changes = users.drain() + posts.drain();
      all += changes;
    } while (changes > 0);
    return all;
  }

  /**
   * Publishes the scheduled posts whose time has come by the database's clock, as a running change
   * feed does at each renewal of its leases. Their changes are handled by the next step or {@link
   * #drain}.
   *
   * @return the number of posts that were published
   */
  public int publishDue() {
    return schedule.publishDue();
  }

  /** Returns to the beginning, as a host does that finds no leases. */
  public void rewind() {
    users.continuations.clear();
    posts.continuations.clear();
  }

  /** One container's changes, read batch by batch. */
  static final class Changes {
    private final BlogContainer container;
    private final ItemReads items;
    private final BatchHandler handler;
    private final int batchSize;

    /** Where the next batch of each range begins; without an entry, at the range's beginning. */
    private final Map<String, String> continuations = new HashMap<>();

    private int steps;

    Changes(ItemReads items, BatchHandler handler, int batchSize) {
      this.container = SetAsideRecords.container(handler.monitor().source());
      this.items = items;
      this.handler = handler;
      this.batchSize = batchSize;
    }

    /** Handles the next batch of the next range. */
    private int step() {
      List<String> ranges = items.ranges(container);
      return step(ranges.get(steps++ % ranges.size()));
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
