package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.ComputedProperty;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosFullTextIndex;
import com.azure.cosmos.models.CosmosFullTextPath;
import com.azure.cosmos.models.CosmosFullTextPolicy;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.CosmosVectorDataType;
import com.azure.cosmos.models.CosmosVectorDistanceFunction;
import com.azure.cosmos.models.CosmosVectorEmbedding;
import com.azure.cosmos.models.CosmosVectorEmbeddingPolicy;
import com.azure.cosmos.models.CosmosVectorIndexSpec;
import com.azure.cosmos.models.CosmosVectorIndexType;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.TriggerOperation;
import com.azure.cosmos.models.TriggerType;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.differences.Differences;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The emulator rejects features that {@link Differences} lists as unsupported, with a message that
 * names them.
 */
class UnsupportedFeaturesTest {
  private static final PartitionKey KEY = new PartitionKey("p");

  @RegisterExtension
  static final SdkEmulator emulator = new SdkEmulator(LocalCosmos.builder().physicalPartitions(2));

  private static CosmosContainer items;

  @BeforeAll
  static void start() {
    items = emulator.container("items");
    items.createItem(SdkEmulator.item("1", "p"));
  }

  private interface Attempt {
    void run();
  }

  private static void assertRefused(Attempt attempt, String name) {
    CosmosException refusal = catchThrowableOfType(CosmosException.class, attempt::run);
    assertThat(refusal).as(name).isNotNull();
    assertThat(refusal.getStatusCode()).as(name).isEqualTo(400);
    assertThat(refusal.getMessage()).containsIgnoringCase(name);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ST_DISTANCE | SELECT * FROM c WHERE ST_DISTANCE(c.a, c.b) < 1",
        "ST_WITHIN | SELECT * FROM c WHERE ST_WITHIN(c.a, c.b)",
        "ST_INTERSECTS | SELECT * FROM c WHERE ST_INTERSECTS(c.a, c.b)",
        "ST_ISVALID | SELECT VALUE ST_ISVALID(c.a) FROM c",
        "ST_AREA | SELECT VALUE ST_AREA(c.a) FROM c",
        "VECTORDISTANCE | SELECT VALUE VectorDistance(c.v, [1, 2]) FROM c",
        "VECTORDISTANCE | SELECT TOP 5 c.id FROM c ORDER BY VectorDistance(c.v, [1, 2])",
        "FULLTEXTCONTAINS | SELECT * FROM c WHERE FullTextContains(c.t, 'word')",
        "FULLTEXTCONTAINSALL | SELECT * FROM c WHERE FullTextContainsAll(c.t, 'a', 'b')",
        "ORDER BY RANK | SELECT TOP 5 * FROM c ORDER BY RANK FullTextScore(c.t, 'word')",
        "ORDER BY RANK | SELECT TOP 5 * FROM c ORDER BY RANK RRF(FullTextScore(c.t, 'a'),"
            + " VectorDistance(c.v, [1]))",
        "GROUP BY | SELECT DISTINCT c.g FROM c GROUP BY c.g",
        "DISTINCT | SELECT DISTINCT VALUE COUNT(1) FROM c"
      })
  void aQuery(String name, String query) {
    assertRefused(
        () ->
            items.queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class).stream()
                .count(),
        name);
  }

  @Test
  void computedProperties() {
    assertContainerRefused(
        properties()
            .setComputedProperties(
                List.of(new ComputedProperty("lower", "SELECT VALUE LOWER(c.n) FROM c"))),
        "computedProperties");
  }

  @Test
  void vectors() {
    CosmosVectorEmbeddingPolicy policy = new CosmosVectorEmbeddingPolicy();
    policy.setCosmosVectorEmbeddings(
        List.of(
            new CosmosVectorEmbedding()
                .setPath("/v")
                .setDataType(CosmosVectorDataType.FLOAT32)
                .setEmbeddingDimensions(3)
                .setDistanceFunction(CosmosVectorDistanceFunction.COSINE)));
    assertContainerRefused(properties().setVectorEmbeddingPolicy(policy), "vectorEmbeddingPolicy");
    IndexingPolicy indexing =
        new IndexingPolicy()
            .setVectorIndexes(
                List.of(
                    new CosmosVectorIndexSpec()
                        .setPath("/v")
                        .setType(CosmosVectorIndexType.FLAT.toString())));
    assertContainerRefused(properties().setIndexingPolicy(indexing), "vectorIndexes");
  }

  @Test
  void fullText() {
    CosmosFullTextPolicy policy = new CosmosFullTextPolicy();
    policy.setDefaultLanguage("en-US");
    policy.setPaths(List.of(new CosmosFullTextPath().setPath("/t").setLanguage("en-US")));
    assertContainerRefused(properties().setFullTextPolicy(policy), "fullTextPolicy");
    IndexingPolicy indexing =
        new IndexingPolicy()
            .setCosmosFullTextIndexes(List.of(new CosmosFullTextIndex().setPath("/t")));
    assertContainerRefused(properties().setIndexingPolicy(indexing), "fullTextIndexes");
  }

  @Test
  void theAnalyticalStore() {
    assertContainerRefused(
        properties().setAnalyticalStoreTimeToLiveInSeconds(-1), "analyticalStorageTtl");
  }

  private static CosmosContainerProperties properties() {
    return new CosmosContainerProperties("refused", "/pk");
  }

  private static void assertContainerRefused(CosmosContainerProperties properties, String name) {
    assertRefused(() -> emulator.database().createContainer(properties), name);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "eval | eval('1')",
        "Function | new Function('return 1')()",
        "createAttachment | getContext().getCollection().createAttachment('', {})",
        "queryAttachments | __.queryAttachments('', '')"
      })
  void aScript(String name, String statement) {
    CosmosException refusal =
        new SdkScripts(items).failure("p", "function () { " + statement + "; }");
    assertThat(refusal.getStatusCode()).isEqualTo(400);
    assertThat(refusal.getMessage()).contains(name);
  }

  @Test
  void aTriggerOnAPatch() {
    String trigger =
        new SdkScripts(items).trigger(TriggerType.PRE, TriggerOperation.ALL, "function () {}");
    CosmosPatchItemRequestOptions options = new CosmosPatchItemRequestOptions();
    options.setPreTriggerInclude(List.of(trigger));
    assertRefused(
        () ->
            items.patchItem(
                "1", KEY, CosmosPatchOperations.create().set("/a", 1), options, JsonNode.class),
        "trigger");
    CosmosItemRequestOptions read =
        new CosmosItemRequestOptions().setPreTriggerInclude(List.of(trigger));
    assertRefused(() -> items.readItem("1", KEY, read, JsonNode.class), "trigger");
  }
}
