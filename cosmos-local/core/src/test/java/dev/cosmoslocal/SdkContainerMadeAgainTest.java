package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosItemIdentity;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A client uses a container that another client deletes and recreates. */
class SdkContainerMadeAgainTest {
  private static final PartitionKey KEY = new PartitionKey("p");
  private static final AtomicInteger NAMES = new AtomicInteger();

  private static SdkEmulator emulator;
  private static CosmosClient other;

  @BeforeAll
  static void start() {
    emulator = new SdkEmulator(LocalCosmos.builder().physicalPartitions(2));
    other = SdkEmulator.builder(emulator.local()).buildClient();
  }

  @AfterAll
  static void stop() {
    other.close();
    emulator.close();
  }

  @ParameterizedTest
  @MethodSource("requests")
  void aClientContinuesWithTheRecreatedContainer(
      String name, ToIntFunction<CosmosContainer> request, int result) {
    CosmosContainer container = emulator.container("again" + NAMES.incrementAndGet());
    container.createItem(SdkEmulator.item("1", "p"));
    container.createItem(SdkEmulator.item("of the first", "p"));
    request.applyAsInt(container);
    makeAgain(container.getId());
    assertThat(request.applyAsInt(container)).as(name).isEqualTo(result);
  }

  /** Each returns a status or a number of items; the second container has two. */
  static Stream<Arguments> requests() {
    return Stream.of(
        request("create", c -> c.createItem(newItem()).getStatusCode(), 201),
        request("upsert", c -> c.upsertItem(newItem()).getStatusCode(), 201),
        request("read", c -> c.readItem("1", KEY, ObjectNode.class).getStatusCode(), 200),
        request(
            "replace",
            c -> c.replaceItem(SdkEmulator.item("1", "p"), "1", KEY, null).getStatusCode(),
            200),
        request(
            "patch",
            c ->
                c.patchItem("1", KEY, CosmosPatchOperations.create().set("/n", 1), ObjectNode.class)
                    .getStatusCode(),
            200),
        request(
            "delete by key",
            c ->
                c.deleteAllItemsByPartitionKey(
                        new PartitionKey("nobody"), new CosmosItemRequestOptions())
                    .getStatusCode(),
            200),
        request("query", c -> count(c, new CosmosQueryRequestOptions()), 2),
        request(
            "query of a key",
            c -> count(c, new CosmosQueryRequestOptions().setPartitionKey(KEY)),
            1),
        request(
            "read many",
            c ->
                c.readMany(
                        List.of(
                            new CosmosItemIdentity(KEY, "1"), new CosmosItemIdentity(KEY, "none")),
                        ObjectNode.class)
                    .getResults()
                    .size(),
            1),
        request("batch", SdkContainerMadeAgainTest::batch, 200),
        request("bulk", SdkContainerMadeAgainTest::bulk, 201),
        request("change feed", SdkContainerMadeAgainTest::changes, 2));
  }

  @Test
  void activeClientsRecoverAfterTheContainerIsRecreated() throws Exception {
    CosmosContainer container = emulator.container("meanwhile");
    ExecutorService threads = Executors.newFixedThreadPool(2);
    AtomicBoolean stop = new AtomicBoolean();
    try {
      List<Future<?>> work =
          List.of(
              threads.submit(() -> repeat(stop, () -> container.createItem(newItem()))),
              threads.submit(
                  () -> repeat(stop, () -> count(container, new CosmosQueryRequestOptions()))));
      for (int i = 0; i < 5; i++) {
        makeAgain("meanwhile");
      }
      stop.set(true);
      for (Future<?> done : work) {
        done.get(60, TimeUnit.SECONDS);
      }
    } finally {
      stop.set(true);
      threads.shutdownNow();
    }
    // If the SDK has cached the former container when it looks up partitions for a create, it
    // throws this exception without a retry (RxDocumentClientImpl#createDocumentInternal). A query
    // makes it read the container again.
    await("the client's caches")
        .atMost(Duration.ofSeconds(30))
        .ignoreException(IllegalStateException.class)
        .untilAsserted(
            () -> {
              assertThat(count(container, new CosmosQueryRequestOptions())).isPositive();
              assertThat(container.createItem(newItem()).getStatusCode()).isEqualTo(201);
              assertThat(count(container, new CosmosQueryRequestOptions()))
                  .isGreaterThanOrEqualTo(3);
            });
  }

  private static void repeat(AtomicBoolean stop, Runnable request) {
    while (!stop.get()) {
      try {
        request.run();
      } catch (RuntimeException missing) {
        // While the container is missing, the SDK throws several kinds of exceptions.
        assertThat(missing.getMessage()).isNotBlank();
      }
    }
  }

  private static void makeAgain(String id) {
    CosmosDatabase database = other.getDatabase("db");
    database.getContainer(id).delete();
    database.createContainer(id, "/pk");
    CosmosContainer second = database.getContainer(id);
    second.createItem(SdkEmulator.item("1", "p"));
    second.createItem(SdkEmulator.item("2", "q"));
  }

  private static Arguments request(
      String name, ToIntFunction<CosmosContainer> request, int result) {
    return arguments(name, request, result);
  }

  private static ObjectNode newItem() {
    return SdkEmulator.item("new" + NAMES.incrementAndGet(), "p");
  }

  private static int count(CosmosContainer container, CosmosQueryRequestOptions options) {
    return (int)
        container.queryItems("SELECT * FROM c ORDER BY c.id", options, ObjectNode.class).stream()
            .count();
  }

  private static int batch(CosmosContainer container) {
    CosmosBatch batch = CosmosBatch.createCosmosBatch(KEY);
    batch.createItemOperation(newItem());
    return container.executeCosmosBatch(batch).getStatusCode();
  }

  private static int bulk(CosmosContainer container) {
    return container
        .executeBulkOperations(List.of(CosmosBulkOperations.getCreateItemOperation(newItem(), KEY)))
        .iterator()
        .next()
        .getResponse()
        .getStatusCode();
  }

  private static int changes(CosmosContainer container) {
    return (int)
        container
            .queryChangeFeed(
                CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(
                    FeedRange.forFullRange()),
                ObjectNode.class)
            .stream()
            .count();
  }
}
