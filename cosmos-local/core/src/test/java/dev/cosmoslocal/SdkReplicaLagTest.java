package dev.cosmoslocal;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosItemIdentity;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.request.Consistency;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Reads while one of the four replicas lags (Microsoft Learn, "Consistency levels in Azure Cosmos
 * DB"). The clock is frozen, so nothing reaches that replica until a test advances the clock.
 */
class SdkReplicaLagTest {
  private static final PartitionKey P = new PartitionKey("p");
  private static final Duration LAG = Duration.ofSeconds(10);

  /** Enough that some of them hit the lagging replica, which serves one read in four. */
  private static final int READS = 40;

  private final SettableClock clock = SettableClock.frozenAt(Instant.parse("2026-01-01T00:00:00Z"));
  private final SdkEmulator emulator = emulator(Consistency.SESSION);
  private final CosmosContainer writer = emulator.container("items");
  private final CosmosClient other = SdkEmulator.builder(emulator.local()).buildClient();
  private final CosmosContainer reader = other.getDatabase("db").getContainer("items");

  private SdkEmulator emulator(Consistency consistency) {
    return new SdkEmulator(
        LocalCosmos.builder()
            .physicalPartitions(1)
            .clock(clock)
            .replicaLag(LAG)
            .seed(1)
            .consistency(consistency));
  }

  @AfterEach
  void close() {
    other.close();
    emulator.close();
  }

  @Test
  void aNewClientMayMissAnItemUntilTheReplicaCatchesUp() {
    writer.createItem(item("1", 1));
    int missing = 0;
    for (int i = 0; i < READS; i++) {
      try (CosmosClient fresh = SdkEmulator.builder(emulator.local()).buildClient()) {
        CosmosContainer items = fresh.getDatabase("db").getContainer("items");
        int first = status(items, "1", null);
        missing += first == 404 ? 1 : 0;
        if (first == 200) {
          // It now has a session token, so later reads must see the item.
          assertThat(status(items, "1", null)).isEqualTo(200);
        }
      }
    }
    assertThat(missing).isBetween(3, 20);
    clock.advance(LAG);
    assertThat(status(reader, "1", null)).isEqualTo(200);
  }

  @Test
  void aClientReadsItsOwnWrites() {
    for (int i = 0; i < READS; i++) {
      writer.upsertItem(item("1", i));
      assertThat(version(writer, "1", null)).isEqualTo(i);
      assertThat(query(writer)).containsExactly("1=" + i);
    }
    writer.deleteItem("1", P, new CosmosItemRequestOptions());
    for (int i = 0; i < READS; i++) {
      assertThat(status(writer, "1", null)).isEqualTo(404);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"STRONG", "BOUNDED_STALENESS"})
  void theTwoStrongestLevelsSeeEveryAcknowledgedWrite(Consistency level) {
    try (SdkEmulator strong = emulator(level);
        CosmosClient client = SdkEmulator.builder(strong.local()).buildClient()) {
      CosmosContainer written = strong.container("items");
      CosmosContainer read = client.getDatabase("db").getContainer("items");
      for (int i = 0; i < READS; i++) {
        written.upsertItem(item("1", i));
        assertThat(version(read, "1", null)).isEqualTo(i);
        assertThat(query(read)).containsExactly("1=" + i);
      }
      clock.advance(LAG);
      written.upsertItem(item("1", READS));
      // A request may weaken the level.
      assertThat(versions(read, ConsistencyLevel.EVENTUAL)).contains(READS).hasSizeGreaterThan(1);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"CONSISTENT_PREFIX", "EVENTUAL"})
  void theTwoWeakestLevelsMaySeeAnOlderVersionOrADeletedItem(ConsistencyLevel level) {
    writer.createItem(item("1", 1));
    clock.advance(LAG);
    writer.upsertItem(item("1", 2));
    assertThat(versions(reader, level)).containsExactlyInAnyOrder(1, 2);
    clock.advance(LAG);
    assertThat(versions(reader, level)).containsExactly(2);
    writer.deleteItem("1", P, new CosmosItemRequestOptions());
    assertThat(IntStream.range(0, READS).mapToObj(i -> status(reader, "1", level)).collect(toSet()))
        .containsExactlyInAnyOrder(200, 404);
    clock.advance(LAG);
    assertThat(status(reader, "1", level)).isEqualTo(404);
  }

  @Test
  void aQuerySeesTransactionsAsAWhole() {
    for (int round = 1; round <= 3; round++) {
      CosmosBatch batch = CosmosBatch.createCosmosBatch(P);
      for (String id : List.of("a", "b", "c")) {
        batch.upsertItemOperation(item(id, round));
      }
      assertThat(writer.executeCosmosBatch(batch).getStatusCode()).isEqualTo(200);
    }
    Set<List<String>> seen = new HashSet<>();
    // The SDK sends only the client's level for queries, not the level of the options.
    try (CosmosClient eventual =
        SdkEmulator.builder(emulator.local())
            .consistencyLevel(ConsistencyLevel.EVENTUAL)
            .buildClient()) {
      CosmosContainer items = eventual.getDatabase("db").getContainer("items");
      for (int i = 0; i < READS; i++) {
        seen.add(query(items));
      }
    }
    assertThat(seen).containsExactlyInAnyOrder(List.of(), List.of("a=3", "b=3", "c=3"));
  }

  @Test
  void readManyMayMissRecentWrites() {
    writer.createItem(item("1", 1));
    writer.createItem(item("2", 1));
    List<CosmosItemIdentity> both =
        List.of(new CosmosItemIdentity(P, "1"), new CosmosItemIdentity(P, "2"));
    assertThat(writer.readMany(both, JsonNode.class).getResults()).hasSize(2);
    Set<Integer> found = new TreeSet<>();
    for (int i = 0; i < READS; i++) {
      try (CosmosClient fresh = SdkEmulator.builder(emulator.local()).buildClient()) {
        CosmosContainer items = fresh.getDatabase("db").getContainer("items");
        found.add(items.readMany(both, JsonNode.class).getResults().size());
      }
    }
    assertThat(found).containsExactly(0, 2);
  }

  @Test
  void writesUseThePrimary() {
    writer.createItem(item("1", 1));
    clock.advance(LAG);
    String etag = writer.upsertItem(item("1", 2)).getETag();
    CosmosItemRequestOptions unchanged = new CosmosItemRequestOptions().setIfMatchETag(etag);
    assertThat(reader.replaceItem(item("1", 3), "1", P, unchanged).getStatusCode()).isEqualTo(200);
    writer.createItem(item("2", 1));
    assertThatThrownBy(() -> reader.createItem(item("2", 9)))
        .isInstanceOfSatisfying(
            CosmosException.class, e -> assertThat(e.getStatusCode()).isEqualTo(409));
  }

  @Test
  void responsesContainTheLsnOfTheirReplica() {
    long before = lsn(writer.createItem(item("1", 1)).getResponseHeaders());
    clock.advance(LAG);
    long after = lsn(writer.upsertItem(item("1", 2)).getResponseHeaders());
    assertThat(after).isEqualTo(before + 1);
    CosmosItemRequestOptions eventual =
        new CosmosItemRequestOptions().setConsistencyLevel(ConsistencyLevel.EVENTUAL);
    Set<List<Long>> seen = new HashSet<>();
    for (int i = 0; i < READS; i++) {
      var answer = reader.readItem("1", P, eventual, JsonNode.class);
      assertThat(answer.getSessionToken()).endsWith("#" + lsn(answer.getResponseHeaders()));
      seen.add(
          List.of(lsn(answer.getResponseHeaders()), answer.getItem().path("version").longValue()));
    }
    assertThat(seen).containsExactlyInAnyOrder(List.of(before, 1L), List.of(after, 2L));
    writer.deleteItem("1", P, new CosmosItemRequestOptions());
    clock.advance(LAG);
    long created = lsn(writer.createItem(item("2", 1)).getResponseHeaders());
    Set<Long> lacking = new TreeSet<>();
    for (int i = 0; i < READS; i++) {
      try {
        reader.readItem("2", P, eventual, JsonNode.class);
      } catch (CosmosException missing) {
        lacking.add(lsn(missing.getResponseHeaders()));
      }
    }
    assertThat(lacking).containsExactly(created - 1);
  }

  @Test
  void theChangeFeedMayLagButDeliversEverything() {
    List<String> delivered = new ArrayList<>();
    String continuation = null;
    boolean late = false;
    for (int i = 0; i < READS; i++) {
      // All replicas have the earlier changes.
      clock.advance(LAG);
      writer.createItem(item("i" + i, i));
      continuation = readChanges(reader, continuation, delivered);
      late |= delivered.size() <= i;
    }
    assertThat(late).as("a page lacked a change").isTrue();
    clock.advance(LAG);
    readChanges(reader, continuation, delivered);
    assertThat(delivered)
        .containsExactlyElementsOf(IntStream.range(0, READS).mapToObj(i -> "i" + i).toList());
  }

  /** The session token of a change feed page covers its changes. */
  @Test
  void aClientSeesItemsOfChangesThatItReadButOthersMayNot() {
    int missing = 0;
    String continuation = null;
    // One client that misses the item is enough; creating clients is slow.
    for (int i = 0; i < READS && missing == 0; i++) {
      writer.createItem(item("i" + i, i));
      clock.advance(Duration.ofMillis(10));
      List<String> changed = new ArrayList<>();
      continuation = readChanges(reader, continuation, changed);
      for (String id : changed) {
        assertThat(status(reader, id, null)).isEqualTo(200);
      }
      try (CosmosClient another = SdkEmulator.builder(emulator.local()).buildClient()) {
        CosmosContainer items = another.getDatabase("db").getContainer("items");
        missing += status(items, "i" + i, null) == 404 ? 1 : 0;
      }
    }
    assertThat(missing).isPositive();
  }

  @Test
  @DisabledIfSystemProperty(
      named = SdkEmulator.DIRECT_MODE,
      matches = "true",
      disabledReason = "The SDK chooses replicas at random.")
  void theSameSeedGivesTheSameReads() {
    List<List<Integer>> runs = new ArrayList<>();
    for (int run = 0; run < 2; run++) {
      try (SdkEmulator again = emulator(Consistency.SESSION)) {
        CosmosContainer items = again.container("items");
        items.createItem(item("1", 1));
        runs.add(
            IntStream.range(0, READS)
                .mapToObj(i -> status(items, "1", ConsistencyLevel.EVENTUAL))
                .toList());
      }
    }
    assertThat(runs.get(0)).isEqualTo(runs.get(1)).contains(200, 404);
  }

  private static ObjectNode item(String id, int version) {
    return SdkEmulator.item(id, "p").put("version", version);
  }

  private static int status(CosmosContainer items, String id, ConsistencyLevel level) {
    try {
      CosmosItemRequestOptions options = new CosmosItemRequestOptions().setConsistencyLevel(level);
      return items.readItem(id, P, options, JsonNode.class).getStatusCode();
    } catch (CosmosException e) {
      assertThat(e.getSubStatusCode()).isZero();
      return e.getStatusCode();
    }
  }

  private static int version(CosmosContainer items, String id, ConsistencyLevel level) {
    CosmosItemRequestOptions options = new CosmosItemRequestOptions().setConsistencyLevel(level);
    return items.readItem(id, P, options, JsonNode.class).getItem().path("version").intValue();
  }

  private static Set<Integer> versions(CosmosContainer items, ConsistencyLevel level) {
    return IntStream.range(0, READS).mapToObj(i -> version(items, "1", level)).collect(toSet());
  }

  private static List<String> query(CosmosContainer items) {
    CosmosQueryRequestOptions options = new CosmosQueryRequestOptions().setPartitionKey(P);
    return items.queryItems("SELECT * FROM c ORDER BY c.id", options, JsonNode.class).stream()
        .map(item -> item.path("id").textValue() + "=" + item.path("version"))
        .toList();
  }

  private static String readChanges(
      CosmosContainer items, String continuation, List<String> delivered) {
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

  private static long lsn(Map<String, String> headers) {
    return Long.parseLong(headers.get("lsn"));
  }
}
