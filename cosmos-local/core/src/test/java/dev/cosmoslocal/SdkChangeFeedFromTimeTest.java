package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.ChangeFeedProcessor;
import com.azure.cosmos.ChangeFeedProcessorBuilder;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncDatabase;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.ChangeFeedProcessorItem;
import com.azure.cosmos.models.ChangeFeedProcessorOptions;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads from a time after five of ten writes, in each of two partition keys. */
class SdkChangeFeedFromTimeTest {
  private static final Instant BEGIN = Instant.parse("2026-01-01T12:00:00Z");
  private static final Instant BETWEEN = BEGIN.plusSeconds(10);

  private final SettableClock clock = SettableClock.frozenAt(BEGIN);
  private SdkEmulator emulator;
  private CosmosContainer items;

  @BeforeEach
  void start() {
    emulator = new SdkEmulator(LocalCosmos.builder().physicalPartitions(2).clock(clock));
    items = emulator.container("items");
    create(0);
    clock.set(BEGIN.plusSeconds(20));
    create(5);
  }

  @AfterEach
  void stop() {
    emulator.close();
  }

  @Test
  void theFirstPageIsEmptyAndLaterPagesHaveNewChanges() {
    FeedRange logical = FeedRange.forLogicalPartition(new PartitionKey("a"));
    List<List<String>> pages = pages(from(BETWEEN, logical));
    assertThat(pages.get(0)).isEmpty();
    assertThat(pages.get(1)).containsExactly("a5", "a6");
    assertThat(pages.stream().flatMap(List::stream)).containsExactly("a5", "a6", "a7", "a8", "a9");
  }

  @Test
  void allPartitionsDeliverOnlyChangesAfterTheTime() {
    assertThat(pages(from(BETWEEN, FeedRange.forFullRange())).stream().flatMap(List::stream))
        .hasSize(10)
        .doesNotHaveDuplicates()
        .allMatch(id -> id.charAt(1) >= '5');
  }

  @Test
  void aFeedWithoutLaterChangesIsEmpty() {
    assertThat(pages(from(clock.instant(), FeedRange.forFullRange())).stream())
        .allSatisfy(page -> assertThat(page).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aProcessorReceivesChangesAfterTheTime(boolean newer) throws Exception {
    emulator.database().createContainerIfNotExists("leases", "/id");
    Set<String> seen = ConcurrentHashMap.newKeySet();
    CountDownLatch ten = new CountDownLatch(10);
    try (CosmosAsyncClient client = emulator.asyncClient()) {
      CosmosAsyncDatabase database = client.getDatabase("db");
      ChangeFeedProcessorBuilder builder =
          new ChangeFeedProcessorBuilder()
              .hostName("host")
              .feedContainer(database.getContainer("items"))
              .leaseContainer(database.getContainer("leases"))
              .options(
                  new ChangeFeedProcessorOptions()
                      .setStartTime(BETWEEN)
                      .setFeedPollDelay(Duration.ofMillis(100)));
      ChangeFeedProcessor processor =
          handled(builder, newer, item -> count(item, seen, ten)).buildChangeFeedProcessor();
      processor.start().block(Duration.ofSeconds(20));
      assertThat(ten.await(40, TimeUnit.SECONDS)).as("saw %s", seen).isTrue();
      processor.stop().block(Duration.ofSeconds(20));
    }
    assertThat(seen).hasSize(10).allMatch(id -> id.charAt(1) >= '5');
  }

  private static ChangeFeedProcessorBuilder handled(
      ChangeFeedProcessorBuilder builder, boolean newer, Consumer<JsonNode> to) {
    return newer
        ? builder.handleLatestVersionChanges(
            changes -> changes.stream().map(ChangeFeedProcessorItem::getCurrent).forEach(to))
        : builder.handleChanges(changes -> changes.forEach(to));
  }

  private static void count(JsonNode item, Set<String> seen, CountDownLatch latch) {
    if (seen.add(item.path("id").asText())) {
      latch.countDown();
    }
  }

  private void create(int first) {
    IntStream.range(first, first + 5)
        .forEach(
            i -> {
              items.createItem(SdkEmulator.item("a" + i, "a"));
              items.createItem(SdkEmulator.item("b" + i, "b"));
            });
  }

  private static CosmosChangeFeedRequestOptions from(Instant time, FeedRange range) {
    return CosmosChangeFeedRequestOptions.createForProcessingFromPointInTime(time, range)
        .setMaxItemCount(2);
  }

  private List<List<String>> pages(CosmosChangeFeedRequestOptions options) {
    List<List<String>> pages = new ArrayList<>();
    for (FeedResponse<JsonNode> page :
        items.queryChangeFeed(options, JsonNode.class).iterableByPage()) {
      pages.add(page.getResults().stream().map(row -> row.path("id").asText()).toList());
    }
    return pages;
  }
}
