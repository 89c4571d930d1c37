package dev.cosmosblog.examples.benchmark;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
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
    String pk = "p-" + number % PARTITIONS;
    // The other server wants the key in the text, too.
    SqlQuerySpec query =
        new SqlQuerySpec("SELECT * FROM c WHERE c.pk = @pk", new SqlParameter("@pk", pk));
    CosmosQueryRequestOptions options =
        new CosmosQueryRequestOptions().setPartitionKey(new PartitionKey(pk));
    long found = container.queryItems(query, options, JsonNode.class).stream().count();
    Call.check(found == ITEMS, found + " items");
  }
}
