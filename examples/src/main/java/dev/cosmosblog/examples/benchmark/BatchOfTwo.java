package dev.cosmosblog.examples.benchmark;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;

/**
 * Creates an item and, in the same transaction, counts it in another: by a patch, as the blog does, or by an upsert, for
 * servers whose batches know no patch.
 */
final class BatchOfTwo implements Call {
  private static final int PARTITIONS = 50;

  private final boolean patch;

  BatchOfTwo(boolean patch) {
    this.patch = patch;
  }

  @Override
  public String name() {
    return patch ? "batch: create, patch" : "batch: create, upsert";
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
    if (patch) {
      batch.patchItemOperation("counter", CosmosPatchOperations.create().increment("/number", 1));
    } else {
      batch.upsertItemOperation(Items.of("counter", pk, number));
    }
    CosmosBatchResponse response = container.executeCosmosBatch(batch);
    Call.check(response.isSuccessStatusCode(), "status " + response.getStatusCode());
  }
}
