package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.cosmos.ChangeFeedProcessor;
import com.azure.cosmos.ChangeFeedProcessorBuilder;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.ChangeFeedProcessorOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.request.RequestKind;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The reaction of the ChangeFeedProcessor to faults of the feed and of its leases. */
@Tag("slow")
class SdkFeedFaultsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final SdkEmulator emulator = new SdkEmulator(LocalCosmos.builder().physicalPartitions(1));
  private final CosmosAsyncClient client = emulator.asyncClient();
  private final CosmosContainer feed = emulator.container("feed");
  private final Map<String, Integer> seen = new ConcurrentHashMap<>();
  private int number;

  SdkFeedFaultsTest() {
    emulator.database().createContainerIfNotExists("leases", "/id");
  }

  @AfterEach
  void close() {
    client.close();
    emulator.close();
  }

  @Test
  void aRedeliveredBatchReachesTheHandlerTwice() throws Exception {
    ChangeFeedProcessor processor = start("host");
    sees(write());
    sees(write());
    emulator
        .local()
        .faults(
            FaultPlan.builder()
                .rule(
                    FaultRule.on(RequestKind.CHANGE_FEED)
                        .container("feed")
                        .nth(1)
                        .then(Fault.redelivery(2)))
                .build());
    await()
        .atMost(PATIENCE)
        .until(() -> seen.values().stream().mapToInt(Integer::intValue).sum() >= 4);
    assertThat(seen).containsValues(2, 2);
    sees(write());
    processor.stop().block(PATIENCE);
    assertThat(emulator.local().faultCounts().of(FaultKind.REDELIVERY)).isEqualTo(1);
  }

  @Test
  void aHostReacquiresAStolenLeaseThatIsNotRenewed() throws Exception {
    ChangeFeedProcessor processor = start("host");
    sees(write());
    befallsLeases(Fault.leaseStolen("leases", "thief", Clock.systemUTC().instant().plusSeconds(1)));
    await().atMost(PATIENCE).until(() -> owner().equals("thief"));
    emulator.local().clearFaults();
    String later = write();
    // The lease is never renewed, so it expires and the host reacquires it.
    await().atMost(PATIENCE).until(() -> owner().equals("host"));
    sees(later);
    processor.stop().block(PATIENCE);
  }

  @Test
  void anotherHostAcquiresALeaseThatLooksExpired() throws Exception {
    ChangeFeedProcessor first = start("first");
    sees(write());
    befallsLeases(Fault.leaseExpired("leases"));
    ChangeFeedProcessor second = start("second");
    await().atMost(PATIENCE).until(() -> owner().equals("second"));
    emulator.local().clearFaults();
    sees(write());
    first.stop().block(PATIENCE);
    second.stop().block(PATIENCE);
  }

  @Test
  void aProcessorRecoversFromAFailingFeed() throws Exception {
    ChangeFeedProcessor processor = start("host");
    sees(write());
    emulator
        .local()
        .faults(
            FaultPlan.builder()
                .seed(7)
                .rule(
                    FaultRule.on(RequestKind.CHANGE_FEED)
                        .first(2)
                        .then(Fault.status(410).subStatus(1002)))
                .rule(FaultRule.on(RequestKind.CHANGE_FEED).nth(3).then(Fault.status(503)))
                .rule(FaultRule.on(RequestKind.CHANGE_FEED).nth(4).then(Fault.cutAfter()))
                .build());
    sees(write());
    processor.stop().block(PATIENCE);
  }

  private void befallsLeases(Fault fault) {
    emulator
        .local()
        .faults(
            FaultPlan.builder()
                .rule(FaultRule.on(RequestKind.CHANGE_FEED).container("feed").then(fault))
                .build());
  }

  private String write() {
    String id = "i" + ++number;
    feed.createItem(SdkEmulator.item(id, "p"));
    return id;
  }

  private void sees(String id) {
    await().atMost(PATIENCE).until(() -> seen.containsKey(id));
  }

  private String owner() {
    return emulator
        .database()
        .getContainer("leases")
        .queryItems(
            "SELECT * FROM c WHERE CONTAINS(c.id, '..')",
            new CosmosQueryRequestOptions(),
            ObjectNode.class)
        .stream()
        .map(lease -> lease.path("Owner").asText())
        .findFirst()
        .orElse("");
  }

  private ChangeFeedProcessor start(String host) {
    ChangeFeedProcessor processor =
        new ChangeFeedProcessorBuilder()
            .hostName(host)
            .feedContainer(client.getDatabase("db").getContainer("feed"))
            .leaseContainer(client.getDatabase("db").getContainer("leases"))
            .options(
                new ChangeFeedProcessorOptions()
                    .setStartFromBeginning(true)
                    .setFeedPollDelay(Duration.ofMillis(100))
                    .setLeaseAcquireInterval(Duration.ofSeconds(1))
                    .setLeaseRenewInterval(Duration.ofSeconds(1))
                    .setLeaseExpirationInterval(Duration.ofSeconds(3)))
            .handleChanges(changes -> changes.forEach(this::see))
            .buildChangeFeedProcessor();
    processor.start().block(PATIENCE);
    return processor;
  }

  private void see(JsonNode item) {
    String id = item.path("id").asText();
    seen.merge(id, 1, Integer::sum);
  }
}
