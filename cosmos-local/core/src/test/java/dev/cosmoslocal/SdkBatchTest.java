package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchItemRequestOptions;
import com.azure.cosmos.models.CosmosBatchOperationResult;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SdkBatchTest {
  @RegisterExtension static final SdkEmulator cosmos = SdkEmulator.shared();

  private static CosmosContainer items;

  @BeforeAll
  static void createContainer() {
    items = cosmos.container("items");
  }

  @Test
  void aBatchSeesItsOwnWritesAndIsAtomic() {
    CosmosBatch batch = batch("sees");
    batch.createItemOperation(SdkEmulator.item("post", "sees").put("count", 1));
    batch.patchItemOperation("post", CosmosPatchOperations.create().increment("/count", 1));
    batch.upsertItemOperation(SdkEmulator.item("like", "sees"));
    batch.readItemOperation("post");
    batch.replaceItemOperation("like", SdkEmulator.item("like", "sees").put("n", 1));
    batch.deleteItemOperation("like");
    CosmosBatchResponse response = items.executeCosmosBatch(batch);
    assertThat(response.isSuccessStatusCode()).as(response.getErrorMessage()).isTrue();
    assertThat(statuses(response)).containsExactly(201, 200, 201, 200, 200, 204);
    assertThat(response.getResults().get(3).getItem(ObjectNode.class).path("count").intValue())
        .isEqualTo(2);
    assertThat(response.getRequestCharge()).isGreaterThan(5);
    assertThat(read("post", "sees").path("count").intValue()).isEqualTo(2);
  }

  @Test
  void theItemsOfABatchShareTheirLsn() {
    CosmosBatch batch = batch("lsn");
    batch.createItemOperation(SdkEmulator.item("1", "lsn"));
    batch.createItemOperation(SdkEmulator.item("2", "lsn"));
    String token = items.executeCosmosBatch(batch).getSessionToken();
    String next = items.createItem(SdkEmulator.item("3", "lsn")).getSessionToken();
    assertThat(lsn(next)).isEqualTo(lsn(token) + 1);
  }

  @Test
  void aFailedOperationUndoesTheBatch() {
    items.createItem(SdkEmulator.item("taken", "fails"));
    CosmosBatch batch = batch("fails");
    batch.createItemOperation(SdkEmulator.item("new", "fails"));
    batch.createItemOperation(SdkEmulator.item("taken", "fails"));
    batch.deleteItemOperation("taken");
    CosmosBatchResponse response = items.executeCosmosBatch(batch);
    assertThat(response.getStatusCode()).isEqualTo(409);
    assertThat(statuses(response)).containsExactly(424, 409, 424);
    assertThatThrownBy(() -> read("new", "fails")).isInstanceOf(CosmosException.class);
    assertThat(read("taken", "fails")).isNotNull();
  }

  @Test
  void aPatchWithAFilterRefusesItemsThatDontMatch() {
    items.createItem(SdkEmulator.item("p", "filter").put("type", "post").put("likes", 0));
    CosmosBatch batch = batch("filter");
    CosmosPatchOperations like = CosmosPatchOperations.create().increment("/likes", 1);
    batch.patchItemOperation(
        "p",
        like,
        new com.azure.cosmos.models.CosmosBatchPatchItemRequestOptions()
            .setFilterPredicate("FROM c WHERE c.type = 'comment'"));
    batch.createItemOperation(SdkEmulator.item("like", "filter"));
    assertThat(statuses(items.executeCosmosBatch(batch))).containsExactly(412, 424);
    assertThat(read("p", "filter").path("likes").intValue()).isZero();
  }

  @Test
  void aBatchWithAnOldEntityTagFails() {
    String tag = items.createItem(SdkEmulator.item("t", "tag")).getETag();
    items.upsertItem(SdkEmulator.item("t", "tag").put("n", 1));
    CosmosBatch batch = batch("tag");
    batch.deleteItemOperation("t", new CosmosBatchItemRequestOptions().setIfMatchETag(tag));
    assertThat(items.executeCosmosBatch(batch).getStatusCode()).isEqualTo(412);
  }

  @Test
  void aBatchHasAtMostAHundredOperations() {
    CosmosBatch batch = batch("many");
    for (int i = 0; i < 100; i++) {
      batch.createItemOperation(SdkEmulator.item("i" + i, "many"));
    }
    assertThat(items.executeCosmosBatch(batch).getStatusCode()).isEqualTo(200);
    batch.createItemOperation(SdkEmulator.item("i100", "many"));
    assertThatThrownBy(() -> items.executeCosmosBatch(batch).getStatusCode())
        .isInstanceOfSatisfying(
            CosmosException.class, e -> assertThat(e.getStatusCode()).isEqualTo(400));
  }

  @Test
  void bulkOperationsSucceedOrFailIndependently() {
    items.createItem(SdkEmulator.item("b3", "p3"));
    List<CosmosItemOperation> operations = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      operations.add(
          CosmosBulkOperations.getCreateItemOperation(
              SdkEmulator.item("b" + i, "p" + i), new PartitionKey("p" + i)));
    }
    List<Integer> statuses = new ArrayList<>();
    items
        .executeBulkOperations(operations)
        .forEach(r -> statuses.add(r.getResponse().getStatusCode()));
    assertThat(statuses).hasSize(40).containsOnlyOnce(409).contains(201);
    assertThat(read("b39", "p39")).isNotNull();
  }

  private static CosmosBatch batch(String pk) {
    return CosmosBatch.createCosmosBatch(new PartitionKey(pk));
  }

  private static List<Integer> statuses(CosmosBatchResponse response) {
    return response.getResults().stream().map(CosmosBatchOperationResult::getStatusCode).toList();
  }

  private static ObjectNode read(String id, String pk) {
    return items.readItem(id, new PartitionKey(pk), ObjectNode.class).getItem();
  }

  private static long lsn(String token) {
    return Long.parseLong(token.substring(token.indexOf('#') + 1));
  }
}
