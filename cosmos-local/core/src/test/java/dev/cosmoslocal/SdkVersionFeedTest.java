package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.ChangeFeedPolicy;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The change feed of all versions and deletes. */
class SdkVersionFeedTest {
  private static final PartitionKey PK = new PartitionKey("p");
  private static final SettableClock CLOCK = SettableClock.runningWith(Clock.systemUTC());

  @RegisterExtension
  static final SdkEmulator emulator =
      new SdkEmulator(LocalCosmos.builder().physicalPartitions(3).clock(CLOCK));

  @Test
  void everyVersionAndTheDeleteAreSeenInOrder() {
    CosmosContainer items = container("every");
    FeedReader reader = new FeedReader(items, FeedRange.forFullRange());
    items.createItem(SdkEmulator.item("1", "p").put("n", 1));
    items.upsertItem(SdkEmulator.item("1", "p").put("n", 2));
    items.patchItem("1", PK, CosmosPatchOperations.create().increment("/n", 1), ObjectNode.class);
    items.deleteItem("1", PK, new CosmosItemRequestOptions());
    List<JsonNode> changes = reader.read();
    assertThat(changes)
        .extracting(c -> c.at("/metadata/operationType").asText())
        .containsExactly("create", "replace", "replace", "delete");
    assertThat(changes).extracting(c -> c.at("/current/n").asInt()).containsExactly(1, 2, 3, 0);
    JsonNode delete = changes.get(3);
    assertThat(delete.path("current")).isEmpty();
    assertThat(delete.at("/previous/n").intValue()).isEqualTo(3);
    assertThat(delete.at("/metadata/previousImageLSN"))
        .isEqualTo(changes.get(2).at("/metadata/lsn"));
    assertThat(delete.at("/metadata/timeToLiveExpired").booleanValue()).isFalse();
    assertThat(delete.at("/metadata/id").asText()).isEqualTo("1");
    assertThat(delete.at("/metadata/partitionKey/pk").asText()).isEqualTo("p");
    assertThat(reader.read()).isEmpty();
  }

  @Test
  void aLogicalPartitionHasItsOwnFeedAndATransactionIsNotSplit() {
    CosmosContainer items = container("logical");
    FeedReader reader = new FeedReader(items, FeedRange.forLogicalPartition(PK));
    CosmosBatch batch = CosmosBatch.createCosmosBatch(PK);
    for (int i = 0; i < 5; i++) {
      batch.createItemOperation(SdkEmulator.item("b" + i, "p"));
    }
    items.executeCosmosBatch(batch);
    for (int i = 0; i < 9; i++) {
      items.createItem(SdkEmulator.item("o" + i, "other" + i));
    }
    items.createItem(SdkEmulator.item("last", "p"));
    assertThat(reader.read())
        .extracting(c -> c.at("/current/id").asText())
        .containsExactly("b0", "b1", "b2", "b3", "b4", "last");
    assertThat(reader.firstPage).isEqualTo(5);
  }

  @Test
  void eachFeedRangeShowsItsOwnChanges() {
    CosmosContainer items = container("ranges");
    List<FeedReader> readers =
        items.getFeedRanges().stream().map(range -> new FeedReader(items, range)).toList();
    for (int i = 0; i < 30; i++) {
      items.createItem(SdkEmulator.item("i" + i, "p" + i));
    }
    List<String> seen = new ArrayList<>();
    readers.forEach(reader -> reader.read().forEach(change -> seen.add(id(change))));
    assertThat(readers).hasSize(3);
    assertThat(seen).hasSize(30).doesNotHaveDuplicates();
  }

  @Test
  void anExpiredItemShowsAsExpired() {
    CosmosContainer items =
        emulator.container(properties("expiry").setDefaultTimeToLiveInSeconds(60));
    FeedReader reader = new FeedReader(items, FeedRange.forFullRange());
    items.createItem(SdkEmulator.item("mortal", "p"));
    items.createItem(SdkEmulator.item("again", "p"));
    items.createItem(SdkEmulator.item("immortal", "p").put("ttl", -1));
    CLOCK.advance(Duration.ofSeconds(61));
    items.createItem(SdkEmulator.item("again", "p"));
    List<JsonNode> changes = reader.read();
    assertThat(changes)
        .filteredOn(c -> c.at("/metadata/timeToLiveExpired").booleanValue())
        .extracting(c -> c.at("/previous/id").asText())
        .containsExactlyInAnyOrder("mortal", "again");
    assertThat(changes)
        .filteredOn(c -> id(c).equals("again"))
        .extracting(c -> c.at("/metadata/operationType").asText())
        .containsExactly("create", "delete", "create");
    assertThat(reader.read()).isEmpty();
  }

  @Test
  void anItemWithANewIdExpiresOnce() {
    CosmosContainer items =
        emulator.container(properties("renamed").setDefaultTimeToLiveInSeconds(60));
    FeedReader reader = new FeedReader(items, FeedRange.forFullRange());
    items.createItem(SdkEmulator.item("old", "p"));
    items.replaceItem(SdkEmulator.item("new", "p"), "old", PK, new CosmosItemRequestOptions());
    items.createItem(SdkEmulator.item("old", "p").put("ttl", -1));
    CLOCK.advance(Duration.ofSeconds(61));
    assertThat(reader.read())
        .extracting(c -> c.at("/metadata/operationType").asText() + " " + id(c))
        .containsExactly("create old", "replace new", "create old", "delete new");
    items.createItem(SdkEmulator.item("mortal", "p"));
    CLOCK.advance(Duration.ofSeconds(61));
    items.replaceItem(SdkEmulator.item("mortal", "p"), "old", PK, new CosmosItemRequestOptions());
    assertThat(reader.read())
        .extracting(c -> c.at("/metadata/operationType").asText() + " " + id(c))
        .containsExactly("create mortal", "delete mortal", "replace mortal");
  }

  @Test
  void anItemExpiresThatWasWrittenBeforeTimeToLiveWasTurnedOn() {
    CosmosContainer items = emulator.container(properties("late"));
    FeedReader reader = new FeedReader(items, FeedRange.forFullRange());
    items.createItem(SdkEmulator.item("mortal", "p").put("ttl", 60));
    items.createItem(SdkEmulator.item("immortal", "p"));
    CLOCK.advance(Duration.ofSeconds(30));
    items.replace(items.read().getProperties().setDefaultTimeToLiveInSeconds(-1));
    assertThat(items.readItem("mortal", PK, JsonNode.class).getStatusCode()).isEqualTo(200);
    CLOCK.advance(Duration.ofSeconds(30));
    assertThatThrownBy(() -> items.readItem("mortal", PK, JsonNode.class))
        .isInstanceOfSatisfying(
            CosmosException.class, e -> assertThat(e.getStatusCode()).isEqualTo(404));
    assertThat(reader.read())
        .extracting(c -> c.at("/metadata/operationType").asText() + " " + id(c))
        .containsExactly("create mortal", "create immortal", "delete mortal");
  }

  @Test
  void anItemThatExpiredBeforeTheSettingsWereReplacedStillShows() {
    CosmosContainer items =
        emulator.container(properties("replaced").setDefaultTimeToLiveInSeconds(60));
    FeedReader reader = new FeedReader(items, FeedRange.forFullRange());
    items.createItem(SdkEmulator.item("mortal", "p"));
    CLOCK.advance(Duration.ofSeconds(61));
    items.replace(items.read().getProperties().setDefaultTimeToLiveInSeconds(30));
    assertThat(reader.read())
        .extracting(c -> c.at("/metadata/operationType").asText() + " " + id(c))
        .containsExactly("create mortal", "delete mortal");
  }

  @Test
  void changesOlderThanTheRetentionCantBeRead() {
    CosmosContainer items = container("old");
    FeedReader reader = new FeedReader(items, FeedRange.forLogicalPartition(PK));
    items.createItem(SdkEmulator.item("1", "p"));
    CLOCK.advance(Duration.ofMinutes(4));
    items.createItem(SdkEmulator.item("2", "p"));
    CLOCK.advance(Duration.ofMinutes(2));
    assertThatThrownBy(reader::read)
        .isInstanceOfSatisfying(
            CosmosException.class, e -> assertThat(e.getStatusCode()).isEqualTo(400))
        .hasMessageContaining("You must read the change feed from within the retention period.");
  }

  @Test
  void aContainerWithoutAPolicyRetainsNoVersions() {
    CosmosContainer items = emulator.container("plain");
    assertThatThrownBy(() -> new FeedReader(items, FeedRange.forFullRange()))
        .isInstanceOfSatisfying(
            CosmosException.class, e -> assertThat(e.getStatusCode()).isEqualTo(400))
        .hasMessageContaining("All Versions and Deletes");
  }

  @Test
  void aPolicySetLaterRetainsLaterChanges() {
    CosmosContainer items = emulator.container("later");
    items.createItem(SdkEmulator.item("before", "p"));
    items.replace(
        items
            .read()
            .getProperties()
            .setChangeFeedPolicy(
                ChangeFeedPolicy.createAllVersionsAndDeletesPolicy(Duration.ofMinutes(5)))
            .setDefaultTimeToLiveInSeconds(30));
    FeedReader reader = new FeedReader(items, FeedRange.forFullRange());
    items.createItem(SdkEmulator.item("after", "p"));
    CLOCK.advance(Duration.ofSeconds(31));
    assertThat(reader.read())
        .extracting(c -> c.at("/metadata/operationType").asText() + " " + id(c))
        .containsExactlyInAnyOrder("create after", "delete before", "delete after");
  }

  private static String id(JsonNode change) {
    return change.at("/current/id").asText() + change.at("/previous/id").asText();
  }

  private static CosmosContainer container(String id) {
    return emulator.container(properties(id));
  }

  private static CosmosContainerProperties properties(String id) {
    return new CosmosContainerProperties(id, "/pk")
        .setChangeFeedPolicy(
            ChangeFeedPolicy.createAllVersionsAndDeletesPolicy(Duration.ofMinutes(5)));
  }

  /** Reads changes from now on. */
  private static final class FeedReader {
    private final CosmosContainer items;
    private String continuation = "";
    private int firstPage;

    FeedReader(CosmosContainer items, FeedRange range) {
      this.items = items;
      assertThat(
              read(
                  CosmosChangeFeedRequestOptions.createForProcessingFromNow(range)
                      .allVersionsAndDeletes()))
          .isEmpty();
    }

    List<JsonNode> read() {
      return read(
          CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(continuation)
              .allVersionsAndDeletes());
    }

    private List<JsonNode> read(CosmosChangeFeedRequestOptions options) {
      List<JsonNode> changes = new ArrayList<>();
      for (FeedResponse<JsonNode> page :
          items.queryChangeFeed(options.setMaxItemCount(2), JsonNode.class).iterableByPage()) {
        if (changes.isEmpty()) {
          firstPage = page.getResults().size();
        }
        changes.addAll(page.getResults());
        continuation = page.getContinuationToken();
      }
      return changes;
    }
  }
}
