package dev.cosmosblog.benchmarks.localaccount;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.examples.console.Progress;
import dev.cosmosblog.examples.console.Screen;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A container with a million items beside one with ten thousand, in a process with a bounded heap,
 * and the same indexed queries on both: each finds 10 items, over all physical partitions.
 */
final class LargeContainer {
  private static final int SMALL = 10_000;
  private static final int FOUND = 10;
  private static final int MOST_QUERIES = 300;
  private static final List<String> TEXTS =
      List.of(
          "SELECT * FROM c WHERE c.owner = @owner",
          "SELECT TOP 10 * FROM c WHERE c.number >= @number ORDER BY c.number");

  private final Settings settings;
  private final Screen screen;

  LargeContainer(Settings settings, Screen screen) {
    this.settings = settings;
    this.screen = screen;
  }

  Growth measure() throws IOException {
    int large = settings.items();
    int small = Math.min(SMALL, large / 10);
    try (Target target =
        new Target("cosmos-local", LocalServer.start("-Xmx" + settings.heap() + "m"))) {
      CosmosContainer few = target.container(new CosmosContainerProperties("small", "/pk"));
      CosmosContainer many = target.container(new CosmosContainerProperties("large", "/pk"));
      long start = System.nanoTime();
      try (Progress progress = new Progress("load", (long) small + large, screen)) {
        BulkLoad.fill(few, 0, small, progress);
        BulkLoad.fill(many, 0, large, progress);
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      List<QueryGrowth> queries = new ArrayList<>();
      for (String text : TEXTS) {
        queries.add(compare(text, new Sized(few, small), new Sized(many, large)));
      }
      return new Growth(large, settings.heap(), seconds, queries);
    }
  }

  /** The first third of the queries warms up. */
  private QueryGrowth compare(String text, Sized few, Sized many) {
    List<Long> small = new ArrayList<>();
    List<Long> large = new ArrayList<>();
    int queries = Math.min(MOST_QUERIES, settings.calls());
    for (int i = 0; i < queries; i++) {
      long inFew = time(text, few, i);
      long inMany = time(text, many, i);
      if (i >= queries / 3) {
        small.add(inFew);
        large.add(inMany);
      }
    }
    return new QueryGrowth(
        text, Tally.percentile(small, 0.5) / 1e6, Tally.percentile(large, 0.5) / 1e6);
  }

  private static long time(String text, Sized sized, int i) {
    int number = (int) (i * 7_919L % (sized.items() / FOUND)) * FOUND;
    SqlQuerySpec query =
        new SqlQuerySpec(
            text,
            new SqlParameter("@owner", "user-" + number / FOUND),
            new SqlParameter("@number", number));
    long start = System.nanoTime();
    long found =
        sized
            .container()
            .queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class)
            .stream()
            .count();
    long took = System.nanoTime() - start;
    Call.check(found == FOUND, found + " items for " + text);
    return took;
  }

  private record Sized(CosmosContainer container, int items) {}

  /**
   * What was found.
   *
   * @param items in the large container
   * @param heapMiB the server's bound
   * @param loadSeconds for all items
   * @param queries the same on both containers
   */
  record Growth(int items, int heapMiB, double loadSeconds, List<QueryGrowth> queries) {}

  /**
   * A query on both containers.
   *
   * @param query its text
   * @param smallMs p50 in the small one
   * @param largeMs p50 in the large one
   */
  record QueryGrowth(String query, double smallMs, double largeMs) {
    double factor() {
      return largeMs / smallMs;
    }
  }
}
