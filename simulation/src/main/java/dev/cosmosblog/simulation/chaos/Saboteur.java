package dev.cosmosblog.simulation.chaos;

import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Writes bad items to the containers, as an operator's script might: they can't be read, lack what
 * they need, or are too large to be copied.
 */
final class Saboteur implements Runnable {
  /** An item may have 2 MB; this one's copy, with its additional properties, has more. */
  private static final int TOO_LARGE = 2 * 1024 * 1024 - 200;

  private final CosmosDatabase database;
  private final Duration rest;
  private final CountDownLatch stop;
  private final Set<String> planted = ConcurrentHashMap.newKeySet();

  Saboteur(CosmosDatabase database, Duration rest, CountDownLatch stop) {
    this.database = database;
    this.rest = rest;
    this.stop = stop;
  }

  /** Returns the ids of the items written so far. */
  Set<String> planted() {
    return Set.copyOf(planted);
  }

  @Override
  public void run() {
    try {
      for (PlantedItem item : items()) {
        // When the others stop, the rest is written at once.
        stop.await(rest.toMillis(), TimeUnit.MILLISECONDS);
        plant(item);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Repeats the upsert until it succeeds. */
  private void plant(PlantedItem bad) {
    planted.add(bad.id());
    while (true) {
      try {
        database
            .getContainer(bad.container())
            .upsertItem(
                bad.item(), new PartitionKey(bad.partition()), new CosmosItemRequestOptions());
        return;
      } catch (CosmosException again) {
        // One of the faults.
      }
    }
  }

  static List<PlantedItem> items() {
    return List.of(
        post("no-author").without("userId").done(),
        post("no-date").with("creationDate", "yesterday").done(),
        post("no-version").with("version", "many").done(),
        post("no-count").with("commentCount", "some").done(),
        bad("posts", "postId", "no-commenter").with("type", "comment").done(),
        bad("posts", "postId", "bad-liker").with("type", "like").with("userId", "a/b").done(),
        bad("users", "userId", "no-version-user").with("type", "user").with("version", "x").done(),
        post("too-large").with("userUsername", "x".repeat(TOO_LARGE)).done());
  }

  private static Draft post(String id) {
    return bad("posts", "postId", id)
        .with("type", "post")
        .with("userId", "nobody")
        .with("creationDate", Instant.now().toString());
  }

  private static Draft bad(String container, String key, String id) {
    ObjectNode item = JsonNodeFactory.instance.objectNode();
    String itemId = "bad-" + id;
    item.put("id", itemId).put(key, itemId);
    return new Draft(container, item);
  }

  private record Draft(String container, ObjectNode item) {
    Draft with(String property, String value) {
      item.put(property, value);
      return this;
    }

    Draft without(String property) {
      item.remove(property);
      return this;
    }

    PlantedItem done() {
      return new PlantedItem(container, item.path("id").asText(), item);
    }
  }

  /**
   * A bad item.
   *
   * @param container where it is put
   * @param partition its partition key
   */
  record PlantedItem(String container, String partition, ObjectNode item) {
    String id() {
      return item.path("id").asText();
    }
  }
}
