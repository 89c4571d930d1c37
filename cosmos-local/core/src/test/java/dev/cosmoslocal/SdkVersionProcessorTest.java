package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.ChangeFeedProcessor;
import com.azure.cosmos.ChangeFeedProcessorBuilder;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.ChangeFeedPolicy;
import com.azure.cosmos.models.ChangeFeedProcessorItem;
import com.azure.cosmos.models.ChangeFeedProcessorOptions;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The ChangeFeedProcessor on the feed of all versions and deletes. */
class SdkVersionProcessorTest {
  private static final int ITEMS = 12;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Set<String> seen = ConcurrentHashMap.newKeySet();
  private final BlockingQueue<String> begun = new LinkedBlockingQueue<>();
  private final CountDownLatch all = new CountDownLatch(3 * ITEMS);

  @Test
  void twoHostsSeeEveryVersionAndDelete() throws Exception {
    assertThat(run(2, false)).isTrue();
    assertThat(seen).contains("CREATE 0 1", "REPLACE 0 2", "DELETE 0 2");
  }

  @Test
  void aHandlerWithAContextSeesEveryVersionAndDelete() throws Exception {
    assertThat(run(1, true)).isTrue();
  }

  private boolean run(int hosts, boolean context) throws Exception {
    try (SdkEmulator emulator = new SdkEmulator(LocalCosmos.builder().physicalPartitions(2));
        CosmosAsyncClient client = emulator.asyncClient()) {
      CosmosContainer feed =
          emulator.container(
              new CosmosContainerProperties("feed", "/pk")
                  .setChangeFeedPolicy(
                      ChangeFeedPolicy.createAllVersionsAndDeletesPolicy(Duration.ofMinutes(5))));
      emulator.database().createContainerIfNotExists("leases", "/id");
      List<ChangeFeedProcessor> processors = new ArrayList<>();
      for (int i = 0; i < hosts; i++) {
        processors.add(processor("host" + i, client, context));
      }
      for (ChangeFeedProcessor processor : processors) {
        processor.start().block(PATIENCE);
      }
      started(feed);
      change(feed);
      boolean done = all.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      processors.forEach(p -> p.stop().block(PATIENCE));
      return done;
    }
  }

  /**
   * Writes until an item of each range is seen, because the feed starts when a host first reads the
   * range.
   */
  private void started(CosmosContainer feed) throws InterruptedException {
    for (int round = 0;
        round < 300 && !(seen.contains("begun a") && seen.contains("begun c"));
        round++) {
      feed.upsertItem(SdkEmulator.item("begun a", "a"));
      feed.upsertItem(SdkEmulator.item("begun c", "c"));
      begun.poll(100, TimeUnit.MILLISECONDS);
    }
    assertThat(seen).contains("begun a", "begun c");
  }

  private static void change(CosmosContainer feed) {
    for (int i = 0; i < ITEMS; i++) {
      String id = String.valueOf(i);
      String pk = "p" + i;
      feed.createItem(SdkEmulator.item(id, pk).put("n", 1));
      feed.upsertItem(SdkEmulator.item(id, pk).put("n", 2));
      feed.deleteItem(id, new PartitionKey(pk), new CosmosItemRequestOptions());
    }
  }

  private ChangeFeedProcessor processor(String host, CosmosAsyncClient client, boolean context) {
    ChangeFeedProcessorBuilder builder =
        new ChangeFeedProcessorBuilder()
            .hostName(host)
            .feedContainer(client.getDatabase("db").getContainer("feed"))
            .leaseContainer(client.getDatabase("db").getContainer("leases"))
            .options(
                new ChangeFeedProcessorOptions()
                    .setFeedPollDelay(Duration.ofMillis(100))
                    .setLeaseAcquireInterval(Duration.ofSeconds(1)));
    if (context) {
      builder.handleAllVersionsAndDeletesChanges((changes, where) -> changes.forEach(this::see));
    } else {
      builder.handleAllVersionsAndDeletesChanges(changes -> changes.forEach(this::see));
    }
    return builder.buildChangeFeedProcessor();
  }

  private void see(ChangeFeedProcessorItem change) {
    boolean delete = change.getCurrent().isEmpty();
    var item = delete ? change.getPrevious() : change.getCurrent();
    String id = item.path("id").asText();
    if (id.startsWith("begun")) {
      seen.add(id);
      begun.add(id);
    } else if (seen.add(
        change.getChangeFeedMetaData().getOperationType() + " " + id + " " + item.path("n"))) {
      all.countDown();
    }
  }
}
