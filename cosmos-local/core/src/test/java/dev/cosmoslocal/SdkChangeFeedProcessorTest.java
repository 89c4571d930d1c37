package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.ChangeFeedProcessor;
import com.azure.cosmos.ChangeFeedProcessorBuilder;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.ChangeFeedProcessorItem;
import com.azure.cosmos.models.ChangeFeedProcessorOptions;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SdkChangeFeedProcessorTest {
  private static final int ITEMS = 30;

  private final Set<String> seen = ConcurrentHashMap.newKeySet();
  private final CountDownLatch all = new CountDownLatch(ITEMS);

  @Test
  void oneHostSeesEveryChange() throws Exception {
    assertThat(run(1, false)).isTrue();
  }

  @Test
  void twoHostsShareTheChanges() throws Exception {
    assertThat(run(2, false)).isTrue();
  }

  @Test
  void theAllVersionsHandlerSeesEveryChange() throws Exception {
    assertThat(run(1, true)).isTrue();
  }

  @Test
  void twoHostsWithTheAllVersionsHandlerShareTheChanges() throws Exception {
    assertThat(run(2, true)).isTrue();
  }

  private boolean run(int hosts, boolean newer) throws Exception {
    try (SdkEmulator emulator = new SdkEmulator(LocalCosmos.builder().physicalPartitions(2));
        CosmosAsyncClient client = emulator.asyncClient()) {
      CosmosContainer feed = emulator.container("feed");
      emulator.database().createContainerIfNotExists("leases", "/id");
      CosmosAsyncContainer source = client.getDatabase("db").getContainer("feed");
      CosmosAsyncContainer leases = client.getDatabase("db").getContainer("leases");
      for (int i = 0; i < ITEMS / 2; i++) {
        feed.createItem(SdkEmulator.item("i" + i, "p" + i));
      }
      List<ChangeFeedProcessor> processors = new ArrayList<>();
      for (int i = 0; i < hosts; i++) {
        processors.add(processor("host" + i, source, leases, newer));
      }
      processors.forEach(p -> p.start().block(Duration.ofSeconds(20)));
      for (int i = ITEMS / 2; i < ITEMS; i++) {
        feed.createItem(SdkEmulator.item("i" + i, "p" + i));
      }
      boolean done = all.await(30, TimeUnit.SECONDS);
      assertThat(processors.get(0).getCurrentState().block(Duration.ofSeconds(20))).hasSize(2);
      processors.forEach(p -> p.stop().block(Duration.ofSeconds(20)));
      return done;
    }
  }

  private ChangeFeedProcessor processor(
      String host, CosmosAsyncContainer source, CosmosAsyncContainer leases, boolean newer) {
    ChangeFeedProcessorOptions options =
        new ChangeFeedProcessorOptions()
            .setStartFromBeginning(true)
            .setFeedPollDelay(Duration.ofMillis(100))
            .setLeaseAcquireInterval(Duration.ofSeconds(1));
    ChangeFeedProcessorBuilder builder =
        new ChangeFeedProcessorBuilder()
            .hostName(host)
            .feedContainer(source)
            .leaseContainer(leases)
            .options(options);
    if (newer) {
      builder.handleLatestVersionChanges(
          changes -> changes.stream().map(ChangeFeedProcessorItem::getCurrent).forEach(this::see));
    } else {
      builder.handleChanges(changes -> changes.forEach(this::see));
    }
    return builder.buildChangeFeedProcessor();
  }

  private void see(JsonNode item) {
    if (seen.add(item.path("id").asText())) {
      all.countDown();
    }
  }
}
