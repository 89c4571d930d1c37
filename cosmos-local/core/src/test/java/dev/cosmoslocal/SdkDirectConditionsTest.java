package dev.cosmoslocal;

import static dev.cosmoslocal.SdkEmulator.item;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.request.Consistency;
import dev.cosmoslocal.request.RequestKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Conditions that only clients in direct mode meet: replicas that move, split, lag and hang up. */
@Order(1)
@ResourceLock(Resources.SYSTEM_PROPERTIES)
class SdkDirectConditionsTest {
  private static final PartitionKey A = new PartitionKey("a");

  private static final RequestCounter COUNTER = new RequestCounter();

  @RegisterExtension
  static final DirectEmulator COSMOS = new DirectEmulator(LocalCosmos.builder().listener(COUNTER));

  @AfterEach
  void clear() {
    COSMOS.local().clearFaults();
  }

  private static CosmosContainer withOneItem(String name) {
    CosmosContainer items = COSMOS.container(name);
    items.upsertItem(item("1", "a").put("n", 1));
    items.readItem("1", A, JsonNode.class);
    return items;
  }

  private static void inject(FaultRule... rules) {
    COSMOS.local().faults(new FaultPlan(0, List.of(rules)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1000, 1007, 1008})
  void aPointReadFindsAReplicaThatMoved(int subStatus) {
    CosmosContainer items = withOneItem("moved");
    inject(
        FaultRule.on(RequestKind.READ_ITEM).first(1).then(Fault.status(410).subStatus(subStatus)));
    var read = items.readItem("1", A, JsonNode.class);
    assertThat(read.getItem().path("n").intValue()).isEqualTo(1);
    assertThat(COSMOS.local().faultCounts().total()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1000, 1007, 1008})
  void aWriteFindsAPrimaryThatMoved(int subStatus) {
    CosmosContainer items = withOneItem("primary");
    inject(
        FaultRule.on(RequestKind.UPSERT_ITEM)
            .first(1)
            .then(Fault.status(410).subStatus(subStatus)));
    items.upsertItem(item("1", "a").put("n", 2));
    assertThat(items.readItem("1", A, JsonNode.class).getItem().path("n").intValue()).isEqualTo(2);
  }

  @Test
  void aMovedReplicaMakesTheClientReadItsAddressesAgain() {
    CosmosContainer items = withOneItem("addresses");
    long before = COUNTER.totals().of(RequestKind.ADDRESSES);
    inject(FaultRule.on(RequestKind.UPSERT_ITEM).first(1).then(Fault.status(410)));
    items.upsertItem(item("1", "a"));
    assertThat(COUNTER.totals().of(RequestKind.ADDRESSES)).isGreaterThan(before);
  }

  @Test
  void aQueryContinuesAfterARangeIsGone() {
    CosmosContainer items = withOneItem("gone");
    inject(FaultRule.on(RequestKind.QUERY).first(1).then(Fault.status(410).subStatus(1002)));
    assertThat(all(items)).containsExactly("1");
  }

  private static Set<String> all(CosmosContainer items) {
    return items
        .queryItems("SELECT * FROM c", new CosmosQueryRequestOptions(), JsonNode.class)
        .stream()
        .map(item -> item.path("id").asText())
        .collect(Collectors.toSet());
  }

  @Test
  void aClientFollowsASplit() {
    CosmosContainer items = COSMOS.container("split");
    IntStream.range(0, 50).forEach(i -> items.createItem(item("i" + i, "p" + i)));
    var start = CosmosChangeFeedRequestOptions.createForProcessingFromNow(FeedRange.forFullRange());
    String token =
        items
            .queryChangeFeed(start, JsonNode.class)
            .iterableByPage()
            .iterator()
            .next()
            .getContinuationToken();
    for (String id : COSMOS.local().partitionIds("db", "split")) {
      COSMOS.local().splitPartition("db", "split", id);
    }
    for (int i = 0; i < 50; i++) {
      PartitionKey key = new PartitionKey("p" + i);
      assertThat(items.readItem("i" + i, key, JsonNode.class).getStatusCode()).isEqualTo(200);
      items.upsertItem(item("i" + i, "p" + i).put("n", i), key, new CosmosItemRequestOptions());
    }
    assertThat(all(items)).hasSize(50);
    var rest = CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(token);
    assertThat(items.queryChangeFeed(rest, JsonNode.class).stream()).hasSize(50);
  }

  @Test
  void aClientFollowsAContainerThatIsMadeAgain() {
    CosmosContainer items = withOneItem("again");
    try (CosmosClient other = COSMOS.builder().buildClient()) {
      other.getDatabase("db").getContainer("again").delete();
      other.getDatabase("db").createContainer("again", "/pk");
      other.getDatabase("db").getContainer("again").createItem(item("2", "a"));
    }
    assertThat(items.readItem("2", A, JsonNode.class).getStatusCode()).isEqualTo(200);
    items.upsertItem(item("3", "a"));
    assertThat(all(items)).containsExactlyInAnyOrder("2", "3");
  }

  @Test
  void aReadIsRepeatedAfterItsConnectionClosesInTheMiddleOfTheResponse() {
    CosmosContainer items = withOneItem("cut");
    inject(FaultRule.on(RequestKind.READ_ITEM).first(1).then(Fault.cutAfter()));
    assertThat(items.readItem("1", A, JsonNode.class).getStatusCode()).isEqualTo(200);
    assertThat(COSMOS.local().faultCounts().total()).isEqualTo(1);
  }

  @Test
  void aWriteWhoseConnectionClosesInTheMiddleOfTheResponseFailsButIsApplied() {
    CosmosContainer items = withOneItem("applied");
    inject(FaultRule.on(RequestKind.UPSERT_ITEM).first(1).then(Fault.cutAfter()));
    CosmosException failure =
        catchThrowableOfType(
            CosmosException.class, () -> items.upsertItem(item("1", "a").put("n", 5)));
    assertThat(failure.getStatusCode()).isEqualTo(408);
    assertThat(items.readItem("1", A, JsonNode.class).getItem().path("n").intValue()).isEqualTo(5);
  }

  @Test
  void throttledReadsAreRepeatedAfterTheRetryTime() {
    CosmosContainer items = withOneItem("throttled");
    inject(
        FaultRule.on(RequestKind.READ_ITEM)
            .first(2)
            .then(Fault.status(429).retryAfter(Duration.ofMillis(10))));
    var read = items.readItem("1", A, JsonNode.class);
    assertThat(read.getDiagnostics().toString()).contains("\"statusCode\":429");
    assertThat(COSMOS.local().faultCounts().total()).isEqualTo(2);
  }

  /** One of four replicas doesn't reach the writes, because the clock stands still. */
  @ParameterizedTest
  @EnumSource(ConsistencyLevel.class)
  void aLaggingReplicaIsSeenByWeakLevelsOnly(ConsistencyLevel level) {
    SettableClock clock = SettableClock.frozenAt(Instant.now());
    try (DirectEmulator cosmos =
            new DirectEmulator(
                LocalCosmos.builder()
                    .clock(clock)
                    .consistency(Consistency.STRONG)
                    .replicaLag(Duration.ofSeconds(60)));
        CosmosClient writer = cosmos.client(level);
        CosmosClient reader = cosmos.client(level)) {
      cosmos.container("c");
      CosmosContainer written = writer.getDatabase("db").getContainer("c");
      written.createItem(item("1", "a").put("n", 0));
      clock.advance(Duration.ofSeconds(61));
      CosmosContainer read = reader.getDatabase("db").getContainer("c");
      assertThat(n(read)).isZero();
      written.upsertItem(item("1", "a").put("n", 1));
      Set<Integer> own =
          IntStream.range(0, 40).map(i -> n(written)).boxed().collect(Collectors.toSet());
      Set<Integer> others =
          IntStream.range(0, 40).map(i -> n(read)).boxed().collect(Collectors.toSet());
      boolean strong =
          Set.of(ConsistencyLevel.STRONG, ConsistencyLevel.BOUNDED_STALENESS).contains(level);
      boolean session = level == ConsistencyLevel.SESSION;
      assertThat(own).isEqualTo(strong || session ? Set.of(1) : Set.of(0, 1));
      if (strong) {
        assertThat(others).containsExactly(1);
      } else if (!session) {
        assertThat(others).containsExactlyInAnyOrder(0, 1);
      }
      clock.advance(Duration.ofSeconds(61));
      assertThat(IntStream.range(0, 20).map(i -> n(read)).distinct()).containsExactly(1);
    }
  }

  private static int n(CosmosContainer items) {
    return items.readItem("1", A, JsonNode.class).getItem().path("n").intValue();
  }

  /** Under strong consistency, the client adds up the charges of the two replicas that it reads. */
  @Test
  void aStrongReadCostsTwice() {
    try (DirectEmulator cosmos =
        new DirectEmulator(LocalCosmos.builder().consistency(Consistency.STRONG))) {
      CosmosContainer items = cosmos.container("c");
      items.createItem(item("1", "a"));
      assertThat(items.readItem("1", A, JsonNode.class).getRequestCharge()).isEqualTo(2);
    }
  }

  @Test
  void sessionTokensOfOneClientCountForAnother() {
    CosmosContainer items = withOneItem("sessions");
    String token = items.upsertItem(item("2", "a")).getSessionToken();
    assertThat(token).matches("\\d+:-1#\\d+");
    try (CosmosClient other = COSMOS.builder().buildClient()) {
      var options = new CosmosItemRequestOptions().setSessionToken(token);
      CosmosContainer same = other.getDatabase("db").getContainer("sessions");
      assertThat(same.readItem("2", A, options, JsonNode.class).getStatusCode()).isEqualTo(200);
    }
  }
}
