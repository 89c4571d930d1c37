package dev.cosmosblog.benchmarks.emulator;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import dev.cosmosblog.benchmarks.emulator.LargeContainer.BulkLoad;
import dev.cosmosblog.examples.blog.Latencies;
import dev.cosmosblog.examples.console.Progress;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.Snapshot;
import java.util.ArrayList;
import java.util.List;

/**
 * Two ways to give a test its items: write them into a new database, or return to a snapshot. All
 * times are medians in milliseconds.
 *
 * @param items how many there are
 * @param singleMs a new database, with the items written one after the other
 * @param bulkMs a new database, with the items written in bulk
 * @param restoreMs a restore after 20 writes
 * @param firstWriteMs the first write after the restore, which copies a physical partition
 * @param nextWriteMs the write after that
 */
record RestoreTimes(
    int items,
    double singleMs,
    double bulkMs,
    double restoreMs,
    double firstWriteMs,
    double nextWriteMs) {
  private static final List<Integer> ITEMS = List.of(1_000, 10_000);
  private static final int WRITES = 20;

  /** Restores for each new database. */
  private static final int RESTORES = 20;

  /**
   * Measures with 1,000 and 10,000 items, or with fewer if the limit is lower. The first round of
   * each kind only warms up.
   */
  static List<RestoreTimes> measure(int rounds, int maxItems, Screen screen) {
    List<RestoreTimes> rows = new ArrayList<>();
    try (LocalCosmos emulator = LocalCosmos.start();
        CosmosClient client = Server.client(emulator.endpoint())) {
      for (int size : ITEMS) {
        int items = Math.min(size, maxItems);
        String title = "snapshots: %,d items".formatted(items);
        try (Progress progress = new Progress(title, (2L * (rounds + 1) + 1) * items, screen)) {
          Rounds measured = new Rounds(rounds, items, client, progress);
          double single = measured.fresh(false);
          double bulk = measured.fresh(true);
          rows.add(measured.restored(emulator, single, bulk));
        }
      }
    }
    return rows;
  }

  private record Rounds(int rounds, int items, CosmosClient client, Progress progress) {
    private double fresh(boolean inBulk) {
      Latencies times = new Latencies();
      for (int round = 0; round <= rounds; round++) {
        long began = System.nanoTime();
        fill(inBulk);
        if (round > 0) {
          times.record(System.nanoTime() - began);
        }
        client.getDatabase("restored").delete();
      }
      return times.ms(50);
    }

    private CosmosContainer fill(boolean inBulk) {
      client.createDatabase("restored");
      client.getDatabase("restored").createContainer("items", "/pk");
      CosmosContainer container = client.getDatabase("restored").getContainer("items");
      if (inBulk) {
        BulkLoad.fill(container, 0, items, progress);
      } else {
        for (int number = 0; number < items; number++) {
          write(container, number);
          progress.step();
        }
      }
      return container;
    }

    private static void write(CosmosContainer container, int number) {
      container.upsertItem(SmallItems.of("item-" + number, "p-" + number / WRITES, number));
    }

    private RestoreTimes restored(LocalCosmos emulator, double singleMs, double bulkMs) {
      CosmosContainer container = fill(true);
      Snapshot snapshot = emulator.snapshot();
      Latencies restores = new Latencies();
      Latencies firstWrites = new Latencies();
      Latencies writes = new Latencies();
      for (int round = 0; round <= RESTORES * rounds; round++) {
        for (int number = 0; number < WRITES; number++) {
          write(container, number * items / WRITES);
        }
        long began = System.nanoTime();
        snapshot.restore();
        long restored = System.nanoTime();
        write(container, 0);
        long first = System.nanoTime();
        write(container, 0);
        long second = System.nanoTime();
        if (round > 0) {
          restores.record(restored - began);
          firstWrites.record(first - restored);
          writes.record(second - first);
        }
      }
      client.getDatabase("restored").delete();
      return new RestoreTimes(
          items, singleMs, bulkMs, restores.ms(50), firstWrites.ms(50), writes.ms(50));
    }
  }
}
