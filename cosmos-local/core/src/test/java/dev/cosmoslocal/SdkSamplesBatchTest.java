package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchOperationResult;
import com.azure.cosmos.models.CosmosBatchPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosPatchOperations;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * SampleBatchQuickStartAsync of Azure-Samples/azure-cosmos-java-sql-api-samples, and the batches of
 * its SamplePatchQuickstart.
 */
class SdkSamplesBatchTest {
  private static final int FAILED_DEPENDENCY = 424;

  @RegisterExtension static final SdkEmulator cosmos = SdkEmulator.shared();

  private static CosmosContainer container;

  @BeforeAll
  static void createContainer() {
    container = cosmos.container(new CosmosContainerProperties("FamilyContainer", "/lastName"));
  }

  @Test
  void createsOfABatchSucceedTogether() {
    CosmosBatch batch = CosmosBatch.createCosmosBatch(SampleFamily.andersen("").key());
    batch.createItemOperation(SampleFamily.andersen("together1"));
    batch.createItemOperation(SampleFamily.andersen("together2"));
    assertThat(container.executeCosmosBatch(batch).isSuccessStatusCode()).isTrue();
    assertThat(read("together2")).isEqualTo(SampleFamily.andersen("together2"));
  }

  @Test
  void aDuplicateCreateFailsTheBatch() {
    SampleFamily family = SampleFamily.andersen("twice");
    CosmosBatch batch = CosmosBatch.createCosmosBatch(family.key());
    batch.createItemOperation(family);
    batch.createItemOperation(family);
    batch.createItemOperation(family);
    CosmosBatchResponse response = container.executeCosmosBatch(batch);
    assertThat(response.isSuccessStatusCode()).isFalse();
    assertThat(response.getResults())
        .extracting(CosmosBatchOperationResult::getStatusCode)
        .containsExactly(FAILED_DEPENDENCY, 409, FAILED_DEPENDENCY);
    assertThat(response.getResults().get(1).getOperation().<SampleFamily>getItem())
        .isEqualTo(family);
  }

  @Test
  void aCreatedItemIsReplacedAndReadInTheSameBatch() {
    SampleFamily family = SampleFamily.andersen("replaced");
    CosmosBatch batch = CosmosBatch.createCosmosBatch(family.key());
    batch.createItemOperation(family);
    batch.replaceItemOperation("replaced", family.registered(false));
    batch.readItemOperation("replaced");
    CosmosBatchResponse response = container.executeCosmosBatch(batch);
    assertThat(response.isSuccessStatusCode()).isTrue();
    assertThat(response.getResults().get(2).getItem(SampleFamily.class).registered()).isFalse();
  }

  @Test
  void aReplaceOfAMissingItemFailsTheBatch() {
    SampleFamily missing = SampleFamily.andersen("missing");
    CosmosBatch batch = CosmosBatch.createCosmosBatch(missing.key());
    batch.createItemOperation(SampleFamily.andersen("there"));
    batch.replaceItemOperation("missing", missing);
    assertThat(container.executeCosmosBatch(batch).getResults())
        .extracting(CosmosBatchOperationResult::getStatusCode)
        .containsExactly(FAILED_DEPENDENCY, 404);
  }

  @Test
  void anUpsertedItemIsDeletedInTheSameBatch() {
    SampleFamily family = SampleFamily.andersen("short");
    CosmosBatch batch = CosmosBatch.createCosmosBatch(family.key());
    batch.upsertItemOperation(family);
    batch.deleteItemOperation("short");
    assertThat(container.executeCosmosBatch(batch).getResults())
        .extracting(CosmosBatchOperationResult::getStatusCode)
        .containsExactly(201, 204);
  }

  @Test
  void conditionalPatchesOfTwoItemsSucceedOrFailTogether() {
    SampleFamily registered = SampleFamily.wakefield("yes").named("testLastName");
    SampleFamily other = SampleFamily.childless("no", "testLastName");
    CosmosPatchOperations vaccinated = CosmosPatchOperations.create().add("/vaccinated", false);
    CosmosBatchPatchItemRequestOptions ifNot = new CosmosBatchPatchItemRequestOptions();
    ifNot.setFilterPredicate("from f where f.registered = false");

    CosmosBatch failing = patched(registered, other);
    failing.patchItemOperation("yes", vaccinated, ifNot);
    assertThat(container.executeCosmosBatch(failing).getResults())
        .extracting(CosmosBatchOperationResult::getStatusCode)
        .containsExactly(424, 424, 424, 424, 412);

    CosmosBatch batch = patched(registered, other);
    batch.patchItemOperation("no", vaccinated, ifNot);
    CosmosBatchResponse response = container.executeCosmosBatch(batch);
    assertThat(response.isSuccessStatusCode()).isTrue();
    assertThat(response.getResults())
        .extracting(r -> r.getItem(SampleFamily.class).district())
        .containsExactly("NY23", "None", "replaced", "replaced", "replaced");
  }

  private static CosmosBatch patched(SampleFamily first, SampleFamily second) {
    CosmosPatchOperations district =
        CosmosPatchOperations.create().replace("/district", "replaced");
    CosmosBatch batch = CosmosBatch.createCosmosBatch(first.key());
    batch.createItemOperation(first);
    batch.createItemOperation(second);
    batch.patchItemOperation(first.id(), district);
    batch.patchItemOperation(second.id(), district);
    return batch;
  }

  private static SampleFamily read(String id) {
    return container.readItem(id, SampleFamily.andersen(id).key(), SampleFamily.class).getItem();
  }
}
