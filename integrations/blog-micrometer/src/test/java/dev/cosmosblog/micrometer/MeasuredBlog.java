package dev.cosmosblog.micrometer;

import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.observe.OperationListener;
import dev.cosmosblog.store.observe.RequestMeter;
import dev.cosmoslocal.LocalCosmos;
import java.time.Duration;
import java.util.Optional;

/** A blog on the in-process emulator, with metrics, a change feed and a sampler. */
final class MeasuredBlog implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  final BlogStore store;
  final BlogDatabase database;
  final BlogChangeFeed copies;
  final ChangeFeedSampler sampler;
  private final LocalCosmos account = LocalCosmos.start();

  MeasuredBlog(BlogMetrics metrics, OperationListener... others) {
    CosmosClientBuilder clientBuilder = account.clientBuilder();
    var builder =
        BlogDatabase.builder()
            .connect(clientBuilder, "blog")
            .requestMeter(new RequestMeter())
            .listener(metrics.operations());
    for (OperationListener other : others) {
      builder.listener(other);
    }
    database = builder.build().provision();
    metrics.bind(database);
    store = BlogStore.on(database);
    copies =
        BlogChangeFeed.builder(database)
            .pollInterval(Duration.ofMillis(50))
            .listener(metrics.changeFeed())
            .build();
    sampler = metrics.sample(() -> Optional.of(copies), Duration.ofHours(1));
  }

  /** Starts the change feed and waits until it is drained. */
  void copy() throws InterruptedException {
    copies.start();
    if (!copies.awaitDrained(PATIENCE)) {
      throw new AssertionError("The copies are late.");
    }
  }

  @Override
  public void close() {
    sampler.close();
    copies.close();
    database.close();
    account.close();
  }
}
