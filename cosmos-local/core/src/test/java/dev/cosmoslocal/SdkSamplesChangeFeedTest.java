package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.ChangeFeedProcessor;
import com.azure.cosmos.ChangeFeedProcessorBuilder;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.ChangeFeedProcessorOptions;
import com.azure.cosmos.models.ChangeFeedProcessorState;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * SampleChangeFeedPullModel, SampleChangeFeedProcessor, SampleChangeFeedEstimator and
 * SampleGroceryStore of Azure-Samples/azure-cosmos-java-sql-api-samples.
 */
@Tag("slow")
class SdkSamplesChangeFeedTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final int KEYS = 10;
  private static final int ITEMS_PER_KEY = 20;

  private SdkEmulator emulator;
  private CosmosAsyncClient client;
  private CosmosContainer items;

  @BeforeEach
  void start() {
    emulator = new SdkEmulator(LocalCosmos.builder().physicalPartitions(2));
    client = emulator.asyncClient();
    items = emulator.container("feed");
    emulator.container(new CosmosContainerProperties("leases", "/id"));
  }

  @AfterEach
  void stop() {
    client.close();
    emulator.close();
  }

  @Test
  void theFeedIsPulledAsAWholeByRangesAndByPartitionKey() {
    for (int n = 0; n < KEYS * ITEMS_PER_KEY; n++) {
      items.createItem(SdkEmulator.item("i" + n, "key" + n % KEYS));
    }
    assertThat(pull(FeedRange.forFullRange())).hasSize(200).doesNotHaveDuplicates();
    List<FeedRange> ranges = items.getFeedRanges();
    assertThat(ranges).hasSize(2);
    List<String> machine1 = pull(ranges.get(0));
    List<String> machine2 = pull(ranges.get(1));
    assertThat(machine1).isNotEmpty().doesNotContainAnyElementsOf(machine2);
    assertThat(machine1.size() + machine2.size()).isEqualTo(200);
    assertThat(pull(FeedRange.forLogicalPartition(new PartitionKey("key3"))))
        .hasSize(ITEMS_PER_KEY);
  }

  /**
   * As in the sample, each round starts from the continuation of the previous one. The last rounds
   * find no changes.
   */
  private List<String> pull(FeedRange range) {
    List<String> ids = new ArrayList<>();
    CosmosChangeFeedRequestOptions options =
        CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(range);
    for (int turn = 0; turn < 5; turn++) {
      String continuation = "";
      for (FeedResponse<JsonNode> page :
          items.queryChangeFeed(options, JsonNode.class).iterableByPage()) {
        page.getResults().forEach(item -> ids.add(item.path("id").asText()));
        continuation = page.getContinuationToken();
      }
      options = CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(continuation);
    }
    return ids;
  }

  @Test
  void aProcessorMaintainsTwoViewsOfAnInventory() throws Exception {
    CosmosContainer types = emulator.container(new CosmosContainerProperties("types", "/type"));
    CosmosContainer expiries =
        emulator.container(new CosmosContainerProperties("expiries", "/expiryDaysRemaining"));
    BlockingQueue<String> alerts = new LinkedBlockingQueue<>();
    ChangeFeedProcessor processor =
        processor("SampleHost_1")
            .handleChanges(
                changes -> {
                  for (JsonNode change : changes) {
                    types.upsertItem(change);
                    JsonNode view =
                        SdkEmulator.item(change.path("id").asText(), "view")
                            .put("expiryDaysRemaining", String.valueOf(change.path("day").asInt()));
                    expiries.upsertItem(view);
                    alerts.add(change.path("id").asText());
                  }
                })
            .buildChangeFeedProcessor();
    processor.start().block(SOON);
    for (int n = 0; n < 10; n++) {
      items.createItem(SdkEmulator.item("0" + n, "0" + n).put("type", "T" + n % 3).put("day", n));
    }
    List<String> alerted = new ArrayList<>();
    for (int n = 0; n < 10; n++) {
      alerted.add(Objects.requireNonNull(alerts.poll(SOON.toSeconds(), TimeUnit.SECONDS)));
    }
    processor.stop().block(SOON);
    assertThat(alerted).doesNotHaveDuplicates();
    assertThat(types.readAllItems(new PartitionKey("T1"), JsonNode.class)).hasSize(3);
    assertThat(expiries.readAllItems(new PartitionKey("7"), JsonNode.class)).hasSize(1);
  }

  @Test
  void theLagIsEstimatedByTheHostAndByAnother() throws Exception {
    Semaphore gate = new Semaphore(0);
    BlockingQueue<Integer> handled = new LinkedBlockingQueue<>();
    ChangeFeedProcessor host =
        processor("SampleHost_1")
            .handleChanges(
                changes -> {
                  gate.acquireUninterruptibly();
                  handled.add(changes.size());
                })
            .buildChangeFeedProcessor();
    ChangeFeedProcessor sideCart =
        processor("side-cart").handleChanges(changes -> {}).buildChangeFeedProcessor();
    host.start().block(SOON);
    assertThat(lag(host)).isZero();
    assertThat(lag(sideCart)).isZero();
    for (int n = 0; n < 10; n++) {
      items.createItem(SdkEmulator.item("0" + n, "0" + n));
    }
    assertThat(lag(host)).isEqualTo(10);
    assertThat(lag(sideCart)).isEqualTo(10);
    gate.release(100);
    int seen = 0;
    while (seen < 10) {
      seen += Objects.requireNonNull(handled.poll(SOON.toSeconds(), TimeUnit.SECONDS));
    }
    host.stop().block(SOON);
    assertThat(seen).isEqualTo(10);
  }

  /**
   * Reads from the beginning, because the samples instead wait some seconds before they first read
   * the feed.
   */
  private ChangeFeedProcessorBuilder processor(String host) {
    CosmosAsyncContainer feed = client.getDatabase("db").getContainer("feed");
    return new ChangeFeedProcessorBuilder()
        .hostName(host)
        .options(
            new ChangeFeedProcessorOptions()
                .setStartFromBeginning(true)
                .setFeedPollDelay(Duration.ofMillis(100)))
        .feedContainer(feed)
        .leaseContainer(client.getDatabase("db").getContainer("leases"));
  }

  private static int lag(ChangeFeedProcessor processor) {
    List<ChangeFeedProcessorState> states = processor.getCurrentState().block(SOON);
    return states.stream().mapToInt(ChangeFeedProcessorState::getEstimatedLag).sum();
  }
}
