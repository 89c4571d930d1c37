package dev.cosmosblog.changefeed.internal.processor;

import dev.cosmosblog.changefeed.internal.handler.BatchUnfinishedException;
import dev.cosmosblog.store.internal.cosmos.ChangePage;
import dev.cosmosblog.store.internal.cosmos.SdkService;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.kernel.ItemReads;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One container's changes, pulled batch by batch on the caller's thread. */
public final class PulledChanges {
  private final BlogContainer container;
  private final ItemReads items;
  private final BatchHandler handler;
  private final int batchSize;

  /**
   * Where the next batch of each range begins; a range without an entry is at its beginning. Used
   * by the stepping thread alone, like the number of steps.
   */
  private final Map<String, String> continuations = new HashMap<>();

  private int steps;

  public PulledChanges(
      BlogContainer container, ItemReads items, BatchHandler handler, int batchSize) {
    this.container = container;
    this.items = items;
    this.handler = handler;
    this.batchSize = batchSize;
  }

  /** Handles the next batch of the next range, and returns the number of its changes. */
  public int step() {
    List<String> ranges = items.ranges(container);
    return step(ranges.get(steps++ % ranges.size()));
  }

  /** Handles all batches of all ranges, and returns the number of their changes. */
  public int drain() {
    int all = 0;
    for (String range : items.ranges(container)) {
      int changes;
      do {
        changes = step(range);
        all += changes;
      } while (changes > 0);
    }
    return all;
  }

  private int step(String range) {
    ChangePage page = items.changes(container, range, continuations.get(range), batchSize);
    if (!page.items().isEmpty()) {
      try {
        handler.handle(page.items());
      } catch (BatchUnfinishedException e) {
        throw SdkService.translate("handle changes", e);
      }
    }
    continuations.put(range, page.continuation());
    return page.items().size();
  }

  /** Returns to the beginning, as a change feed does that has lost its leases. */
  public void rewind() {
    continuations.clear();
  }
}
