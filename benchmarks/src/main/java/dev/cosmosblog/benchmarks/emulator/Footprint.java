package dev.cosmosblog.benchmarks.emulator;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.ExcludedPath;
import com.azure.cosmos.models.IncludedPath;
import com.azure.cosmos.models.IndexingPolicy;
import dev.cosmosblog.benchmarks.emulator.LargeContainer.BulkLoad;
import dev.cosmosblog.examples.console.Progress;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmoslocal.LocalCosmos;
import java.util.List;

/**
 * The heap that an item of 300 bytes takes, with its indexes and its place in the change feed.
 *
 * @param items how many were measured
 * @param bytesPerItem heap for each, after garbage collection
 */
record Footprint(String policy, int items, double bytesPerItem) {
  private static final int COLLECTIONS = 3;

  static List<Footprint> measure(int items, Screen screen) {
    return List.of(
        measure("every path (default)", new IndexingPolicy(), items, screen),
        measure("two paths", twoPaths(), items, screen));
  }

  private static IndexingPolicy twoPaths() {
    IndexingPolicy policy = new IndexingPolicy();
    policy.setIncludedPaths(List.of(new IncludedPath("/owner/?"), new IncludedPath("/number/?")));
    policy.setExcludedPaths(List.of(new ExcludedPath("/*")));
    return policy;
  }

  /** The first tenth warms up the client and the emulator, whose own memory doesn't count. */
  private static Footprint measure(String name, IndexingPolicy policy, int items, Screen screen) {
    int first = items / 10;
    try (LocalCosmos emulator = LocalCosmos.start();
        CosmosClient client = Server.client(emulator.endpoint());
        Progress progress = new Progress("memory: " + name, first + items, screen)) {
      client.createDatabaseIfNotExists("memory");
      client
          .getDatabase("memory")
          .createContainerIfNotExists(
              new CosmosContainerProperties("items", "/pk").setIndexingPolicy(policy));
      CosmosContainer container = client.getDatabase("memory").getContainer("items");
      BulkLoad.fill(container, 0, first, progress);
      long before = usedHeap();
      BulkLoad.fill(container, first, first + items, progress);
      return new Footprint(name, items, (double) (usedHeap() - before) / items);
    }
  }

  private static long usedHeap() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
