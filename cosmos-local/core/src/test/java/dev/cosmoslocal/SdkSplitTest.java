package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.ChangeFeedProcessor;
import com.azure.cosmos.ChangeFeedProcessorBuilder;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.ChangeFeedProcessorOptions;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosItemIdentity;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SdkSplitTest {
  private static final CosmosQueryRequestOptions ANYWHERE = new CosmosQueryRequestOptions();

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void itemsAreFoundBeforeAndAfterASplit(int partitions) {
    try (SdkEmulator emulator = start(partitions)) {
      CosmosContainer container = emulator.container("c");
      IntStream.range(0, 40).forEach(i -> create(container, i));
      assertThat(ids(container, "SELECT * FROM c ORDER BY c.n DESC")).hasSize(40);
      List<String> children = split(emulator, 0);
      split(emulator, 1);
      assertThat(emulator.local().partitionIds("db", "c")).hasSize(partitions + 2);
      assertThat(children).doesNotContain("0");
      assertThat(ids(container, "SELECT * FROM c ORDER BY c.n")).isEqualTo(expected(40));
      assertThat(ids(container, "SELECT * FROM c")).hasSize(40).doesNotHaveDuplicates();
      assertThat(container.readItem("i7", new PartitionKey("p7"), JsonNode.class).getItem())
          .isNotNull();
      assertThat(readMany(container)).hasSize(40);
      assertThatThrownBy(() -> emulator.local().splitPartition("db", "c", "0"))
          .isInstanceOf(NoSuchElementException.class);
    }
  }

  @Test
  void aRunningQueryReturnsEachRowOnceDespiteASplit() {
    try (SdkEmulator emulator = start(2)) {
      CosmosContainer container = emulator.container("c");
      IntStream.range(0, 60).forEach(i -> create(container, i));
      for (String query : List.of("SELECT * FROM c", "SELECT * FROM c ORDER BY c.n")) {
        List<String> seen = new ArrayList<>();
        Iterator<FeedResponse<JsonNode>> pages =
            container.queryItems(query, ANYWHERE, JsonNode.class).iterableByPage(7).iterator();
        pages.next().getResults().forEach(row -> seen.add(row.path("id").asText()));
        split(emulator, 0);
        pages.forEachRemaining(
            page -> page.getResults().forEach(row -> seen.add(row.path("id").asText())));
        assertThat(seen).hasSize(60).doesNotHaveDuplicates();
      }
    }
  }

  @Test
  void aChangeFeedContinuesAfterASplit() {
    try (SdkEmulator emulator = start(1)) {
      CosmosContainer container = emulator.container("c");
      IntStream.range(0, 20).forEach(i -> create(container, i));
      List<String> seen = new ArrayList<>();
      String continuation =
          changes(
              container,
              CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(
                  FeedRange.forFullRange()),
              seen);
      assertThat(seen).hasSize(20);
      split(emulator, 0);
      IntStream.range(20, 30).forEach(i -> create(container, i));
      split(emulator, 1);
      changes(
          container,
          CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(continuation),
          seen);
      assertThat(seen).hasSize(30).doesNotHaveDuplicates();
    }
  }

  @Test
  void anEmptyPartitionSplits() {
    try (SdkEmulator emulator = start(1)) {
      CosmosContainer container = emulator.container("c");
      split(emulator, 0);
      split(emulator, 1);
      IntStream.range(0, 10).forEach(i -> create(container, i));
      assertThat(ids(container, "SELECT * FROM c ORDER BY c.n")).isEqualTo(expected(10));
    }
  }

  @Test
  void activeClientsDontNoticeASplit() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (SdkEmulator emulator = start(1)) {
      CosmosContainer container = emulator.container("c");
      IntStream.range(0, 20).forEach(i -> create(container, i));
      List<Future<Boolean>> work = new ArrayList<>();
      for (int writer = 1; writer <= 2; writer++) {
        int first = writer * 100;
        work.add(threads.submit(() -> writes(container, first)));
      }
      work.add(threads.submit(() -> reads(container)));
      // The SDK retries a bulk operation after two splits, but not after a third
      // (BulkOperationRetryPolicy.MAX_RETRIES).
      for (int place : List.of(0, 2)) {
        Future<Boolean> bulk = threads.submit(() -> bulk(container, 300 + 100 * place));
        split(emulator, place);
        split(emulator, place + 1);
        assertThat(bulk.get(60, TimeUnit.SECONDS)).isTrue();
      }
      for (Future<Boolean> done : work) {
        assertThat(done.get(60, TimeUnit.SECONDS)).isTrue();
      }
      assertThat(ids(container, "SELECT * FROM c ORDER BY c.n"))
          .hasSize(20 + 4 * 60)
          .doesNotHaveDuplicates();
    } finally {
      threads.shutdownNow();
    }
  }

  /** The SDK doesn't retry an operation that has 410/1002 within a bulk response. */
  @Test
  void aSplitWaitsForARunningBulkRequest() throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (SdkEmulator emulator = start(1)) {
      for (int round = 0; round < 8; round++) {
        String name = "c" + round;
        CosmosContainer container = emulator.container(name);
        Future<Boolean> bulk = thread.submit(() -> bulk(container, 0));
        while (ids(container, "SELECT TOP 1 * FROM c").isEmpty()) {
          Thread.onSpinWait();
        }
        emulator.local().splitPartition("db", name, "0");
        assertThat(bulk.get(60, TimeUnit.SECONDS)).isTrue();
      }
    } finally {
      thread.shutdownNow();
    }
  }

  @Test
  void aChangeFeedProcessorFollowsASplit() throws Exception {
    try (SdkEmulator emulator = start(1);
        CosmosAsyncClient client = emulator.asyncClient()) {
      CosmosContainer container = emulator.container("c");
      emulator.database().createContainerIfNotExists("leases", "/id");
      CountDownLatch all = new CountDownLatch(30);
      Set<String> seen = ConcurrentHashMap.newKeySet();
      ChangeFeedProcessor processor =
          new ChangeFeedProcessorBuilder()
              .hostName("host")
              .feedContainer(client.getDatabase("db").getContainer("c"))
              .leaseContainer(client.getDatabase("db").getContainer("leases"))
              .options(
                  new ChangeFeedProcessorOptions()
                      .setStartFromBeginning(true)
                      .setFeedPollDelay(Duration.ofMillis(100))
                      .setLeaseAcquireInterval(Duration.ofSeconds(1)))
              .handleChanges(
                  changes ->
                      changes.stream()
                          .filter(item -> seen.add(item.path("id").asText()))
                          .forEach(item -> all.countDown()))
              .buildChangeFeedProcessor();
      IntStream.range(0, 10).forEach(i -> create(container, i));
      processor.start().block(Duration.ofSeconds(20));
      split(emulator, 0);
      IntStream.range(10, 20).forEach(i -> create(container, i));
      split(emulator, 1);
      IntStream.range(20, 30).forEach(i -> create(container, i));
      assertThat(all.await(40, TimeUnit.SECONDS)).as("saw %s", seen).isTrue();
      processor.stop().block(Duration.ofSeconds(20));
    }
  }

  @Test
  void throughputDeterminesTheNumberOfPartitions() {
    try (SdkEmulator emulator = new SdkEmulator(LocalCosmos.builder())) {
      emulator
          .database()
          .createContainer("c", "/pk", ThroughputProperties.createManualThroughput(60_100));
      assertThat(emulator.local().partitionIds("db", "c")).hasSize(7);
      CosmosContainer container = emulator.container("c");
      IntStream.range(0, 10).forEach(i -> create(container, i));
      container.replaceThroughput(ThroughputProperties.createManualThroughput(90_000));
      assertThat(emulator.local().partitionIds("db", "c")).hasSize(9);
      assertThat(ids(container, "SELECT * FROM c ORDER BY c.n")).isEqualTo(expected(10));
      emulator
          .database()
          .createContainer("small", "/pk", ThroughputProperties.createManualThroughput(400));
      assertThat(emulator.local().partitionIds("db", "small")).hasSize(5);
    }
  }

  private static SdkEmulator start(int partitions) {
    return new SdkEmulator(LocalCosmos.builder().physicalPartitions(partitions));
  }

  private static List<String> split(SdkEmulator emulator, int place) {
    String id = emulator.local().partitionIds("db", "c").get(place);
    return emulator.local().splitPartition("db", "c", id);
  }

  private static void create(CosmosContainer container, int i) {
    container.createItem(item(i));
  }

  private static ObjectNode item(int i) {
    return SdkEmulator.item("i" + i, "p" + i).put("n", i);
  }

  private static boolean writes(CosmosContainer container, int first) {
    for (int i = first; i < first + 60; i++) {
      create(container, i);
      container.upsertItem(item(i).put("again", true));
    }
    return true;
  }

  private static boolean bulk(CosmosContainer container, int first) {
    boolean succeeded = true;
    for (int i = first; i < first + 60; i += 20) {
      List<CosmosItemOperation> operations =
          IntStream.range(i, i + 20)
              .mapToObj(
                  n ->
                      CosmosBulkOperations.getCreateItemOperation(
                          item(n), new PartitionKey("p" + n)))
              .toList();
      for (var done : container.executeBulkOperations(operations)) {
        succeeded &= done.getResponse() != null && done.getResponse().isSuccessStatusCode();
      }
    }
    return succeeded;
  }

  private static boolean reads(CosmosContainer container) {
    for (int i = 0; i < 15; i++) {
      List<String> first = ids(container, "SELECT * FROM c WHERE c.n < 20 ORDER BY c.n");
      if (!first.equals(expected(20))) {
        return false;
      }
    }
    return true;
  }

  private static List<String> expected(int count) {
    return IntStream.range(0, count).mapToObj(i -> "i" + i).toList();
  }

  private static List<String> ids(CosmosContainer container, String query) {
    return container.queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class).stream()
        .map(row -> row.path("id").asText())
        .toList();
  }

  private static List<JsonNode> readMany(CosmosContainer container) {
    List<CosmosItemIdentity> keys =
        IntStream.range(0, 40)
            .mapToObj(i -> new CosmosItemIdentity(new PartitionKey("p" + i), "i" + i))
            .toList();
    return container.readMany(keys, JsonNode.class).getResults();
  }

  private static String changes(
      CosmosContainer container, CosmosChangeFeedRequestOptions options, List<String> seen) {
    String continuation = "";
    for (FeedResponse<JsonNode> page :
        container.queryChangeFeed(options, JsonNode.class).iterableByPage()) {
      page.getResults().forEach(row -> seen.add(row.path("id").asText()));
      continuation = page.getContinuationToken();
    }
    return continuation;
  }
}
