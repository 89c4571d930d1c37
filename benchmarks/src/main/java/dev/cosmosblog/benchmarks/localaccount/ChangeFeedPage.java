package dev.cosmosblog.benchmarks.localaccount;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;

/** The first page of the changes of a logical partition with 20 items. */
final class ChangeFeedPage implements Call {
  private static final int ITEMS = 20;

  @Override
  public String name() {
    return "change-feed page";
  }

  @Override
  public void prepare(CosmosContainer container) {
    for (int i = 0; i < ITEMS; i++) {
      container.createItem(Items.of("item-" + i, "p", i));
    }
  }

  @Override
  public void send(CosmosContainer container, int number) {
    CosmosChangeFeedRequestOptions options =
        CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(
            FeedRange.forLogicalPartition(new PartitionKey("p")));
    int found =
        container
            .queryChangeFeed(options, JsonNode.class)
            .iterableByPage()
            .iterator()
            .next()
            .getResults()
            .size();
    Call.check(found == ITEMS, found + " changes");
  }
}
