package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.CosmosScripts;
import com.azure.cosmos.models.ChangeFeedPolicy;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.CosmosStoredProcedureRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SdkDurabilityTest {
  @TempDir private Path directory;

  @Test
  void itemsEntityTagsAndOrderSurviveARestart() {
    List<String> changes = new ArrayList<>();
    String etag;
    String continuation;
    try (SdkEmulator emulator = start()) {
      CosmosContainer container = emulator.container("c");
      IntStream.range(0, 30).forEach(i -> container.createItem(item(i)));
      container.deleteItem("i3", new PartitionKey("p3"), null);
      etag =
          container
              .patchItem(
                  "i7",
                  new PartitionKey("p7"),
                  CosmosPatchOperations.create().increment("/n", 100),
                  JsonNode.class)
              .getETag();
      continuation = changes(container, fromBeginning(), changes);
    }
    try (SdkEmulator emulator = start()) {
      CosmosContainer container = emulator.container("c");
      var read = container.readItem("i7", new PartitionKey("p7"), JsonNode.class);
      assertThat(read.getETag()).isEqualTo(etag);
      assertThat(read.getItem().path("n").intValue()).isEqualTo(107);
      assertThat(ids(container)).hasSize(29).doesNotContain("i3").doesNotHaveDuplicates();
      List<String> again = new ArrayList<>();
      changes(container, fromBeginning(), again);
      assertThat(again).isEqualTo(changes);
      container.createItem(item(40));
      List<String> since = new ArrayList<>();
      changes(
          container,
          CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(continuation),
          since);
      assertThat(since).containsExactly("i40");
    }
  }

  @Test
  void aChangedItemIdSurvivesARestart() {
    String rid;
    try (SdkEmulator emulator = start()) {
      CosmosContainer container = emulator.container("renamed");
      container.createItem(item(1));
      container.createItem(item(2).put("pk", "p1"));
      PartitionKey key = new PartitionKey("p1");
      container.replaceItem(item(1).put("id", "i3"), "i1", key, null);
      container.replaceItem(item(2).put("id", "i1").put("pk", "p1"), "i2", key, null);
      rid = container.readItem("i3", key, JsonNode.class).getItem().path("_rid").textValue();
    }
    try (SdkEmulator emulator = start()) {
      CosmosContainer container = emulator.container("renamed");
      assertThat(ids(container)).containsExactlyInAnyOrder("i1", "i3");
      JsonNode kept = container.readItem("i3", new PartitionKey("p1"), JsonNode.class).getItem();
      assertThat(kept.path("_rid").textValue()).isEqualTo(rid);
      assertThat(kept.path("n")).isEqualTo(item(1).path("n"));
    }
  }

  @Test
  void allVersionsAndDeletesSurviveARestart() {
    SettableClock clock = SettableClock.frozenAt(Instant.parse("2026-01-01T00:00:00Z"));
    LocalCosmosBuilder builder = LocalCosmos.builder().directory(directory).clock(clock);
    CosmosContainerProperties properties =
        new CosmosContainerProperties("versions", "/pk")
            .setDefaultTimeToLiveInSeconds(-1)
            .setChangeFeedPolicy(
                ChangeFeedPolicy.createAllVersionsAndDeletesPolicy(Duration.ofMinutes(10)));
    List<String> seen = new ArrayList<>();
    String continuation;
    try (SdkEmulator emulator = new SdkEmulator(builder)) {
      CosmosContainer container = emulator.container(properties);
      continuation = versions(container, "", seen);
      container.createItem(item(1));
      container.createItem(item(2).put("ttl", 60));
      continuation = versions(container, continuation, seen);
      assertThat(seen).containsExactlyInAnyOrder("create i1", "create i2");
      seen.clear();
      container.upsertItem(item(1).put("n", 5));
      container.deleteItem("i1", new PartitionKey("p1"), null);
      emulator.local().splitPartition("db", "versions", "0");
    }
    clock.advance(Duration.ofSeconds(61));
    try (SdkEmulator emulator = new SdkEmulator(builder)) {
      CosmosContainer container = emulator.container("versions");
      container.createItem(item(3));
      continuation = versions(container, continuation, seen);
      assertThat(seen)
          .containsExactlyInAnyOrder("replace i1", "delete i1", "create i3", "delete i2");
    }
    clock.advance(Duration.ofMinutes(11));
    try (SdkEmulator emulator = new SdkEmulator(builder)) {
      CosmosContainer container = emulator.container("versions");
      container.createItem(item(4));
      String late = continuation;
      container.createItem(item(3).put("id", "i5"));
      assertThat(versions(container, late, seen)).isNotEmpty();
      assertThat(seen).contains("create i4", "create i5");
    }
  }

  private static String versions(
      CosmosContainer container, String continuation, List<String> seen) {
    CosmosChangeFeedRequestOptions options =
        continuation.isEmpty()
            ? CosmosChangeFeedRequestOptions.createForProcessingFromNow(FeedRange.forFullRange())
            : CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(continuation);
    String next = "";
    for (FeedResponse<JsonNode> page :
        container
            .queryChangeFeed(options.allVersionsAndDeletes(), JsonNode.class)
            .iterableByPage()) {
      page.getResults()
          .forEach(
              change ->
                  seen.add(
                      change.at("/metadata/operationType").asText()
                          + " "
                          + change.at("/current/id").asText(change.at("/previous/id").asText())));
      next = page.getContinuationToken();
    }
    return next;
  }

  @Test
  void sequenceNumbersAreNotReusedAfterARestart() {
    String container;
    String item;
    try (SdkEmulator emulator = start()) {
      container = rid(emulator.container("c"));
      CosmosContainer kept = emulator.container("kept");
      item = rid(kept, 1);
      kept.deleteItem("i1", new PartitionKey("p1"), null);
      emulator.container("c").delete();
    }
    try (SdkEmulator emulator = start()) {
      assertThat(rid(emulator.container("c"))).isNotEqualTo(container);
      assertThat(rid(emulator.container("kept"), 1)).isNotEqualTo(item);
    }
  }

  @Test
  void settingsOffersAndSplitsSurviveARestart() {
    List<String> partitions;
    List<String> changes = new ArrayList<>();
    try (SdkEmulator emulator = start()) {
      CosmosContainerProperties properties = new CosmosContainerProperties("c", "/pk");
      emulator
          .database()
          .createContainer(properties, ThroughputProperties.createManualThroughput(700));
      CosmosContainer container = emulator.container("c");
      container.replaceThroughput(ThroughputProperties.createManualThroughput(50_000));
      container.replaceThroughput(ThroughputProperties.createManualThroughput(700));
      container.replace(container.read().getProperties().setDefaultTimeToLiveInSeconds(1_000));
      IntStream.range(0, 10).forEach(i -> container.createItem(item(i)));
      emulator.local().splitPartition("db", "c", "0");
      IntStream.range(10, 20).forEach(i -> container.createItem(item(i)));
      emulator.local().splitPartition("db", "c", "1");
      partitions = emulator.local().partitionIds("db", "c");
      changes(container, fromBeginning(), changes);
    }
    try (SdkEmulator emulator = start()) {
      CosmosContainer container = emulator.container("c");
      assertThat(emulator.local().partitionIds("db", "c")).isEqualTo(partitions).hasSize(4);
      assertThat(container.readThroughput().getProperties().getManualThroughput()).isEqualTo(700);
      assertThat(container.readThroughput().getMinThroughput()).isEqualTo(500);
      assertThat(container.read().getProperties().getDefaultTimeToLiveInSeconds()).isEqualTo(1_000);
      assertThat(ids(container)).hasSize(20).doesNotHaveDuplicates();
      List<String> again = new ArrayList<>();
      changes(container, fromBeginning(), again);
      assertThat(again).isEqualTo(changes);
    }
  }

  @Test
  void scriptsSurviveARestart() {
    CosmosStoredProcedureProperties procedure =
        new CosmosStoredProcedureProperties(
            "p", "function () { getContext().getResponse().setBody(7); }");
    try (SdkEmulator emulator = start()) {
      emulator.container("c").getScripts().createStoredProcedure(procedure);
    }
    try (SdkEmulator emulator = start()) {
      var options = new CosmosStoredProcedureRequestOptions();
      options.setPartitionKey(new PartitionKey("p1"));
      CosmosScripts scripts = emulator.container("c").getScripts();
      assertThat(scripts.getStoredProcedure("p").execute(List.of(), options).getResponseAsString())
          .isEqualTo("7");
      assertThatThrownBy(() -> scripts.createStoredProcedure(procedure))
          .isInstanceOf(CosmosException.class);
      scripts.getStoredProcedure("p").delete();
    }
    try (SdkEmulator emulator = start()) {
      CosmosScripts scripts = emulator.container("c").getScripts();
      assertThat(scripts.readAllStoredProcedures()).isEmpty();
    }
  }

  @Test
  void deletedResourcesStayDeletedAfterARestart() {
    try (SdkEmulator emulator = start()) {
      emulator.container("c").createItem(item(1));
      emulator.database().delete();
    }
    try (SdkEmulator emulator = start()) {
      assertThat(ids(emulator.container("c"))).isEmpty();
    }
  }

  @Test
  void onlyOneEmulatorAtATimeOpensTheDirectory() {
    try (SdkEmulator emulator = start()) {
      assertThat(emulator.local().port()).isPositive();
      LocalCosmosBuilder second = LocalCosmos.builder().directory(directory);
      DataDirectoryException refusal =
          catchThrowableOfType(DataDirectoryException.class, second::start);
      assertThat(refusal.problem()).isEqualTo(DataDirectoryException.Problem.IN_USE);
      assertThat(refusal.directory()).isEqualTo(directory);
      assertThat(refusal).hasMessageContaining("account.mv is open in this process");
    }
  }

  @Test
  void aDamagedFileIsRejectedAndUnchanged() throws IOException {
    try (SdkEmulator emulator = start()) {
      emulator.container("c").createItem(item(1));
    }
    Path file = directory.resolve("account.mv");
    byte[] cut = Arrays.copyOf(Files.readAllBytes(file), (int) Files.size(file) - 5_000);
    Files.write(file, cut);
    LocalCosmosBuilder builder = LocalCosmos.builder().directory(directory);
    DataDirectoryException refusal =
        catchThrowableOfType(DataDirectoryException.class, builder::start);
    assertThat(refusal.problem()).isEqualTo(DataDirectoryException.Problem.DAMAGED);
    assertThat(refusal).hasMessageStartingWith(file + " is damaged (");
    assertThat(Files.readAllBytes(file)).isEqualTo(cut);
  }

  private SdkEmulator start() {
    return new SdkEmulator(LocalCosmos.builder().physicalPartitions(2).directory(directory));
  }

  private static ObjectNode item(int i) {
    return SdkEmulator.item("i" + i, "p" + i).put("n", i);
  }

  private static String rid(CosmosContainer container) {
    return container.read().getProperties().getResourceId();
  }

  private static String rid(CosmosContainer container, int i) {
    return container.createItem(item(i)).getItem().path("_rid").textValue();
  }

  private static List<String> ids(CosmosContainer container) {
    return container
        .queryItems("SELECT * FROM c", new CosmosQueryRequestOptions(), JsonNode.class)
        .stream()
        .map(row -> row.path("id").asText())
        .toList();
  }

  private static CosmosChangeFeedRequestOptions fromBeginning() {
    return CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(
        FeedRange.forFullRange());
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
