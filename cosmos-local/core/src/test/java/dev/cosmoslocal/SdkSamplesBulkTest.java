package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosBulkExecutionOptions;
import com.azure.cosmos.models.CosmosBulkItemResponse;
import com.azure.cosmos.models.CosmosBulkOperationResponse;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** SampleBulkQuickStart of Azure-Samples/azure-cosmos-java-sql-api-samples. */
class SdkSamplesBulkTest {
  @RegisterExtension static final SdkEmulator cosmos = SdkEmulator.shared();

  private static CosmosContainer container;

  @BeforeAll
  static void start() {
    container = cosmos.container(new CosmosContainerProperties("FamilyContainer", "/lastName"));
    // The sample first replaces the container with its current properties.
    container.replace(container.read().getProperties());
  }

  private static List<SampleFamily> families(String ids) {
    return List.of(
        SampleFamily.andersen(ids + 1),
        SampleFamily.wakefield(ids + 2),
        SampleFamily.childless(ids + 3, "Johnson"),
        SampleFamily.childless(ids + 4, "Smith"));
  }

  @Test
  void itemsAreCreatedUpsertedReplacedPatchedAndDeleted() {
    List<SampleFamily> families = families("life");
    assertThat(bulk(families, SdkSamplesBulkTest::create)).containsOnly(201);
    assertThat(bulk(families, SdkSamplesBulkTest::create)).containsOnly(409);
    List<SampleFamily> others = families.stream().map(f -> f.registered(false)).toList();
    assertThat(bulk(others, f -> CosmosBulkOperations.getUpsertItemOperation(f, f.key())))
        .containsOnly(200);
    assertThat(
            bulk(families, f -> CosmosBulkOperations.getReplaceItemOperation(f.id(), f, f.key())))
        .containsOnly(200);
    CosmosPatchOperations patch =
        CosmosPatchOperations.create().add("/country", "United States").set("/registered", 0);
    assertThat(
            bulk(families, f -> CosmosBulkOperations.getPatchItemOperation(f.id(), f.key(), patch)))
        .containsOnly(200);
    SampleFamily first = families.get(0);
    JsonNode patched = container.readItem(first.id(), first.key(), JsonNode.class).getItem();
    assertThat(patched.path("country").asText()).isEqualTo("United States");
    assertThat(patched.path("registered").isInt()).isTrue();
    assertThat(bulk(families, f -> CosmosBulkOperations.getDeleteItemOperation(f.id(), f.key())))
        .containsOnly(204);
  }

  @Test
  void eachResponseCarriesItsOperationAndItsCharge() {
    List<SampleFamily> families = families("responses");
    for (CosmosBulkOperationResponse<Object> response :
        container.executeBulkOperations(
            families.stream().map(SdkSamplesBulkTest::create).toList())) {
      assertThat(response.getException()).isNull();
      assertThat(families).contains(response.getOperation().<SampleFamily>getItem());
      assertThat(response.getResponse())
          .matches(CosmosBulkItemResponse::isSuccessStatusCode)
          .satisfies(r -> assertThat(r.getRequestCharge()).isPositive());
    }
  }

  @Test
  void thousandsOfItemsAreWrittenInSmallBatches() {
    int items = 2_000;
    CosmosBulkExecutionOptions options =
        new CosmosBulkExecutionOptions().setMaxMicroBatchSize(50).setMaxMicroBatchConcurrency(2);
    Stream<CosmosItemOperation> creates =
        IntStream.range(0, items)
            .mapToObj(n -> create(SampleFamily.childless("many" + n, "Many" + n % 100)));
    List<Integer> codes =
        Stream.of(container.executeBulkOperations(creates.toList(), options))
            .flatMap(responses -> codes(responses).stream())
            .toList();
    assertThat(codes).hasSize(items).containsOnly(201);
  }

  private static CosmosItemOperation create(SampleFamily family) {
    return CosmosBulkOperations.getCreateItemOperation(family, family.key());
  }

  private static List<Integer> bulk(
      List<SampleFamily> families, Function<SampleFamily, CosmosItemOperation> operation) {
    return codes(container.executeBulkOperations(families.stream().map(operation).toList()));
  }

  private static List<Integer> codes(Iterable<CosmosBulkOperationResponse<Object>> responses) {
    Stream.Builder<Integer> codes = Stream.builder();
    responses.forEach(response -> codes.add(response.getResponse().getStatusCode()));
    return codes.build().toList();
  }
}
