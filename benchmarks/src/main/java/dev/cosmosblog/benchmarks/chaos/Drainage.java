package dev.cosmosblog.benchmarks.chaos;

import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import dev.cosmosblog.examples.console.Screen;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Waits until the hosts are done: nothing is left to handle, and nothing has been written for some
 * looks. A host whose lease was taken may still be at work on a batch that another one handled.
 */
final class Drainage {
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final int QUIET_LOOKS = 3;
  private static final int SHOWN_IN = 10;
  private static final String TAGS = "SELECT VALUE c._etag FROM c";

  private final LagProbe probe;
  private final CosmosDatabase database;
  private final Screen screen;

  Drainage(LagProbe probe, CosmosDatabase database, Screen screen) {
    this.probe = probe;
    this.database = database;
    this.screen = screen;
  }

  /** Whether it came true in time. */
  boolean await(Duration timeout) throws InterruptedException {
    long start = System.nanoTime();
    int quiet = 0;
    int looks = 0;
    Set<String> before = Set.of();
    while (quiet < QUIET_LOOKS) {
      Set<String> now = tags();
      List<LagProbe.Range> behind = behind();
      quiet = behind.isEmpty() && now.equals(before) ? quiet + 1 : 0;
      before = now;
      if (looks++ % SHOWN_IN == 0) {
        behind.forEach(range -> screen.line("chaos: behind is " + range));
      }
      if (System.nanoTime() - start > timeout.toNanos()) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(LOOK.toMillis());
    }
    return true;
  }

  private List<LagProbe.Range> behind() {
    try {
      return probe.ranges().stream().filter(range -> range.lag() > 0).toList();
    } catch (CosmosException e) {
      return List.of(new LagProbe.Range("unknown", e.getShortMessage(), 1));
    }
  }

  /** The ETags of all items; one that is written gets another. */
  private Set<String> tags() {
    Set<String> tags = new HashSet<>();
    for (String container : List.of("users", "posts", "feed")) {
      database
          .getContainer(container)
          .queryItems(TAGS, new CosmosQueryRequestOptions(), String.class)
          .forEach(tags::add);
    }
    return tags;
  }
}
