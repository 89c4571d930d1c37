package dev.cosmosblog.store.internal.cosmos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosItemResponse;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.spi.Response;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

@Isolated("It needs all threads of Reactor's shared scheduler.")
class SdkContainerTest {
  @Test
  void callersOnAllReactorThreadsDoNotDeadlock() {
    CosmosContainer container = mock();
    CosmosItemResponse<String> response = mock();
    when(response.getItem()).thenReturn("item");
    when(container.readItem(anyString(), any(), eq(String.class))).thenReturn(response);
    SdkContainer requests = new SdkContainer("posts", () -> container, null);
    List<ItemKey> keys = List.of(ItemKey.of("a"), ItemKey.of("b"), ItemKey.of("c"));
    int threads = Schedulers.DEFAULT_BOUNDED_ELASTIC_SIZE;
    CyclicBarrier allBusy = new CyclicBarrier(threads);
    Scheduler elastic = Schedulers.boundedElastic();

    List<CompletableFuture<List<String>>> callers =
        IntStream.range(0, threads)
            .mapToObj(
                caller ->
                    Mono.fromCallable(
                            () -> {
                              allBusy.await(20, TimeUnit.SECONDS);
                              return Response.all(requests.readEach(keys, String.class)).body();
                            })
                        .subscribeOn(elastic)
                        .toFuture())
            .toList();

    assertThat(callers)
        .allSatisfy(
            caller ->
                assertThat(caller)
                    .succeedsWithin(Duration.ofSeconds(40))
                    .isEqualTo(List.of("item", "item", "item")));
  }
}
