package dev.cosmoslocal.internal.engine.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.TestProcess;
import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.account.Database;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.index.IndexingPolicy;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import dev.cosmoslocal.internal.engine.operation.ItemOperation;
import dev.cosmoslocal.internal.engine.resource.Json;
import java.io.BufferedReader;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Measures in separate processes, whose heaps contain nothing else and are collected quickly. */
@Tag("slow")
class FootprintTest {
  private static final int ITEMS = 20_000;

  /**
   * The serial collector leaves garbage of up to 5% of the old generation in place, except in every
   * fourth collection (MarkSweepDeadRatio, MarkSweepAlwaysCompactCount).
   */
  private static final int COLLECTIONS = 4;

  /** Less than two bytes per item. */
  private static final long AGREEMENT = 32L << 10;

  private static final int MAX_READINGS = 50;
  private static final String TWO_PATHS =
      """
      {"includedPaths":[{"path":"/type/?"},{"path":"/userId/?"}],"excludedPaths":[{"path":"/*"}]}\
      """;

  /** A field, so that the container stays reachable until it is cleared. */
  private static @Nullable Container filled;

  @Test
  void anItemOfThreeHundredBytesTakesAtMostNineHundredOfHeapWithEveryPathIndexed()
      throws Exception {
    assertThat(bytesEach(IndexingPolicy.standard().toString())).isBetween(300L, 900L);
  }

  @Test
  void anItemOfThreeHundredBytesTakesAtMostSixHundredOfHeapWithTwoPathsIndexed() throws Exception {
    assertThat(bytesEach(TWO_PATHS)).isBetween(300L, 600L);
  }

  private static long bytesEach(String policy) throws Exception {
    Process process = TestProcess.of(256, FootprintTest.class, policy).start();
    try (BufferedReader output = process.inputReader()) {
      return Long.parseLong(Optional.ofNullable(output.readLine()).orElseThrow());
    }
  }

  /**
   * Returns the difference of the used heap with and without the filled container, measured
   * directly after each other.
   */
  public static void main(String[] arguments) {
    filled = fill((ObjectNode) Json.parse(arguments[0]));
    long with = settled();
    filled = null;
    System.out.println((with - settled()) / ITEMS);
  }

  private static Container fill(ObjectNode policy) {
    Database database =
        new Account(Clock.systemUTC(), 5).createDatabase(Json.object().put("id", "db"));
    ObjectNode settings = Json.object().put("id", "c");
    settings.putObject("partitionKey").put("version", 2).putArray("paths").add("/postId");
    Container container = database.createContainer(settings.set("indexingPolicy", policy));
    Random random = new Random(1);
    for (int i = 0; i < ITEMS; i++) {
      ObjectNode item = item(random);
      container.execute(
          PartitionKeyValue.parse("[\"" + item.path("postId").textValue() + "\"]"),
          new ItemOperation.Create(item));
    }
    assertThat(container.ranges()).hasSize(5);
    return container;
  }

  /**
   * Creates an item that shares as little as possible with others. It has its own logical partition
   * and random content.
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

  /** Returns the used heap, after collecting until two consecutive readings agree. */
  private static long settled() {
    long before = used();
    for (int i = 0; i < MAX_READINGS; i++) {
      long now = used();
      if (Math.abs(now - before) < AGREEMENT) {
        return now;
      }
      before = now;
    }
    return fail("The heap in use still changes after " + MAX_READINGS + " collections.");
  }

  private static long used() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
