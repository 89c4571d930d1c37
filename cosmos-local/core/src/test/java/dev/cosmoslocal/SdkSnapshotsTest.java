package dev.cosmoslocal;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.ChangeFeedProcessor;
import com.azure.cosmos.ChangeFeedProcessorBuilder;
import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncUser;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.ChangeFeedPolicy;
import com.azure.cosmos.models.ChangeFeedProcessorOptions;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPermissionProperties;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.CosmosUserProperties;
import com.azure.cosmos.models.ExcludedPath;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.PartitionKeyBuilder;
import com.azure.cosmos.models.PartitionKeyDefinition;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import com.azure.cosmos.models.PartitionKind;
import com.azure.cosmos.models.PermissionMode;
import com.azure.cosmos.models.ThroughputProperties;
import com.azure.cosmos.models.UniqueKey;
import com.azure.cosmos.models.UniqueKeyPolicy;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients see after the emulator returns to a snapshot. */
class SdkSnapshotsTest {
  private static final String ALL = "SELECT * FROM c ORDER BY c.n";
  private static final PartitionKey P1 = new PartitionKey("p1");

  private final SettableClock clock = SettableClock.runningWith(Clock.systemUTC());
  private final SdkEmulator cosmos =
      new SdkEmulator(
          LocalCosmos.builder()
              .physicalPartitions(3)
              .clock(clock)
              .recoveryPoint(Duration.ofMinutes(1)));

  @AfterEach
  void close() {
    cosmos.close();
  }

  @Test
  void itemsReturnWithTheirSystemProperties() {
    CosmosContainer items = filled("items", 40);
    List<JsonNode> before = all(items);
    Snapshot snapshot = cosmos.local().snapshot();
    for (int round = 0; round < 3; round++) {
      disturb(items);
      assertThat(all(items)).isNotEqualTo(before);
      snapshot.restore();
      assertThat(all(items)).isEqualTo(before);
    }
  }

  @Test
  void snapshotsAreRestoredInAnyOrder() {
    CosmosContainer items = filled("items", 10);
    List<JsonNode> few = all(items);
    Snapshot first = cosmos.local().snapshot();
    disturb(items);
    List<JsonNode> others = all(items);
    Snapshot second = cosmos.local().snapshot();
    first.restore();
    assertThat(all(items)).isEqualTo(few);
    items.createItem(item(99));
    second.restore();
    assertThat(all(items)).isEqualTo(others);
    first.restore();
    assertThat(all(items)).isEqualTo(few);
  }

  @Test
  void anEntityTagOfALaterVersionNeverMatches() {
    CosmosContainer items = filled("items", 3);
    String kept = items.readItem("i1", P1, JsonNode.class).getETag();
    Snapshot snapshot = cosmos.local().snapshot();
    String later = items.upsertItem(item(1).put("changed", true)).getETag();
    snapshot.restore();
    for (int i = 0; i < 20; i++) {
      items.upsertItem(item(2).put("changed", true));
      assertStatus(412, () -> items.upsertItem(item(1), P1, ifMatch(later)));
    }
    items.upsertItem(item(1), P1, ifMatch(kept));
  }

  @Test
  void aClientContinuesWithSessionConsistency() {
    try (CosmosClient other =
        SdkEmulator.builder(cosmos.local())
            .consistencyLevel(ConsistencyLevel.SESSION)
            .buildClient()) {
      filled("items", 20);
      CosmosContainer items = other.getDatabase("db").getContainer("items");
      Snapshot snapshot = cosmos.local().snapshot();
      for (int round = 0; round < 3; round++) {
        String token = "";
        for (int i = 0; i < 60; i++) {
          token = items.upsertItem(item(i).put("changed", true)).getSessionToken();
        }
        assertThat(all(items)).hasSize(60);
        snapshot.restore();
        assertThat(all(items)).hasSize(20).noneMatch(item -> item.has("changed"));
        assertThat(items.readItem("i1", P1, withToken(token), JsonNode.class).getStatusCode())
            .isEqualTo(200);
        assertThatThrownBy(() -> items.readItem("i50", new PartitionKey("p50"), JsonNode.class))
            .isInstanceOfSatisfying(
                CosmosException.class,
                missing -> {
                  assertThat(missing.getStatusCode()).isEqualTo(404);
                  assertThat(missing.getSubStatusCode()).isZero();
                });
        items.upsertItem(item(1).put("own", round));
        assertThat(items.readItem("i1", P1, JsonNode.class).getItem().path("own").intValue())
            .isEqualTo(round);
      }
    }
  }

  @Test
  void aReaderOfTheChangeFeedGetsLaterWritesButNoRestoredItems() {
    CosmosContainer items = filled("items", 10);
    Snapshot snapshot = cosmos.local().snapshot();
    List<String> seen = new ArrayList<>();
    IntStream.range(10, 40).forEach(i -> items.createItem(item(i)));
    String ahead = changes(items, fromBeginning(), seen);
    assertThat(seen).hasSize(40);
    snapshot.restore();
    seen.clear();
    String continuation = changes(items, from(ahead), seen);
    assertThat(seen).isEmpty();
    IntStream.range(50, 60).forEach(i -> items.createItem(item(i)));
    changes(items, from(continuation), seen);
    assertThat(seen).containsExactlyInAnyOrderElementsOf(ids(50, 60));
    seen.clear();
    changes(items, fromBeginning(), seen);
    assertThat(seen).hasSize(20).containsAll(ids(0, 10)).containsAll(ids(50, 60));
  }

  @Test
  void theLogOfAllVersionsReturns() {
    CosmosContainer items =
        cosmos.container(
            new CosmosContainerProperties("versions", "/pk")
                .setDefaultTimeToLiveInSeconds(60)
                .setChangeFeedPolicy(
                    ChangeFeedPolicy.createAllVersionsAndDeletesPolicy(Duration.ofMinutes(10))));
    items.createItem(item(1));
    String start =
        changes(
            items,
            CosmosChangeFeedRequestOptions.createForProcessingFromNow(FeedRange.forFullRange())
                .allVersionsAndDeletes(),
            new ArrayList<>());
    items.upsertItem(item(1).put("changed", true));
    Snapshot snapshot = cosmos.local().snapshot();
    List<String> ahead = new ArrayList<>();
    items.deleteItem("i1", P1, new CosmosItemRequestOptions());
    items.createItem(item(2));
    String late = versions(items, start, ahead);
    assertThat(ahead).containsExactlyInAnyOrder("replace i1", "delete i1", "create i2");
    snapshot.restore();
    items.createItem(item(3));
    List<String> seen = new ArrayList<>();
    versions(items, start, seen);
    assertThat(seen).containsExactlyInAnyOrder("replace i1", "create i3");
    seen.clear();
    String last = versions(items, late, seen);
    assertThat(seen).containsExactly("create i3");
    seen.clear();
    clock.advance(Duration.ofSeconds(61));
    versions(items, last, seen);
    assertThat(seen).as("expired").containsExactlyInAnyOrder("delete i1", "delete i3");
  }

  @Test
  void aChangeFeedProcessorContinues() {
    CosmosContainer items = filled("items", 10);
    cosmos.database().createContainerIfNotExists("leases", "/id");
    Set<String> seen = ConcurrentHashMap.newKeySet();
    try (CosmosAsyncClient client = cosmos.asyncClient()) {
      ChangeFeedProcessor processor =
          new ChangeFeedProcessorBuilder()
              .hostName("host")
              .feedContainer(client.getDatabase("db").getContainer("items"))
              .leaseContainer(client.getDatabase("db").getContainer("leases"))
              .options(
                  new ChangeFeedProcessorOptions()
                      .setStartFromBeginning(true)
                      .setFeedPollDelay(Duration.ofMillis(50))
                      .setLeaseAcquireInterval(Duration.ofSeconds(1)))
              .handleChanges(changes -> changes.forEach(c -> seen.add(c.path("id").asText())))
              .buildChangeFeedProcessor();
      processor.start().block(Duration.ofSeconds(30));
      Awaitility.await("the first items")
          .atMost(Duration.ofSeconds(30))
          .until(() -> seen.containsAll(ids(0, 10)));
      Snapshot snapshot = cosmos.local().snapshot();
      for (int round = 1; round <= 3; round++) {
        List<String> expected = ids(100 * round, 100 * round + 10);
        IntStream.range(100 * round, 100 * round + 10).forEach(i -> items.createItem(item(i)));
        Awaitility.await("items of round " + round)
            .atMost(Duration.ofSeconds(30))
            .until(() -> seen.containsAll(expected));
        snapshot.restore();
      }
      processor.stop().block(Duration.ofSeconds(30));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"SELECT * FROM c", "SELECT * FROM c ORDER BY c.n"})
  void aQueryContinuesInTheRestoredItems(String query) {
    CosmosContainer items = filled("items", 40);
    Snapshot snapshot = cosmos.local().snapshot();
    IntStream.range(100, 140).forEach(i -> items.createItem(item(i)));
    List<String> seen = new ArrayList<>();
    var pages =
        items
            .queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class)
            .iterableByPage(7)
            .iterator();
    pages.next().getResults().forEach(row -> seen.add(id(row)));
    snapshot.restore();
    pages.forEachRemaining(page -> page.getResults().forEach(row -> seen.add(id(row))));
    assertThat(seen).doesNotHaveDuplicates().containsAll(ids(0, 40));
  }

  @Test
  void aDeletedContainerReturnsWithItsIdAndANewOneIsGone() {
    CosmosContainer items = filled("items", 10);
    String rid = items.read().getProperties().getResourceId();
    List<JsonNode> before = all(items);
    Snapshot snapshot = cosmos.local().snapshot();
    for (int round = 0; round < 2; round++) {
      items.delete();
      cosmos.container("new").createItem(item(1));
      cosmos.container("items").createItem(item(77));
      snapshot.restore();
      assertThat(items.read().getProperties().getResourceId()).isEqualTo(rid);
      assertThat(all(items)).isEqualTo(before);
      items.createItem(item(50));
      assertStatus(404, () -> cosmos.database().getContainer("new").read());
      assertThat(all(cosmos.container("new"))).as("made again").isEmpty();
    }
  }

  @Test
  void aDeletedDatabaseReturnsAndANewOneIsGone() {
    CosmosContainer items = filled("items", 10);
    Snapshot snapshot = cosmos.local().snapshot();
    cosmos.database().delete();
    cosmos.client().createDatabase("new");
    snapshot.restore();
    assertThat(all(items)).hasSize(10);
    assertStatus(404, () -> cosmos.client().getDatabase("new").read());
  }

  @Test
  void settingsScriptsAndThroughputReturn() {
    cosmos
        .database()
        .createContainer("items", "/pk", ThroughputProperties.createManualThroughput(700));
    CosmosContainer items = filled("items", 10);
    SdkScripts scripts = new SdkScripts(items);
    String procedure = scripts.procedure("function f() { getContext().getResponse().setBody(1); }");
    JsonNode before = settings(items);
    Snapshot snapshot = cosmos.local().snapshot();
    CosmosContainerProperties changed = items.read().getProperties();
    changed.setDefaultTimeToLiveInSeconds(1);
    changed.setIndexingPolicy(
        new IndexingPolicy().setExcludedPaths(List.of(new ExcludedPath("/*"))));
    items.replace(changed);
    items.replaceThroughput(ThroughputProperties.createManualThroughput(900));
    items.getScripts().getStoredProcedure(procedure).delete();
    String later = scripts.procedure("function f() {}");
    clock.advance(Duration.ofSeconds(5));
    snapshot.restore();
    assertThat(settings(items)).isEqualTo(before);
    assertThat(items.readThroughput().getProperties().getManualThroughput()).isEqualTo(700);
    assertThat(scripts.execute("p1", procedure).getResponseAsString()).isEqualTo("1");
    assertStatus(404, () -> scripts.execute("p1", later));
    assertThat(all(items)).hasSize(10);
    assertThat(count(items, "SELECT * FROM c WHERE c.n = 3")).isEqualTo(1);
  }

  @Test
  void usersAndPermissionsReturn() {
    filled("items", 10);
    try (CosmosAsyncClient async = cosmos.asyncClient()) {
      cosmos.database().createUser(new CosmosUserProperties().setId("ann"));
      CosmosAsyncUser ann = async.getDatabase("db").getUser("ann");
      String token = permit(ann, "reads");
      Snapshot snapshot = cosmos.local().snapshot();
      String late = permit(ann, "later");
      cosmos.database().getUser("ann").delete();
      cosmos.database().createUser(new CosmosUserProperties().setId("bob"));
      snapshot.restore();
      assertThat(ann.readAllPermissions().toIterable())
          .extracting(CosmosPermissionProperties::getId)
          .containsExactly("reads");
      assertThat(cosmos.database().readAllUsers())
          .extracting(CosmosUserProperties::getId)
          .containsExactly("ann");
      assertThat(readWith(token)).isEqualTo(200);
      permit(ann, "latest");
      assertThatThrownBy(() -> readWith(late)).hasStackTraceContaining("403");
    }
  }

  private static String permit(CosmosAsyncUser user, String name) {
    CosmosPermissionProperties permission =
        new CosmosPermissionProperties()
            .setId(name)
            .setPermissionMode(PermissionMode.READ)
            .setContainerName("items");
    return requireNonNull(user.createPermission(permission, null).block())
        .getProperties()
        .getToken();
  }

  private int readWith(String token) {
    try (CosmosClient client =
        new CosmosClientBuilder()
            .endpoint(cosmos.local().endpoint())
            .resourceToken(token)
            .gatewayMode()
            .buildClient()) {
      return client
          .getDatabase("db")
          .getContainer("items")
          .readItem("i1", P1, JsonNode.class)
          .getStatusCode();
    }
  }

  @Test
  void uniqueKeysAreThoseOfTheRestoredItems() {
    CosmosContainer items =
        cosmos.container(
            new CosmosContainerProperties("unique", "/pk")
                .setUniqueKeyPolicy(
                    new UniqueKeyPolicy().setUniqueKeys(List.of(new UniqueKey(List.of("/name"))))));
    items.createItem(SdkEmulator.item("1", "p").put("name", "a"));
    Snapshot snapshot = cosmos.local().snapshot();
    items.upsertItem(SdkEmulator.item("1", "p").put("name", "b"));
    snapshot.restore();
    items.createItem(SdkEmulator.item("2", "p").put("name", "b"));
    assertStatus(409, () -> items.createItem(SdkEmulator.item("3", "p").put("name", "a")));
  }

  @Test
  void aTimeToLiveContinues() {
    CosmosContainer items =
        cosmos.container(
            new CosmosContainerProperties("ttl", "/pk").setDefaultTimeToLiveInSeconds(60));
    items.createItem(item(1));
    Snapshot snapshot = cosmos.local().snapshot();
    clock.advance(Duration.ofSeconds(40));
    items.createItem(item(2));
    snapshot.restore();
    assertThat(all(items)).extracting(SdkSnapshotsTest::id).containsExactly("i1");
    clock.advance(Duration.ofSeconds(30));
    items.createItem(item(3));
    snapshot.restore();
    assertThat(all(items)).isEmpty();
  }

  @Test
  void hierarchicalPartitionKeysAreFound() {
    PartitionKeyDefinition key = new PartitionKeyDefinition();
    key.setPaths(List.of("/tenant", "/user"));
    key.setKind(PartitionKind.MULTI_HASH);
    key.setVersion(PartitionKeyDefinitionVersion.V2);
    CosmosContainer items = cosmos.container(new CosmosContainerProperties("tenants", key));
    for (int i = 0; i < 20; i++) {
      items.createItem(item(i).put("tenant", "t" + i % 2).put("user", "u" + i));
    }
    Snapshot snapshot = cosmos.local().snapshot();
    PartitionKey first = new PartitionKeyBuilder().add("t0").add("u0").build();
    items.deleteItem("i0", first, new CosmosItemRequestOptions());
    items.createItem(item(50).put("tenant", "t0").put("user", "u50"));
    snapshot.restore();
    assertThat(items.readItem("i0", first, JsonNode.class).getStatusCode()).isEqualTo(200);
    CosmosQueryRequestOptions tenant =
        new CosmosQueryRequestOptions()
            .setPartitionKey(new PartitionKeyBuilder().add("t0").build());
    assertThat(items.queryItems("SELECT * FROM c", tenant, JsonNode.class)).hasSize(10);
  }

  @Test
  void aSplitIsNotUndone() {
    CosmosContainer items = filled("items", 60);
    List<JsonNode> before = all(items);
    Snapshot snapshot = cosmos.local().snapshot();
    List<String> given = new ArrayList<>(cosmos.local().partitionIds("db", "items"));
    String continuation = changes(items, fromBeginning(), new ArrayList<>());
    for (int round = 0; round < 3; round++) {
      String split = cosmos.local().partitionIds("db", "items").get(0);
      List<String> children = cosmos.local().splitPartition("db", "items", split);
      assertThat(given).doesNotContainAnyElementsOf(children);
      given.addAll(children);
      disturb(items);
      snapshot.restore();
      assertThat(all(items)).isEqualTo(before);
      assertThat(cosmos.local().partitionIds("db", "items")).hasSize(4 + round);
      int next = 1_000 + round;
      items.createItem(item(next));
      List<String> seen = new ArrayList<>();
      continuation = changes(items, from(continuation), seen);
      assertThat(seen).containsExactly("i" + next);
    }
  }

  @Test
  void sessionTokensAreReachedAfterAFailover() {
    CosmosContainer items = filled("items", 10);
    clock.advance(Duration.ofSeconds(30));
    IntStream.range(10, 40).forEach(i -> items.createItem(item(i)));
    List<JsonNode> before = all(items);
    Snapshot snapshot = cosmos.local().snapshot();
    assertThat(cosmos.local().failover(Duration.ofSeconds(10))).isEqualTo(30);
    assertThat(all(items)).hasSize(10);
    snapshot.restore();
    assertThat(all(items)).isEqualTo(before);
    List<String> seen = new ArrayList<>();
    String continuation = changes(items, fromBeginning(), seen);
    assertThat(seen).hasSize(40);
    items.createItem(item(50));
    changes(items, from(continuation), seen);
    assertThat(seen).hasSize(41).endsWith("i50");
    assertThat(cosmos.local().failover(Duration.ofSeconds(60))).isEqualTo(1);
    assertThat(all(items)).isEqualTo(before);
  }

  @Test
  void aFailoverDoesNotGoBackBehindARestore() {
    CosmosContainer items = filled("items", 10);
    clock.advance(Duration.ofMinutes(2));
    Snapshot snapshot = cosmos.local().snapshot();
    items.upsertItem(item(1).put("changed", true));
    snapshot.restore();
    items.upsertItem(item(1).put("later", true));
    assertThat(cosmos.local().failover(Duration.ofMinutes(1))).isEqualTo(1);
    assertThat(all(items)).hasSize(10).noneMatch(i -> i.has("changed") || i.has("later"));
  }

  @Test
  void aLaggingReplicaShowsTheRestoredItems() {
    try (SdkEmulator lagging =
        new SdkEmulator(
            LocalCosmos.builder()
                .physicalPartitions(1)
                .clock(SettableClock.frozenAt(clock.instant()))
                .seed(3)
                .replicaLag(Duration.ofSeconds(5)))) {
      CosmosContainer items = lagging.container("items");
      items.createItem(item(1));
      Snapshot snapshot = lagging.local().snapshot();
      items.deleteItem("i1", P1, new CosmosItemRequestOptions());
      items.createItem(item(2));
      snapshot.restore();
      try (CosmosClient reader =
          SdkEmulator.builder(lagging.local())
              .consistencyLevel(ConsistencyLevel.EVENTUAL)
              .buildClient()) {
        for (int i = 0; i < 20; i++) {
          assertThat(all(reader.getDatabase("db").getContainer("items")))
              .extracting(SdkSnapshotsTest::id)
              .containsExactly("i1");
        }
      }
    }
  }

  @Test
  void aFullLogicalPartitionHasRoomAgain() {
    try (SdkEmulator limited =
        new SdkEmulator(LocalCosmos.builder().logicalPartitionStorage(10_000))) {
      CosmosContainer items = limited.container("items");
      String text = "x".repeat(6_000);
      items.createItem(SdkEmulator.item("small", "p"));
      Snapshot snapshot = limited.local().snapshot();
      for (int round = 0; round < 2; round++) {
        items.createItem(SdkEmulator.item("large", "p").put("text", text));
        assertStatus(403, () -> items.createItem(SdkEmulator.item("more", "p").put("text", text)));
        snapshot.restore();
      }
    }
  }

  @Test
  void clientsWorkWhileTheEmulatorReturns() throws Exception {
    CosmosContainer items = filled("items", 20);
    Snapshot snapshot = cosmos.local().snapshot();
    ExecutorService threads = Executors.newFixedThreadPool(3);
    AtomicBoolean done = new AtomicBoolean();
    try {
      List<Future<?>> work = new ArrayList<>();
      work.add(
          threads.submit(
              () -> {
                for (int i = 1_000; !done.get(); i++) {
                  items.upsertItem(item(i));
                  items.upsertItem(item(i % 20).put("changed", true));
                }
              }));
      work.add(
          threads.submit(
              () -> {
                while (!done.get()) {
                  assertThat(all(items)).extracting(SdkSnapshotsTest::id).containsAll(ids(0, 20));
                }
              }));
      work.add(
          threads.submit(
              () -> {
                while (!done.get()) {
                  items.readItem("i1", P1, JsonNode.class);
                }
              }));
      for (int i = 0; i < 200; i++) {
        snapshot.restore();
      }
      done.set(true);
      for (Future<?> each : work) {
        assertThatCode(() -> each.get(60, TimeUnit.SECONDS)).doesNotThrowAnyException();
      }
    } finally {
      done.set(true);
      threads.shutdownNow();
    }
    snapshot.restore();
    assertThat(all(items)).hasSize(20).noneMatch(item -> item.has("changed"));
  }

  @Test
  void anEmulatorWithADirectoryRefusesSnapshots(@TempDir Path directory) {
    try (LocalCosmos durable = LocalCosmos.builder().directory(directory).start()) {
      assertThatThrownBy(durable::snapshot)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("directory");
    }
  }

  private CosmosContainer filled(String name, int count) {
    CosmosContainer container = cosmos.container(name);
    IntStream.range(0, count).forEach(i -> container.createItem(item(i)));
    return container;
  }

  private static void disturb(CosmosContainer items) {
    items.deleteItem("i1", P1, new CosmosItemRequestOptions());
    items.upsertItem(item(2).put("changed", true));
    IntStream.range(500, 530).forEach(i -> items.createItem(item(i)));
  }

  private static ObjectNode item(int i) {
    return SdkEmulator.item("i" + i, "p" + i).put("n", i);
  }

  private static String id(JsonNode item) {
    return item.path("id").asText();
  }

  private static List<String> ids(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "i" + i).toList();
  }

  private static List<JsonNode> all(CosmosContainer container) {
    return container.queryItems(ALL, new CosmosQueryRequestOptions(), JsonNode.class).stream()
        .toList();
  }

  private static long count(CosmosContainer container, String query) {
    return container.queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class).stream()
        .count();
  }

  private static JsonNode settings(CosmosContainer container) {
    CosmosContainerProperties properties = container.read().getProperties();
    return JsonNodeFactory.instance
        .objectNode()
        .put("etag", properties.getETag())
        .put("ttl", properties.getDefaultTimeToLiveInSeconds())
        .put("excluded", properties.getIndexingPolicy().getExcludedPaths().size())
        .put("path", properties.getIndexingPolicy().getExcludedPaths().get(0).getPath());
  }

  private static CosmosItemRequestOptions ifMatch(String etag) {
    return new CosmosItemRequestOptions().setIfMatchETag(etag);
  }

  private static CosmosItemRequestOptions withToken(String token) {
    return new CosmosItemRequestOptions().setSessionToken(token);
  }

  private static CosmosChangeFeedRequestOptions fromBeginning() {
    return CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(
        FeedRange.forFullRange());
  }

  private static CosmosChangeFeedRequestOptions from(String continuation) {
    return CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(continuation);
  }

  private static String changes(
      CosmosContainer container, CosmosChangeFeedRequestOptions options, List<String> seen) {
    String continuation = "";
    for (FeedResponse<JsonNode> page :
        container.queryChangeFeed(options, JsonNode.class).iterableByPage()) {
      page.getResults().forEach(row -> seen.add(id(row)));
      continuation = page.getContinuationToken();
    }
    return continuation;
  }

  private static String versions(
      CosmosContainer container, String continuation, List<String> seen) {
    String next = continuation;
    for (FeedResponse<JsonNode> page :
        container
            .queryChangeFeed(from(continuation).allVersionsAndDeletes(), JsonNode.class)
            .iterableByPage()) {
      page.getResults()
          .forEach(
              row ->
                  seen.add(
                      row.at("/metadata/operationType").asText()
                          + " "
                          + id(
                              row.has("current") && row.path("current").has("id")
                                  ? row.path("current")
                                  : row.path("previous"))));
      next = page.getContinuationToken();
    }
    return next;
  }

  private static void assertStatus(int status, ThrowingCallable request) {
    assertThatThrownBy(request)
        .isInstanceOfSatisfying(
            CosmosException.class, e -> assertThat(e.getStatusCode()).isEqualTo(status));
  }
}
