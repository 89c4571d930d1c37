package dev.cosmosblog.benchmarks.chaos;

import com.azure.cosmos.ChangeFeedProcessor;
import com.azure.cosmos.ChangeFeedProcessorBuilder;
import com.azure.cosmos.CosmosAsyncDatabase;
import com.azure.cosmos.models.ChangeFeedProcessorOptions;
import com.azure.cosmos.models.ChangeFeedProcessorState;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * How far the hosts are behind: processors of the SDK that are never started, and take no lease.
 */
final class LagProbe {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final List<ChangeFeedProcessor> processors;

  LagProbe(CosmosAsyncDatabase database) {
    this.processors = Stream.of("users", "posts").map(name -> over(database, name)).toList();
  }

  private static ChangeFeedProcessor over(CosmosAsyncDatabase database, String container) {
    return new ChangeFeedProcessorBuilder()
        .hostName("nobody")
        .feedContainer(database.getContainer(container))
        .leaseContainer(database.getContainer("leases"))
        // The prefix that a change feed has by default.
        .options(new ChangeFeedProcessorOptions().setLeasePrefix("blog-"))
        .handleLatestVersionChanges(items -> {})
        .buildChangeFeedProcessor();
  }

  /** One line for each range: who holds it, and how many changes it is behind. */
  record Range(String host, String lease, int lag) {}

  List<Range> ranges() {
    return processors.stream().flatMap(LagProbe::ranges).toList();
  }

  private static Stream<Range> ranges(ChangeFeedProcessor processor) {
    List<ChangeFeedProcessorState> states = processor.getCurrentState().block(PATIENCE);
    return states == null || states.isEmpty()
        ? Stream.of(new Range("nobody", "none", Integer.MAX_VALUE))
        : states.stream().map(LagProbe::range);
  }

  private static Range range(ChangeFeedProcessorState state) {
    return new Range(
        String.valueOf(state.getHostName()), state.getLeaseToken(), state.getEstimatedLag());
  }
}
