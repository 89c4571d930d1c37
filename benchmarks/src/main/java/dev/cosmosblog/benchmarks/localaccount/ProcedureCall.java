package dev.cosmosblog.benchmarks.localaccount;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.CosmosStoredProcedureRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import java.util.List;

/** A stored procedure that reads an item and answers with a number of it. */
final class ProcedureCall implements Call {
  private static final int ITEMS = 20;
  private static final String BODY =
      """
      function numberOf(id) {
        var collection = getContext().getCollection();
        var link = collection.getAltLink() + "/docs/" + id;
        if (!collection.readDocument(link, function (failure, item) {
          if (failure) throw failure;
          getContext().getResponse().setBody(item.number);
        })) throw new Error("out of time");
      }
      """;

  @Override
  public String name() {
    return "stored procedure";
  }

  @Override
  public void prepare(CosmosContainer container) {
    container
        .getScripts()
        .createStoredProcedure(new CosmosStoredProcedureProperties("numberOf", BODY));
    for (int i = 0; i < ITEMS; i++) {
      container.createItem(Items.of("item", "p-" + i, i));
    }
  }

  @Override
  public void send(CosmosContainer container, int number) {
    int i = number % ITEMS;
    CosmosStoredProcedureRequestOptions options = new CosmosStoredProcedureRequestOptions();
    options.setPartitionKey(new PartitionKey("p-" + i));
    String answer =
        container
            .getScripts()
            .getStoredProcedure("numberOf")
            .execute(List.of("item"), options)
            .getResponseAsString();
    Call.check(answer.equals(String.valueOf(i)), answer);
  }
}
