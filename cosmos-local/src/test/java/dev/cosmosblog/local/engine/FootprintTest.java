package dev.cosmosblog.local.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import org.junit.jupiter.api.Test;

class FootprintTest {
  private static final int ITEMS = 50_000;
  private static final int MOST_BYTES = 1_200;

  @Test
  void anItemOfThreeHundredBytesTakesAtMostTwelveHundredOfHeap() {
    Database database =
        new Account(Clock.systemUTC(), 5).createDatabase(Json.object().put("id", "db"));
    ObjectNode settings = Json.object().put("id", "c");
    settings.putObject("partitionKey").put("version", 2).putArray("paths").add("/postId");
    Container container = database.createContainer(settings);
    long before = used();
    for (int i = 0; i < ITEMS; i++) {
      ObjectNode item = item(i);
      container.execute(
          PartitionKeyValue.parse("[\"" + item.path("postId").textValue() + "\"]"),
          new CreateItem(item));
    }
    long each = (used() - before) / ITEMS;
    assertThat(container.ranges()).hasSize(5);
    assertThat(each).as("bytes of heap for an item").isBetween(300L, (long) MOST_BYTES);
  }

  /** As unshared as can be: each item in a logical partition of its own. */
  private static ObjectNode item(int i) {
    String id = String.format("00000000-0000-0000-0000-%012d", i);
    ObjectNode item = Json.object().put("id", id).put("type", "comment").put("postId", id);
    return item.put("userId", id).put("userUsername", "someone").put("content", "x".repeat(60));
  }

  private static long used() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
