package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedResponse;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.request.RequestKind;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.Exceptions;

/** How the SDK handles faults of queries while partitions split and clients write. */
@Tag("slow")
class SdkQueryFaultsTest {
  private static final int USERS = 200;
  private static final int PAGE = 11;
  private static final String QUERY = "SELECT c.id, c.pk FROM c WHERE c.type = 'user'";

  private static final Fault STALE_NAME = Fault.status(410).subStatus(1000);

  private SdkEmulator emulator;
  private CosmosContainer items;

  @BeforeEach
  void start() {
    emulator = new SdkEmulator(LocalCosmos.builder().physicalPartitions(5));
    items = emulator.container("items");
    IntStream.range(0, USERS).forEach(this::write);
  }

  @AfterEach
  void stop() {
    emulator.close();
  }

  @ParameterizedTest
  @CsvSource({"1002, ''", "1007, ''", "1008, ''", "1002, ORDER BY c.n", "1007, ORDER BY c.n"})
  void aQueryDuringSplitsReturnsEachRowOnceOrFails(int subStatus, String order) throws Exception {
    ExecutorService threads = Executors.newSingleThreadExecutor();
    AtomicBoolean stop = new AtomicBoolean();
    try {
      Future<?> writer = threads.submit(() -> writeUntil(stop));
      int whole = 0;
      for (int round = 0; round < 6; round++) {
        FaultRule.Matching some = FaultRule.on(RequestKind.QUERY).probability(0.03);
        befalls(some, Fault.status(410).subStatus(subStatus), round);
        whole += isWhole(QUERY + " " + order, round) ? 1 : 0;
      }
      stop.set(true);
      writer.get(60, TimeUnit.SECONDS);
      assertThat(whole).as("queries that were answered to their end").isPositive();
    } finally {
      stop.set(true);
      threads.shutdownNow();
    }
  }

  /**
   * In the SDK's RxDocumentClientImpl#createQuery, StaleResourceRetryPolicy restarts the query even
   * if it has already returned pages.
   */
  @Test
  void theSdkRestartsAQueryAfterAStaleNameAndRepeatsPages() {
    List<String> once = new ArrayList<>();
    List<String> seen = new ArrayList<>();
    pages(QUERY).forEach(page -> add(page, once));
    befalls(FaultRule.on(RequestKind.QUERY).nth(3), STALE_NAME, 0);
    pages(QUERY).forEach(page -> add(page, seen));
    int twice = seen.size() - USERS;
    assertThat(twice).isPositive();
    assertThat(seen.subList(0, twice)).isEqualTo(once.subList(0, twice));
    assertThat(seen.subList(twice, seen.size())).isEqualTo(once);
  }

  @Test
  void pagingReturnsEachRowOnceAfterAStaleName() {
    List<String> seen = new ArrayList<>();
    String continuation = null;
    do {
      befalls(FaultRule.on(RequestKind.QUERY).nth(1), STALE_NAME, 0);
      FeedResponse<JsonNode> page =
          items
              .queryItems(QUERY, new CosmosQueryRequestOptions(), JsonNode.class)
              .iterableByPage(continuation, PAGE)
              .iterator()
              .next();
      add(page, seen);
      continuation = page.getContinuationToken();
    } while (continuation != null);
    assertThat(seen).hasSize(USERS).doesNotHaveDuplicates();
  }

  private boolean isWhole(String query, int round) {
    List<String> seen = new ArrayList<>();
    try {
      Iterator<FeedResponse<JsonNode>> pages = pages(query).iterator();
      for (int page = 0; pages.hasNext(); page++) {
        if (page == 3) {
          split(round);
        }
        add(pages.next(), seen);
      }
    } catch (RuntimeException e) {
      // If several partitions fail at once, the SDK throws Reactor's composite
      // exception.
      boolean several = Exceptions.isMultiple(e) || Exceptions.isMultiple(e.getCause());
      assertThat(e instanceof CosmosException || several).as("%s", e).isTrue();
      assertThat(seen).doesNotHaveDuplicates();
      return false;
    }
    assertThat(seen).hasSize(USERS).doesNotHaveDuplicates();
    return true;
  }

  private Iterable<FeedResponse<JsonNode>> pages(String query) {
    return items
        .queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class)
        .iterableByPage(PAGE);
  }

  private static void add(FeedResponse<JsonNode> page, List<String> seen) {
    page.getResults().forEach(row -> seen.add(row.path("id").asText()));
  }

  private void split(int round) {
    List<String> ids = emulator.local().partitionIds("db", "items");
    emulator.local().splitPartition("db", "items", ids.get(round * 3 % ids.size()));
  }

  private void writeUntil(AtomicBoolean stop) {
    for (int i = 0; !stop.get(); i++) {
      write(i % USERS);
    }
  }

  private void write(int i) {
    items.upsertItem(SdkEmulator.item("u" + i, "p" + i).put("type", "user").put("n", i));
  }

  private void befalls(FaultRule.Matching rule, Fault fault, int seed) {
    emulator.local().faults(FaultPlan.builder().seed(seed).rule(rule.then(fault)).build());
  }
}
