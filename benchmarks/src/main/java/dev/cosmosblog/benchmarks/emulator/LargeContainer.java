package dev.cosmosblog.benchmarks.emulator;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosBulkItemResponse;
import com.azure.cosmos.models.CosmosBulkOperationResponse;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.examples.blog.Latencies;
import dev.cosmosblog.examples.console.Progress;
import dev.cosmosblog.examples.console.Screen;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A container with a million items beside one with ten thousand, in a process with a bounded heap,
 * and the same indexed queries on both: each finds 10 items, over all physical partitions.
 *
 * @param items the number of items in the large container
 * @param heap the server's heap in MiB
 * @param calls how often each query is sent, up to 300 times
 */
record LargeContainer(int items, int heap, int calls, Screen screen) {
  private static final int SMALL = 10_000;
  private static final int FOUND = 10;
  private static final int MAX_QUERIES = 300;
  private static final List<String> TEXTS =
      List.of(
          "SELECT * FROM c WHERE c.owner = @owner",
          "SELECT TOP 10 * FROM c WHERE c.number >= @number ORDER BY c.number");

  Growth measure() throws IOException, InterruptedException {
    int small = Math.min(SMALL, items / 10);
    try (Server server = Server.startEmulator("-Xmx" + heap + "m")) {
      CosmosContainer few = server.container(new CosmosContainerProperties("small", "/pk"));
      CosmosContainer many = server.container(new CosmosContainerProperties("large", "/pk"));
      long start = System.nanoTime();
      try (Progress progress = new Progress("load", (long) small + items, screen)) {
        BulkLoad.fill(few, 0, small, progress);
        BulkLoad.fill(many, 0, items, progress);
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      List<QueryGrowth> queries = new ArrayList<>();
      for (String text : TEXTS) {
        queries.add(compare(text, new Sized(few, small), new Sized(many, items)));
      }
      return new Growth(items, heap, seconds, queries);
    }
  }

  /** The first third of the queries warms up. */
  private QueryGrowth compare(String text, Sized few, Sized many) {
    Latencies small = new Latencies();
    Latencies large = new Latencies();
    int queries = Math.min(MAX_QUERIES, calls);
    for (int i = 0; i < queries; i++) {
      long inFew = time(text, few, i);
      long inMany = time(text, many, i);
      if (i >= queries / 3) {
        small.record(inFew);
        large.record(inMany);
      }
    }
    return new QueryGrowth(text, small.ms(50), large.ms(50));
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
    EmulatorCall.check(found == FOUND, found + " items for " + text);
    return took;
  }

  private record Sized(CosmosContainer container, int items) {}

  /**
   * The results.
   *
   * @param heapMiB the server's bound
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

  /** Fills containers in bulk, 20 items to a logical partition. */
  static final class BulkLoad {
    private static final int CHUNK = 10_000;
    private static final int PARTITION = 20;
    private static final int CREATED = 201;

    private BulkLoad() {}

    static void fill(CosmosContainer container, int from, int to, Progress progress) {
      for (int chunk = from; chunk < to; chunk += CHUNK) {
        int end = Math.min(to, chunk + CHUNK);
        List<CosmosItemOperation> operations =
            IntStream.range(chunk, end).mapToObj(BulkLoad::create).toList();
        container.executeBulkOperations(operations).forEach(BulkLoad::check);
        progress.step(end - chunk);
      }
    }

    private static CosmosItemOperation create(int number) {
      String pk = "p-" + number / PARTITION;
      return CosmosBulkOperations.getCreateItemOperation(
          SmallItems.of("item-" + number, pk, number), new PartitionKey(pk));
    }

    private static void check(CosmosBulkOperationResponse<Object> answer) {
      CosmosBulkItemResponse response = answer.getResponse();
      if (response == null || response.getStatusCode() != CREATED) {
        String status = response == null ? "no response" : "status " + response.getStatusCode();
        throw new IllegalStateException(
            "An item could not be loaded: " + status, answer.getException());
      }
    }
  }
}
