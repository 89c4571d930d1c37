package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A running script blocks only its own physical partition. */
class SdkLongScriptTest {
  private static final String WRITE =
      "function (pk) { __.createDocument(__.getSelfLink(), {id: 'script', pk: pk}); }";
  private static final int WAITING = 12;

  private final HoldingClock clock = new HoldingClock();
  private final ExecutorService clients = Executors.newFixedThreadPool(WAITING + 1);

  @Test
  @Timeout(300)
  void aLongScriptDoesNotDelayOtherPartitions() throws Exception {
    try (SdkEmulator emulator =
        new SdkEmulator(LocalCosmos.builder().clock(clock).scriptTime(Duration.ofMinutes(5)))) {
      CosmosContainer items = emulator.container("items");
      SdkScripts scripts = new SdkScripts(items);
      String procedure = scripts.procedure(WRITE);
      String held = "a";
      String other = keyBeside(items, held);
      clock.holdNext();
      Future<?> script = clients.submit(() -> scripts.execute(held, procedure, held));
      clock.held.await();
      List<Future<?>> writes = new ArrayList<>();
      for (int i = 0; i < WAITING; i++) {
        ObjectNode item = SdkEmulator.item("w" + i, held);
        writes.add(clients.submit(() -> items.createItem(item)));
      }
      for (int i = 0; i < 50; i++) {
        items.createItem(SdkEmulator.item("o" + i, other));
      }
      CosmosBatch batch = CosmosBatch.createCosmosBatch(new PartitionKey(other));
      batch.createItemOperation(SdkEmulator.item("b", other));
      assertThat(items.executeCosmosBatch(batch).isSuccessStatusCode()).isTrue();
      scripts.execute(other, procedure, other);
      assertThat(count(items, other)).as("written beside the script").isEqualTo(53);
      assertThat(count(items, held)).as("readers see what was before").isEqualTo(1);
      assertThat(script).isNotDone();
      assertThat(writes).noneMatch(Future::isDone);
      clock.release.countDown();
      script.get();
      for (Future<?> write : writes) {
        write.get();
      }
      assertThat(count(items, held)).isEqualTo(2 + WAITING);
    } finally {
      clock.release.countDown();
      clients.shutdown();
      assertThat(clients.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    }
  }

  /** Returns a key in another physical partition, after writing an item with each key. */
  private static String keyBeside(CosmosContainer items, String key) {
    String mine = partition(items, key);
    for (char next = 'b'; next <= 'z'; next++) {
      if (!partition(items, String.valueOf(next)).equals(mine)) {
        return String.valueOf(next);
      }
    }
    throw new AssertionError("All keys lie in one partition.");
  }

  private static String partition(CosmosContainer items, String key) {
    String token = items.createItem(SdkEmulator.item("first", key)).getSessionToken();
    return token.substring(0, token.indexOf(':'));
  }

  private static long count(CosmosContainer items, String pk) {
    return items
        .queryItems(
            "SELECT VALUE COUNT(1) FROM c",
            new CosmosQueryRequestOptions().setPartitionKey(new PartitionKey(pk)),
            Long.class)
        .iterator()
        .next();
  }

  /** Blocks the next write in the middle. */
  private static final class HoldingClock extends Clock {
    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicBoolean holding = new AtomicBoolean();

    void holdNext() {
      holding.set(true);
    }

    @Override
    public Instant instant() {
      if (holding.compareAndSet(true, false)) {
        held.countDown();
        try {
          release.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
      return Instant.now();
    }

    @Override
    public ZoneId getZone() {
      return ZoneId.of("UTC");
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
