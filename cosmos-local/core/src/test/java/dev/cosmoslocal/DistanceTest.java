package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.http.FaultSource;
import dev.cosmoslocal.internal.http.InjectedFault;
import dev.cosmoslocal.request.RequestKind;
import dev.cosmoslocal.request.RequestRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DistanceTest {
  private static final Duration MEDIAN = Duration.ofMillis(4);
  private static final Duration P99 = Duration.ofMillis(10);

  @Test
  void latenciesHaveTheConfiguredMedianAnd99thPercentile() {
    DistantRequests requests = distant(Distance.of(MEDIAN, P99), 1);
    List<Duration> sorted = times(requests, 10_000).stream().sorted().toList();
    assertThat(sorted.get(5_000))
        .isBetween(Duration.ofNanos(3_900_000), Duration.ofNanos(4_100_000));
    assertThat(sorted.get(9_900))
        .isBetween(Duration.ofNanos(9_300_000), Duration.ofNanos(10_700_000));
    assertThat(sorted.get(9_999)).isLessThanOrEqualTo(P99.multipliedBy(10));
  }

  @Test
  void theSameSeedGivesTheSameTimes() {
    Distance distance = Distance.of(MEDIAN, P99);
    assertThat(times(distant(distance, 7), 100)).isEqualTo(times(distant(distance, 7), 100));
    assertThat(times(distant(distance, 7), 100)).isNotEqualTo(times(distant(distance, 8), 100));
  }

  @Test
  void eachKindOfRequestHasItsOwnLatency() {
    Distance distance = Distance.builder().write(MEDIAN, MEDIAN).build();
    DistantRequests requests = distant(distance, 0);
    assertThat(requests.on(RequestKind.READ_ITEM, () -> "")).isEmpty();
    assertThat(requests.on(RequestKind.PATCH_ITEM, () -> ""))
        .containsExactly(new InjectedFault.Travel(MEDIAN.dividedBy(2), MEDIAN.dividedBy(2)));
  }

  @Test
  void aMedianAboveThe99thPercentileIsRefused() {
    assertThatThrownBy(() -> Distance.of(P99, MEDIAN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PT0.004S");
  }

  @Test
  void concurrentRequestsWaitConcurrently() {
    Duration far = Duration.ofSeconds(1);
    Queue<RequestRecord> records = new ConcurrentLinkedQueue<>();
    try (SdkEmulator emulator =
        new SdkEmulator(
            LocalCosmos.builder()
                .distance(Distance.builder().pointRead(far, far).build())
                .listener(records::add))) {
      CosmosContainer items = emulator.container("far");
      items.createItem(SdkEmulator.item("1", "p"));
      try (var client = emulator.asyncClient()) {
        var container = client.getDatabase("db").getContainer("far");
        long began = System.nanoTime();
        List<CompletableFuture<?>> reads = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
          reads.add(container.readItem("1", new PartitionKey("p"), JsonNode.class).toFuture());
        }
        reads.forEach(CompletableFuture::join);
        // Sequentially, this would take 100 s; if delays blocked the event loops, 50 s.
        assertThat(Duration.ofNanos(System.nanoTime() - began))
            .isBetween(far, Duration.ofSeconds(30));
      }
    }
    assertThat(records)
        .filteredOn(record -> record.kind() == RequestKind.READ_ITEM)
        .hasSize(100)
        .allSatisfy(record -> assertThat(record.duration()).isGreaterThanOrEqualTo(far));
  }

  private static DistantRequests distant(Distance distance, long seed) {
    return new DistantRequests(distance, seed, FaultSource.NONE);
  }

  private static List<Duration> times(DistantRequests requests, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> requests.on(RequestKind.QUERY, () -> ""))
        .map(faults -> (InjectedFault.Travel) faults.get(0))
        .map(distance -> distance.there().plus(distance.back()))
        .toList();
  }
}
