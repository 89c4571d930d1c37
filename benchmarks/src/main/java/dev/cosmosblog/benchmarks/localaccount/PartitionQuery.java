package dev.cosmosblog.benchmarks.localaccount;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;

/** The 20 items of one of 10 logical partitions. */
final class PartitionQuery implements Call {
  private static final int PARTITIONS = 10;
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
    // A query that the SDK sends without asking for its plan, which the other server has not.
    long found =
        container
            .readAllItems(new PartitionKey("p-" + number % PARTITIONS), JsonNode.class)
            .stream()
            .count();
    Call.check(found == ITEMS, found + " items");
  }
}
