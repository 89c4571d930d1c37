package dev.cosmosblog.benchmarks.emulator;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.CosmosStoredProcedureRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** A request that clients repeat. */
interface EmulatorCall {
  /** Returns the call's name in tables. */
  String name();

  /** Creates what the call needs, in a container that no other call uses. */
  void prepare(CosmosContainer container);

  /**
   * Sends it once and checks the response.
   *
   * @param number a new number each time, from 0
   */
  void send(CosmosContainer container, int number);

  /** Ends the benchmark if a response is wrong. */
  static void check(boolean right, String what) {
    if (!right) {
      throw new IllegalStateException("A response is wrong: " + what);
    }
  }

  /** Reads one of 200 items. */
  static final class PointRead implements EmulatorCall {
    private static final int ITEMS = 200;

    @Override
    public String name() {
      return "point read";
    }

    @Override
    public void prepare(CosmosContainer container) {
      for (int i = 0; i < ITEMS; i++) {
        container.createItem(SmallItems.of("item-" + i, "p-" + i, i));
      }
    }

    @Override
    public void send(CosmosContainer container, int number) {
      int i = number % ITEMS;
      JsonNode item =
          container.readItem("item-" + i, new PartitionKey("p-" + i), JsonNode.class).getItem();
      EmulatorCall.check(item.path("number").asInt() == i, "item " + i);
    }
  }

  /** Creates an item of 300 bytes. */
  static final class PointWrite implements EmulatorCall {
    private static final int CREATED = 201;

    @Override
    public String name() {
      return "point write";
    }

    @Override
    public void prepare(CosmosContainer container) {
      // Needs nothing.
    }

    @Override
    public void send(CosmosContainer container, int number) {
      int status =
          container
              .createItem(SmallItems.of("item-" + number, "p-" + number, number))
              .getStatusCode();
      EmulatorCall.check(status == CREATED, "status " + status);
    }
  }

  /** Creates an item and counts it in another, in one transaction. */
  static final class BatchOfTwo implements EmulatorCall {
    private static final int PARTITIONS = 20;

    @Override
    public String name() {
      return "batch of two";
    }

    @Override
    public void prepare(CosmosContainer container) {
      for (int i = 0; i < PARTITIONS; i++) {
        container.createItem(SmallItems.of("counter", "p-" + i, 0));
      }
    }

    @Override
    public void send(CosmosContainer container, int number) {
      String pk = "p-" + number % PARTITIONS;
      CosmosBatch batch = CosmosBatch.createCosmosBatch(new PartitionKey(pk));
      batch.createItemOperation(SmallItems.of("item-" + number, pk, number));
      batch.patchItemOperation("counter", CosmosPatchOperations.create().increment("/number", 1));
      CosmosBatchResponse response = container.executeCosmosBatch(batch);
      EmulatorCall.check(response.isSuccessStatusCode(), "status " + response.getStatusCode());
    }
  }

  /** The 20 items of one of 10 logical partitions. */
  static final class PartitionQuery implements EmulatorCall {
    private static final int PARTITIONS = 10;
    private static final int ITEMS = 20;

    @Override
    public String name() {
      return "query of 20 items";
    }

    @Override
    public void prepare(CosmosContainer container) {
      for (int i = 0; i < PARTITIONS * ITEMS; i++) {
        container.createItem(SmallItems.of("item-" + i, "p-" + i % PARTITIONS, i));
      }
    }

    @Override
    public void send(CosmosContainer container, int number) {
      // The SDK sends it without a query plan, which the other server doesn't support.
      long found =
          container
              .readAllItems(new PartitionKey("p-" + number % PARTITIONS), JsonNode.class)
              .stream()
              .count();
      EmulatorCall.check(found == ITEMS, found + " items");
    }
  }

  /** The first page of the changes of a logical partition with 20 items. */
  static final class ChangeFeedPage implements EmulatorCall {
    private static final int ITEMS = 20;

    @Override
    public String name() {
      return "change-feed page";
    }

    @Override
    public void prepare(CosmosContainer container) {
      for (int i = 0; i < ITEMS; i++) {
        container.createItem(SmallItems.of("item-" + i, "p", i));
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
      EmulatorCall.check(found == ITEMS, found + " changes");
    }
  }

  /** A stored procedure that reads an item and returns a number of it. */
  static final class ProcedureCall implements EmulatorCall {
    private static final int ITEMS = 20;
    private static final int TIMEOUT = 408;
    private static final int MAX_TIMEOUTS = 10;
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
        container.createItem(SmallItems.of("item", "p-" + i, i));
      }
      loadInterpreter(container);
    }

    /** On a busy machine, this alone may take longer than a script may. */
    private void loadInterpreter(CosmosContainer container) {
      for (int timeouts = 0; ; timeouts++) {
        try {
          send(container, 0);
          return;
        } catch (CosmosException e) {
          if (e.getStatusCode() != TIMEOUT || timeouts == MAX_TIMEOUTS) {
            throw e;
          }
        }
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
      EmulatorCall.check(answer.equals(String.valueOf(i)), answer);
    }
  }
}
