package dev.cosmosblog.benchmarks.localaccount;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;

/** Creates an item and counts it in another, in one transaction. */
final class BatchOfTwo implements Call {
  private static final int PARTITIONS = 20;

  @Override
  public String name() {
    return "batch of two";
  }

  @Override
  public void prepare(CosmosContainer container) {
    for (int i = 0; i < PARTITIONS; i++) {
      container.createItem(Items.of("counter", "p-" + i, 0));
    }
  }

  @Override
  public void send(CosmosContainer container, int number) {
    String pk = "p-" + number % PARTITIONS;
    CosmosBatch batch = CosmosBatch.createCosmosBatch(new PartitionKey(pk));
    batch.createItemOperation(Items.of("item-" + number, pk, number));
    batch.patchItemOperation("counter", CosmosPatchOperations.create().increment("/number", 1));
    CosmosBatchResponse response = container.executeCosmosBatch(batch);
    Call.check(response.isSuccessStatusCode(), "status " + response.getStatusCode());
  }
}
