package dev.cosmosblog.examples.benchmark;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;

/** The 20 items of one of 50 logical partitions. */
final class PartitionQuery implements Call {
  private static final int PARTITIONS = 50;
  private static final int ITEMS = 20;

  @Override
  public String name() {
    return "query of 20 items";
  }

  @Override
  public void prepare(CosmosContainer container) {
    for (int i = 0; i < PARTITIONS * ITEMS; i++) {
      container.createItem(Items.of("item-" + i, "p-" + i % PARTITIONS, i));
    }
  }

  @Override
  public void send(CosmosContainer container, int number) {
    CosmosQueryRequestOptions options =
        new CosmosQueryRequestOptions()
            .setPartitionKey(new PartitionKey("p-" + number % PARTITIONS));
    long found = container.queryItems("SELECT * FROM c", options, JsonNode.class).stream().count();
    Call.check(found == ITEMS, found + " items");
  }
}
