package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SdkPatchTest {
  @RegisterExtension static final SdkEmulator cosmos = SdkEmulator.shared();

  private static CosmosContainer items;

  @BeforeAll
  static void createContainer() {
    items = cosmos.container("items");
  }

  @Test
  void everyOperationChangesItsTarget() {
    ObjectNode item = SdkEmulator.item("all", "a").put("n", 1).put("gone", true).put("from", "x");
    item.putObject("deep").putArray("list").add(1).add(2).add(3);
    items.createItem(item);
    ObjectNode patched =
        patch(
            "all",
            CosmosPatchOperations.create()
                .add("/new", "v")
                .add("/deep/list/1", 9)
                .add("/deep/list/-", 4)
                .set("/deep/list/0", 0)
                .replace("/deep/list/2", 8)
                .remove("/gone")
                .increment("/n", 2)
                .increment("/fresh", 5)
                .move("/from", "/deep/to"));
    assertThat(patched.path("new").textValue()).isEqualTo("v");
    assertThat(patched.path("deep").path("list")).hasToString("[0,9,8,3,4]");
    assertThat(patched.has("gone")).isFalse();
    assertThat(patched.path("n")).hasToString("3");
    assertThat(patched.path("fresh").intValue()).isEqualTo(5);
    assertThat(patched.has("from")).isFalse();
    assertThat(patched.path("deep").path("to").textValue()).isEqualTo("x");
  }

  @Test
  void aFailedPatchChangesNothing() {
    ObjectNode item = SdkEmulator.item("bad", "a").put("text", "t");
    item.putArray("list").add(1);
    items.createItem(item);
    for (CosmosPatchOperations wrong :
        List.of(
            CosmosPatchOperations.create().set("/ok", 1).replace("/missing", 1),
            CosmosPatchOperations.create().remove("/missing"),
            CosmosPatchOperations.create().increment("/text", 1),
            CosmosPatchOperations.create().add("/no/parent", 1),
            CosmosPatchOperations.create().add("/list/2", 1),
            CosmosPatchOperations.create().set("/list/2", 1),
            CosmosPatchOperations.create().move("/list", "/list/0"),
            CosmosPatchOperations.create().set("/id", "other"),
            CosmosPatchOperations.create().set("/pk", "other"),
            CosmosPatchOperations.create().set("/_ts", 1))) {
      assertThatThrownBy(() -> patch("bad", wrong))
          .isInstanceOfSatisfying(
              CosmosException.class, e -> assertThat(e.getStatusCode()).isEqualTo(400));
    }
    assertThat(items.readItem("bad", new PartitionKey("a"), ObjectNode.class).getItem().has("ok"))
        .isFalse();
  }

  @Test
  void aPatchHasAtMostTenOperations() {
    items.createItem(SdkEmulator.item("ten", "a"));
    CosmosPatchOperations operations = CosmosPatchOperations.create();
    for (int i = 0; i < 10; i++) {
      operations.set("/p" + i, i);
    }
    assertThat(patch("ten", operations).path("p9").intValue()).isEqualTo(9);
    assertThatThrownBy(() -> patch("ten", operations.set("/p10", 10)))
        .isInstanceOf(CosmosException.class);
  }

  @Test
  void aPatchRequiresItsCondition() {
    items.createItem(SdkEmulator.item("cond", "a").put("v", 7));
    CosmosPatchOperations set = CosmosPatchOperations.create().set("/done", true);
    PartitionKey key = new PartitionKey("a");
    assertThatThrownBy(
            () ->
                items.patchItem("cond", key, set, filter("FROM c WHERE c.v = 8"), ObjectNode.class))
        .isInstanceOfSatisfying(
            CosmosException.class, e -> assertThat(e.getStatusCode()).isEqualTo(412));
    ObjectNode done =
        items
            .patchItem("cond", key, set, filter("FROM c WHERE c.v = 7"), ObjectNode.class)
            .getItem();
    assertThat(done.path("done").booleanValue()).isTrue();
  }

  private static CosmosPatchItemRequestOptions filter(String predicate) {
    return new CosmosPatchItemRequestOptions().setFilterPredicate(predicate);
  }

  private static ObjectNode patch(String id, CosmosPatchOperations operations) {
    return items.patchItem(id, new PartitionKey("a"), operations, ObjectNode.class).getItem();
  }
}
