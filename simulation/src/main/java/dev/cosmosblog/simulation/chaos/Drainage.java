package dev.cosmosblog.simulation.chaos;

import com.azure.cosmos.ChangeFeedProcessor;
import com.azure.cosmos.ChangeFeedProcessorBuilder;
import com.azure.cosmos.CosmosAsyncDatabase;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.ChangeFeedProcessorOptions;
import com.azure.cosmos.models.ChangeFeedProcessorState;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import dev.cosmosblog.examples.console.Screen;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Waits until the hosts are done: there are no unhandled changes and no pending rechecks, and
 * several checks found no writes. A host that lost its lease may still work on a batch that another
 * one handled. The checks are further apart than the maximum replica lag, so that every replica has
 * the compared items.
 *
 * <p>A recheck that a host had claimed when it was killed takes five minutes. {@link #await}
 * doesn't wait for it, because it rarely finds anything; {@link #awaitAll} waits for it, too.
 */
final class Drainage {
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final int QUIET_LOOKS = 3;
  private static final int SHOWN_IN = 10;
  private static final int SHOWN = 3;
  private static final String TAGS = "SELECT VALUE c._etag FROM c";
  private static final String RENAMES =
      "SELECT VALUE c.id FROM c WHERE c.type = 'rename' AND c.due < ";

  /**
   * A recheck is due within this from the beginning of the wait; one that a host has claimed comes
   * to another one later.
   */
  private static final Duration SOON = Duration.ofMinutes(1);

  private static final String FRONT_PAGES =
      "SELECT VALUE c.id FROM c WHERE IS_NUMBER(c.uncheckedSince)";

  private final LagProbe probe;
  private final CosmosDatabase database;
  private final Screen screen;

  Drainage(LagProbe probe, CosmosDatabase database, Screen screen) {
    this.probe = probe;
    this.database = database;
    this.screen = screen;
  }

  /** Returns whether the hosts finished in time. */
  boolean await(Duration timeout) throws InterruptedException {
    return await(timeout, System.currentTimeMillis() + SOON.toMillis());
  }

  /** Returns whether the hosts finished in time, with the rechecks of killed hosts. */
  boolean awaitAll(Duration timeout) throws InterruptedException {
    return await(timeout, Long.MAX_VALUE);
  }

  private boolean await(Duration timeout, long due) throws InterruptedException {
    long start = System.nanoTime();
    int quiet = 0;
    int looks = 0;
    Set<String> before = Set.of();
    while (quiet < QUIET_LOOKS) {
      Set<String> now = before;
      List<String> behind = new ArrayList<>();
      try {
        now = tags();
        behind.addAll(behind(due));
      } catch (CosmosException e) {
        behind.add("a look that failed: " + e.getShortMessage());
      }
      quiet = behind.isEmpty() && now.equals(before) ? quiet + 1 : 0;
      before = now;
      if (looks++ % SHOWN_IN == 0) {
        show(behind);
      }
      if (System.nanoTime() - start > timeout.toNanos()) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(LOOK.toMillis());
    }
    return true;
  }

  private void show(List<String> behind) {
    behind.stream().limit(SHOWN).forEach(what -> screen.line("chaos: still to be done is " + what));
    if (behind.size() > SHOWN) {
      screen.line("chaos: and " + (behind.size() - SHOWN) + " more");
    }
  }

  private List<String> behind(long due) {
    List<String> behind = new ArrayList<>();
    probe.ranges().stream()
        .filter(range -> range.lag() > 0)
        .forEach(range -> behind.add(range.toString()));
    texts("leases", RENAMES + due).forEach(id -> behind.add("a recheck, " + id));
    texts("feed", FRONT_PAGES).forEach(id -> behind.add("a recheck of the front page"));
    return behind;
  }

  /** The ETags of all items; one that is written gets another. */
  private Set<String> tags() {
    Set<String> tags = new HashSet<>();
    for (String container : List.of("users", "posts", "feed")) {
      texts(container, TAGS).forEach(tags::add);
    }
    return tags;
  }

  private Iterable<String> texts(String container, String query) {
    return database
        .getContainer(container)
        .queryItems(query, new CosmosQueryRequestOptions(), String.class);
  }

  /**
   * Measures the hosts' lag with processors of the SDK that are never started, so take no lease.
   */
  static final class LagProbe {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final List<ChangeFeedProcessor> processors;

    LagProbe(CosmosAsyncDatabase database) {
      this.processors = Stream.of("users", "posts").map(name -> over(database, name)).toList();
    }

    private static ChangeFeedProcessor over(CosmosAsyncDatabase database, String container) {
      return new ChangeFeedProcessorBuilder()
          .hostName("nobody")
          .feedContainer(database.getContainer(container))
          .leaseContainer(database.getContainer("leases"))
          // The prefix that a change feed has by default.
          .options(new ChangeFeedProcessorOptions().setLeasePrefix("blog-"))
          .handleLatestVersionChanges(items -> {})
          .buildChangeFeedProcessor();
    }

    /** One line for each range: who holds it, and how many changes it is behind. */
    record Range(String host, String lease, int lag) {}

    List<Range> ranges() {
      return processors.stream().flatMap(LagProbe::ranges).toList();
    }

    private static Stream<Range> ranges(ChangeFeedProcessor processor) {
      List<ChangeFeedProcessorState> states = processor.getCurrentState().block(PATIENCE);
      return states == null || states.isEmpty()
          ? Stream.of(new Range("nobody", "none", Integer.MAX_VALUE))
          : states.stream().map(LagProbe::range);
    }

    private static Range range(ChangeFeedProcessorState state) {
      return new Range(
          String.valueOf(state.getHostName()), state.getLeaseToken(), state.getEstimatedLag());
    }
  }
}
