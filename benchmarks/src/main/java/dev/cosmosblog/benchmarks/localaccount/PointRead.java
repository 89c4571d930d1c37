package dev.cosmosblog.benchmarks.localaccount;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;

/** Reads one of 200 items. */
final class PointRead implements Call {
  private static final int ITEMS = 200;

  @Override
  public String name() {
    return "point read";
  }

  @Override
  public void prepare(CosmosContainer container) {
    for (int i = 0; i < ITEMS; i++) {
      container.createItem(Items.of("item-" + i, "p-" + i, i));
    }
  }

  @Override
  public void send(CosmosContainer container, int number) {
    int i = number % ITEMS;
    JsonNode item =
        container.readItem("item-" + i, new PartitionKey("p-" + i), JsonNode.class).getItem();
    Call.check(item.path("number").asInt() == i, "item " + i);
  }
}
