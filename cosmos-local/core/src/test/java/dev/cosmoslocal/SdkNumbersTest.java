package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.UniqueKey;
import com.azure.cosmos.models.UniqueKeyPolicy;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The SDK and the emulator treat 1 and 1.0 as equal in every comparison. */
class SdkNumbersTest {
  @RegisterExtension
  static final SdkEmulator emulator = new SdkEmulator(LocalCosmos.builder().physicalPartitions(3));

  private static List<String> rows(CosmosContainer items, String query) {
    return items.queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class).stream()
        .map(JsonNode::toString)
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"1, 1.0", "9007199254740992, 9007199254740993", "10000000000000000, 1e16"})
  void aUniqueKeyTreatsEqualNumbersAsEqual(String one, String other) throws IOException {
    CosmosContainerProperties properties = new CosmosContainerProperties("unique" + one, "/pk");
    properties.setUniqueKeyPolicy(
        new UniqueKeyPolicy().setUniqueKeys(List.of(new UniqueKey(List.of("/n")))));
    CosmosContainer items = emulator.container(properties);
    ObjectMapper json = new ObjectMapper();
    items.createItem(SdkEmulator.item("1", "p").set("n", json.readTree(one)));
    JsonNode equal = json.readTree(other);
    assertThatThrownBy(() -> items.createItem(SdkEmulator.item("2", "p").set("n", equal)))
        .isInstanceOfSatisfying(
            CosmosException.class, e -> assertThat(e.getStatusCode()).isEqualTo(409));
  }

  /** The SDK distinguishes integers from doubles where it merges partitions: DistinctHash. */
  @Test
  void partitionsAreMergedByTheValuesOfNumbers() {
    CosmosContainer items = emulator.container("merged");
    for (int i = 0; i < 12; i++) {
      ObjectNode item = SdkEmulator.item("i" + i, "p" + i);
      items.createItem(i % 2 == 0 ? item.put("n", 1) : item.put("n", 1.0));
    }
    assertThat(rows(items, "SELECT DISTINCT VALUE c.n FROM c")).containsExactly("1");
    assertThat(rows(items, "SELECT c.n, COUNT(1) AS k FROM c GROUP BY c.n"))
        .containsExactly("{\"n\":1,\"k\":12}");
  }

  @Test
  void aPatchIncrementKeepsIntegers() {
    CosmosContainer items = emulator.container("patched");
    items.createItem(SdkEmulator.item("1", "p").put("n", 1_700_000_000_000L));
    CosmosPatchOperations steps =
        CosmosPatchOperations.create().increment("/n", 0.0).set("/m", 2.0);
    ObjectNode patched =
        items.patchItem("1", new PartitionKey("p"), steps, ObjectNode.class).getItem();
    assertThat(patched.path("n")).hasToString("1700000000000");
    assertThat(patched.path("m")).hasToString("2");
    steps = CosmosPatchOperations.create().increment("/m", 0.5).increment("/n", 0.5);
    items.patchItem("1", new PartitionKey("p"), steps, ObjectNode.class);
    steps = CosmosPatchOperations.create().increment("/m", 0.5);
    patched = items.patchItem("1", new PartitionKey("p"), steps, ObjectNode.class).getItem();
    assertThat(patched.path("m")).hasToString("3");
    assertThat(patched.path("n").doubleValue()).isEqualTo(1_700_000_000_000.5);
  }
}
