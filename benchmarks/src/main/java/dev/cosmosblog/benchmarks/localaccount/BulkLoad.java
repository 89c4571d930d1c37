package dev.cosmosblog.benchmarks.localaccount;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosBulkItemResponse;
import com.azure.cosmos.models.CosmosBulkOperationResponse;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.PartitionKey;
import dev.cosmosblog.examples.console.Progress;
import java.util.List;
import java.util.stream.IntStream;

/** Fills containers in bulk, 20 items to a logical partition. */
final class BulkLoad {
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
        Items.of("item-" + number, pk, number), new PartitionKey(pk));
  }

  private static void check(CosmosBulkOperationResponse<Object> answer) {
    CosmosBulkItemResponse response = answer.getResponse();
    if (response == null || response.getStatusCode() != CREATED) {
      String status = response == null ? "no answer" : "status " + response.getStatusCode();
      throw new IllegalStateException(
          "An item could not be loaded: " + status, answer.getException());
    }
  }
}
