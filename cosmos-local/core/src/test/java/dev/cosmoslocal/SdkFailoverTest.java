package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.request.Consistency;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A failover that loses the last writes. */
class SdkFailoverTest {
  private static final PartitionKey P = new PartitionKey("p");
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final SettableClock clock = SettableClock.frozenAt(Instant.parse("2026-01-01T00:00:00Z"));
  private final SdkEmulator emulator = new SdkEmulator(settings());
  private final CosmosContainer items = emulator.container("items");

  private LocalCosmosBuilder settings() {
    return LocalCosmos.builder()
        .physicalPartitions(1)
        .clock(clock)
        .recoveryPoint(Duration.ofSeconds(10));
  }

  @AfterEach
  void close() {
    emulator.close();
  }

  @Test
  void itemsRevertToTheirStateBeforeTheLostWrites() {
    String etag = items.createItem(item("kept", 1)).getETag();
    items.createItem(item("deleted", 1));
    clock.advance(SECOND.multipliedBy(2));
    items.upsertItem(item("kept", 2));
    items.createItem(item("created", 1));
    items.deleteItem("deleted", P, new CosmosItemRequestOptions());
    assertThat(emulator.local().failover(SECOND)).isEqualTo(3);
    var kept = items.readItem("kept", P, JsonNode.class);
    assertThat(kept.getItem().path("version").intValue()).isEqualTo(1);
    assertThat(kept.getETag()).isEqualTo(etag);
    assertThat(query()).containsExactly("deleted=1", "kept=1");
    assertThatThrownBy(() -> items.readItem("created", P, JsonNode.class))
        .isInstanceOfSatisfying(
            CosmosException.class,
            missing -> {
              assertThat(missing.getStatusCode()).isEqualTo(404);
              assertThat(missing.getSubStatusCode()).isZero();
            });
  }

  @Test
  void olderWritesAreNotLost() {
    items.createItem(item("1", 1));
    clock.advance(SECOND.multipliedBy(2));
    assertThat(emulator.local().failover(SECOND)).isZero();
    assertThat(emulator.local().failover(Duration.ZERO)).isZero();
    assertThat(query()).containsExactly("1=1");
  }

  @Test
  void sessionTokensGetANewVersionAndOldOnesRemainValid() {
    items.createItem(item("1", 1));
    clock.advance(SECOND.multipliedBy(2));
    String before = items.upsertItem(item("1", 2)).getSessionToken();
    emulator.local().failover(SECOND);
    String after = items.readItem("1", P, JsonNode.class).getSessionToken();
    assertThat(before).isEqualTo("0:-1#3");
    assertThat(after).isEqualTo("0:0#2");
    for (int version = 2; version < 6; version++) {
      items.upsertItem(item("1", version));
      assertThat(query()).containsExactly("1=" + version);
    }
  }

  @Test
  void aChangeFeedReaderThatIsAheadMissesChangesUpToItsPosition() {
    items.createItem(item("1", 1));
    clock.advance(SECOND.multipliedBy(2));
    items.createItem(item("lost", 1));
    List<String> delivered = new ArrayList<>();
    String continuation = readChanges(null, delivered);
    assertThat(delivered).containsExactly("1", "lost");
    emulator.local().failover(SECOND);
    items.createItem(item("missed", 1));
    delivered.clear();
    continuation = readChanges(continuation, delivered);
    assertThat(delivered).isEmpty();
    items.createItem(item("2", 1));
    readChanges(continuation, delivered);
    assertThat(delivered).containsExactly("2");
    delivered.clear();
    readChanges(null, delivered);
    assertThat(delivered).containsExactly("1", "missed", "2");
  }

  @Test
  void aReaderWhoseRangeWasSplitAfterwardsKeepsItsTokens() {
    items.createItem(item("1", 1));
    clock.advance(SECOND.multipliedBy(2));
    items.upsertItem(item("1", 2));
    emulator.local().failover(SECOND);
    items.upsertItem(item("1", 3));
    emulator.local().splitPartition("db", "items", "0");
    assertThat(query()).containsExactly("1=3");
    assertThat(items.upsertItem(item("1", 4)).getSessionToken())
        .as("the version of the partition that was split")
        .contains(":0#");
    assertThat(query()).containsExactly("1=4");
  }

  @Test
  void remainingItemsSurviveARestart(@TempDir Path directory) {
    try (SdkEmulator first = new SdkEmulator(settings().directory(directory))) {
      CosmosContainer stored = first.container("items");
      stored.createItem(item("kept", 1));
      clock.advance(SECOND.multipliedBy(2));
      stored.upsertItem(item("kept", 2));
      stored.createItem(item("created", 1));
      assertThat(first.local().failover(SECOND)).isEqualTo(2);
    }
    try (SdkEmulator second = new SdkEmulator(settings().directory(directory))) {
      CosmosContainer stored = second.database().getContainer("items");
      assertThat(stored.readItem("kept", P, JsonNode.class).getItem().path("version").intValue())
          .isEqualTo(1);
      assertThat(stored.createItem(item("created", 2)).getStatusCode()).isEqualTo(201);
    }
  }

  @Test
  void versionsOfSessionTokensSurviveARestart(@TempDir Path directory) {
    try (SdkEmulator first = new SdkEmulator(settings().directory(directory))) {
      CosmosContainer stored = first.container("items");
      stored.createItem(item("1", 1));
      clock.advance(SECOND.multipliedBy(2));
      stored.upsertItem(item("1", 2));
      first.local().failover(SECOND);
      first.local().splitPartition("db", "items", "0");
    }
    try (SdkEmulator second = new SdkEmulator(settings().directory(directory))) {
      CosmosContainer stored = second.database().getContainer("items");
      assertThat(stored.readItem("1", P, JsonNode.class).getSessionToken()).endsWith(":0#2");
      stored.upsertItem(item("1", 3));
      clock.advance(SECOND.multipliedBy(2));
      stored.upsertItem(item("1", 4));
      second.local().failover(SECOND);
    }
    try (SdkEmulator third = new SdkEmulator(settings().directory(directory))) {
      CosmosContainer stored = third.database().getContainer("items");
      assertThat(stored.readItem("1", P, JsonNode.class).getSessionToken()).endsWith(":1#3");
    }
  }

  @Test
  void aFailoverCantLoseMoreThanTheRecoveryPointAllows() {
    assertThatThrownBy(() -> emulator.local().failover(SECOND.multipliedBy(11)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("at most PT10S", "PT11S", "recoveryPoint");
    try (LocalCosmos strong = settings().consistency(Consistency.STRONG).start()) {
      assertThatThrownBy(() -> strong.failover(SECOND))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Under strong consistency, a failover loses nothing");
      assertThat(strong.failover(Duration.ZERO)).isZero();
    }
  }

  private static ObjectNode item(String id, int version) {
    return SdkEmulator.item(id, "p").put("version", version);
  }

  private List<String> query() {
    return items
        .queryItems(
            "SELECT * FROM c ORDER BY c.id",
            new CosmosQueryRequestOptions().setPartitionKey(P),
            JsonNode.class)
        .stream()
        .map(item -> item.path("id").textValue() + "=" + item.path("version"))
        .toList();
  }

  private String readChanges(String continuation, List<String> delivered) {
    CosmosChangeFeedRequestOptions options =
        continuation == null
            ? CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(
                FeedRange.forFullRange())
            : CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(continuation);
    String next = continuation;
    for (FeedResponse<JsonNode> page :
        items.queryChangeFeed(options, JsonNode.class).iterableByPage()) {
      page.getResults().forEach(item -> delivered.add(item.path("id").textValue()));
      next = page.getContinuationToken();
    }
    return next;
  }
}
