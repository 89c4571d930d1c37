package dev.cosmosblog.local.internal.engine.partition;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.internal.engine.account.Account;
import dev.cosmosblog.local.internal.engine.account.Database;
import dev.cosmosblog.local.internal.engine.container.Container;
import dev.cosmosblog.local.internal.engine.index.IndexingPolicy;
import dev.cosmosblog.local.internal.engine.key.PartitionKeyValue;
import dev.cosmosblog.local.internal.engine.operation.ItemOperation;
import dev.cosmosblog.local.internal.engine.resource.Json;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("measures the heap")
class FootprintTest {
  private static final int ITEMS = 20_000;
  private static final String TWO_PATHS =
      """
      {"includedPaths":[{"path":"/type/?"},{"path":"/userId/?"}],"excludedPaths":[{"path":"/*"}]}\
      """;

  @Test
  void anItemOfThreeHundredBytesTakesAtMostTwelveHundredOfHeapWithEveryPathIndexed() {
    assertThat(bytesEach(IndexingPolicy.standard())).isBetween(300L, 1_200L);
  }

  @Test
  void anItemOfThreeHundredBytesTakesAtMostSixHundredOfHeapWithTwoPathsIndexed() {
    assertThat(bytesEach((ObjectNode) Json.parse(TWO_PATHS))).isBetween(300L, 600L);
  }

  private static long bytesEach(ObjectNode policy) {
    Database database =
        new Account(Clock.systemUTC(), 5).createDatabase(Json.object().put("id", "db"));
    ObjectNode settings = Json.object().put("id", "c");
    settings.putObject("partitionKey").put("version", 2).putArray("paths").add("/postId");
    Container container = database.createContainer(settings.set("indexingPolicy", policy));
    Random random = new Random(1);
    long before = used();
    for (int i = 0; i < ITEMS; i++) {
      ObjectNode item = item(random);
      container.execute(
          PartitionKeyValue.parse("[\"" + item.path("postId").textValue() + "\"]"),
          new ItemOperation.Create(item));
    }
    long each = (used() - before) / ITEMS;
    assertThat(container.ranges()).hasSize(5);
    return each;
  }

  /**
   * As different from its neighbours as possible: in its own logical partition, with random ids and
   * content.
   */
  private static ObjectNode item(Random random) {
    String id = uuid(random);
    ObjectNode item = Json.object().put("id", id).put("type", "comment").put("postId", id);
    item.put("userId", uuid(random)).put("userUsername", "user" + random.nextInt(5_000));
    item.put("content", (uuid(random) + uuid(random) + uuid(random)).substring(0, 103));
    assertThat(Json.bytes(item).length).isBetween(290, 310);
    return item;
  }

  private static String uuid(Random random) {
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }

  private static long used() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
