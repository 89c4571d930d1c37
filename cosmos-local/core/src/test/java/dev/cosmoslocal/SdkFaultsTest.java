package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosEndToEndOperationLatencyPolicyConfigBuilder;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.request.RequestKind;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The SDK's reaction to each fault. */
class SdkFaultsTest {
  private static final PartitionKey PK = new PartitionKey("p");
  private static final SettableClock CLOCK = SettableClock.runningWith(Clock.systemUTC());
  private static final RequestCounter COUNTER = new RequestCounter();

  @RegisterExtension
  static final SdkEmulator emulator =
      new SdkEmulator(LocalCosmos.builder().physicalPartitions(2).clock(CLOCK).listener(COUNTER));

  private static CosmosContainer items;
  private int number;

  @BeforeAll
  static void start() {
    items = emulator.container(new CosmosContainerProperties("items", "/pk"));
    emulator.container("leases");
    items.createItem(SdkEmulator.item("known", "p"));
  }

  @BeforeEach
  void reset() {
    emulator.local().clearFaults();
    COUNTER.reset();
  }

  @Test
  void theSdkRetriesA429AfterItsRetryTime() {
    Duration pause = Duration.ofMillis(150);
    befalls(
        FaultRule.on(RequestKind.READ_ITEM).container("items").first(2),
        Fault.status(429).subStatus(3200).retryAfter(pause));
    long began = System.nanoTime();
    assertThat(read("known").getStatusCode()).isEqualTo(200);
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(pause.multipliedBy(2));
    assertThat(COUNTER.totals().of(RequestKind.READ_ITEM)).isEqualTo(3);
  }

  @Test
  void theSdkRetriesA449() {
    befalls(FaultRule.on(RequestKind.UPSERT_ITEM).first(3), Fault.status(449));
    assertThat(items.upsertItem(SdkEmulator.item("449", "p")).getStatusCode()).isEqualTo(201);
    assertThat(COUNTER.totals().of(RequestKind.UPSERT_ITEM)).isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 500, 503})
  @DisabledIfSystemProperty(
      named = SdkEmulator.DIRECT_MODE,
      matches = "true",
      disabledReason = "In direct mode, the SDK has other rules for retries.")
  void otherErrorsAreNotRetriedAndNothingIsWritten(int status) {
    befalls(FaultRule.on(RequestKind.CREATE_ITEM), Fault.status(status));
    String id = "refused" + status;
    assertFails(() -> items.createItem(SdkEmulator.item(id, "p")), status, 0);
    assertThat(COUNTER.totals().of(RequestKind.CREATE_ITEM)).isEqualTo(1);
    assertMissing(id);
  }

  @Test
  void theSdkRetriesAPointReadOnceAfterA410OfTheContainersName() {
    befalls(FaultRule.on(RequestKind.READ_ITEM).nth(1), Fault.status(410).subStatus(1000));
    assertThat(read("known").getStatusCode()).isEqualTo(200);
    assertThat(COUNTER.totals().of(RequestKind.READ_ITEM)).isEqualTo(2);
    assertThat(COUNTER.totals().of(RequestKind.CONTAINER)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1002, 1007, 1008})
  @DisabledIfSystemProperty(
      named = SdkEmulator.DIRECT_MODE,
      matches = "true",
      disabledReason = "In direct mode, the SDK retries for 30 s and reports 503.")
  void a410OfAPartitionReachesTheCallerOfAPointRead(int subStatus) {
    befalls(FaultRule.on(RequestKind.READ_ITEM), Fault.status(410).subStatus(subStatus));
    assertFails(() -> read("known"), 410, subStatus);
  }

  @Test
  void a410OfAPartitionMakesAQueryRefreshTheRanges() {
    befalls(FaultRule.on(RequestKind.QUERY).nth(1), Fault.status(410).subStatus(1002));
    assertThat(
            items.queryItems(
                "SELECT * FROM c WHERE c.id = 'known'",
                new CosmosQueryRequestOptions(),
                ObjectNode.class))
        .hasSize(1);
    assertThat(COUNTER.totals().of(RequestKind.PARTITION_RANGES)).isPositive();
  }

  @Test
  void aDelayedRequestIsExecutedLater() {
    befalls(FaultRule.on(RequestKind.CREATE_ITEM), Fault.delay(Duration.ofMillis(200)));
    long began = System.nanoTime();
    items.createItem(SdkEmulator.item("delayed", "p"));
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofMillis(200));
    assertThat(emulator.local().faultCounts().of(FaultKind.DELAY)).isEqualTo(1);
  }

  @Test
  void aWriteWithALateResponseIsApplied() {
    befalls(FaultRule.on(RequestKind.CREATE_ITEM), Fault.lateResponse(Duration.ofSeconds(20)));
    CosmosItemRequestOptions impatient =
        new CosmosItemRequestOptions()
            .setCosmosEndToEndOperationLatencyPolicyConfig(
                new CosmosEndToEndOperationLatencyPolicyConfigBuilder(Duration.ofSeconds(2))
                    .build());
    assertFails(() -> items.createItem(SdkEmulator.item("late", "p"), PK, impatient), 408, 20008);
    assertThat(read("late").getStatusCode()).isEqualTo(200);
  }

  @Test
  @DisabledIfSystemProperty(
      named = SdkEmulator.DIRECT_MODE,
      matches = "true",
      disabledReason = "In direct mode, the SDK reports 408.")
  void aWriteWhoseConnectionClosesBeforeExecutionIsLost() {
    befalls(FaultRule.on(RequestKind.CREATE_ITEM), Fault.cutBefore());
    assertFails(() -> items.createItem(SdkEmulator.item("before", "p")), 503, 10001);
    assertMissing("before");
  }

  @Test
  @DisabledIfSystemProperty(
      named = SdkEmulator.DIRECT_MODE,
      matches = "true",
      disabledReason = "In direct mode, the SDK reports 408.")
  void aWriteWhoseConnectionClosesAfterTheCommitFailsButIsApplied() {
    befalls(FaultRule.on(RequestKind.CREATE_ITEM), Fault.cutAfter());
    assertFails(() -> items.createItem(SdkEmulator.item("after", "p")), 503, 10001);
    emulator.local().clearFaults();
    assertThat(read("after").getStatusCode()).isEqualTo(200);
    assertFails(() -> items.createItem(SdkEmulator.item("after", "p")), 409, 0);
  }

  @Test
  void theSdkRetriesAReadWhoseConnectionCloses() {
    befalls(FaultRule.on(RequestKind.READ_ITEM).nth(1), Fault.cutBefore());
    assertThat(read("known").getStatusCode()).isEqualTo(200);
    assertThat(COUNTER.totals().of(RequestKind.READ_ITEM)).isEqualTo(2);
  }

  @Test
  void aClockJumpExpiresItems() {
    CosmosContainer mortal =
        emulator.container(
            new CosmosContainerProperties("mortal", "/pk").setDefaultTimeToLiveInSeconds(60));
    mortal.createItem(SdkEmulator.item("1", "p"));
    befalls(
        FaultRule.on(RequestKind.READ_ITEM).container("mortal"),
        Fault.clockJump(CLOCK, Duration.ofMinutes(2)));
    assertFails(() -> mortal.readItem("1", PK, ObjectNode.class), 404, 0);
  }

  @Test
  void anotherClientCanChangeAnItemFirst() {
    String etag = items.createItem(SdkEmulator.item("contended", "p")).getETag();
    befalls(
        FaultRule.on(RequestKind.REPLACE_ITEM),
        Fault.itemChange("items", "contended", Map.of("by", "somebody else")));
    assertFails(
        () ->
            items.replaceItem(
                SdkEmulator.item("contended", "p"),
                "contended",
                PK,
                new CosmosItemRequestOptions().setIfMatchETag(etag)),
        412,
        0);
    assertThat(read("contended").getItem().path("by").asText()).isEqualTo("somebody else");
  }

  private CosmosItemResponse<ObjectNode> read(String id) {
    return items.readItem(id, PK, ObjectNode.class);
  }

  private void assertMissing(String id) {
    emulator.local().clearFaults();
    assertFails(() -> read(id), 404, 0);
  }

  private void befalls(FaultRule.Matching rule, Fault fault) {
    emulator.local().faults(FaultPlan.builder().seed(++number).rule(rule.then(fault)).build());
  }

  private static void assertFails(ThrowingCallable call, int status, int subStatus) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            CosmosException.class,
            e -> {
              assertThat(e.getStatusCode()).isEqualTo(status);
              assertThat(e.getSubStatusCode()).isEqualTo(subStatus);
            });
  }
}
