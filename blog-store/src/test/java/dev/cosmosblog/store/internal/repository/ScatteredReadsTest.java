package dev.cosmosblog.store.internal.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.spi.ContainerRequests;
import dev.cosmosblog.store.spi.Response;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ScatteredReadsTest {
  private final Clock clock = mock();
  private final ContainerRequests requests = mock();
  private final ItemContainer container = mock();
  private final Call call = mock();
  private final List<String> sent = new ArrayList<>();
  private Instant now = Instant.parse("2026-11-01T00:00:00Z");
  private int partitions = 1;

  ScatteredReadsTest() {
    when(clock.instant()).thenAnswer(asked -> now);
    doAnswer(
            asked -> {
              Function<ContainerRequests, Response<?>> request = asked.getArgument(0);
              return request.apply(requests).body();
            })
        .when(container)
        .ask(any(), any());
    when(requests.ranges())
        .thenAnswer(
            asked -> {
              sent.add("count");
              return Response.ok(Collections.nCopies(partitions, "range"), null, 1);
            });
    when(requests.readMany(any(), any()))
        .thenAnswer(
            asked -> {
              sent.add("together");
              return Response.ok(List.of(), null, 1);
            });
    when(requests.readEach(any(), any()))
        .thenAnswer(
            asked -> {
              sent.add("each");
              List<?> keys = asked.getArgument(0);
              return Collections.nCopies(keys.size(), Response.failed(404, 0, 1));
            });
  }

  /** Queries of seventy partitions would cost more than twenty point reads. */
  @Test
  void physicalPartitionsAreCountedOnceAnHour() {
    ScatteredReads reads = new ScatteredReads(container, clock);
    List<ItemKey> keys = IntStream.range(0, 20).mapToObj(i -> ItemKey.of("post-" + i)).toList();

    reads.find(keys, call);
    partitions = 70;
    now = now.plus(Duration.ofHours(1));
    reads.find(keys, call);
    assertThat(sent).containsExactly("count", "together", "together");

    sent.clear();
    now = now.plusMillis(1);
    reads.find(keys, call);
    assertThat(sent).containsExactly("count", "each");
  }

  @Test
  void fewItemsAreReadOneByOne() {
    StoredItem like = StoredItem.of(Map.of("id", "like-1", "type", "like"));
    doReturn(List.of(Response.ok(like, null, 1), Response.failed(404, 0, 1)))
        .when(requests)
        .readEach(any(), any());
    List<ItemKey> keys = List.of(new ItemKey("like-1", "a"), new ItemKey("like-1", "b"));

    assertThat(new ScatteredReads(container, clock).find(keys, call)).containsExactly(like);
  }

  @Test
  void aRetryReadsOnlyTheItemsWithoutAResponse() {
    doAnswer(
            asked -> {
              Function<ContainerRequests, Response<?>> request = asked.getArgument(0);
              request.apply(requests);
              return request.apply(requests).body();
            })
        .when(container)
        .ask(any(), any());
    StoredItem like = StoredItem.of(Map.of("id", "like-1", "type", "like"));
    Response<StoredItem> found = Response.ok(like, null, 1);
    doReturn(List.of(found, Response.failed(404, 0, 1), Response.failed(503, 0, 1)))
        .doReturn(List.of(found))
        .when(requests)
        .readEach(any(), any());
    ItemKey last = new ItemKey("like-1", "c");
    List<ItemKey> keys = List.of(new ItemKey("like-1", "a"), new ItemKey("like-1", "b"), last);

    assertThat(new ScatteredReads(container, clock).find(keys, call)).containsExactly(like, like);

    verify(requests).readEach(keys, StoredItem.class);
    verify(requests).readEach(List.of(last), StoredItem.class);
  }
}
