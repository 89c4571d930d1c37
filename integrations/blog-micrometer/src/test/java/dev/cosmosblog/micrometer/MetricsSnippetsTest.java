package dev.cosmosblog.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.observe.RequestMeter;
import dev.cosmoslocal.LocalCosmos;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The Java examples of the documentation that use Micrometer. */
class MetricsSnippetsTest {
  private final MeterRegistry registry = new SimpleMeterRegistry();

  @Test
  void theMetricsOfABlog() {
    try (LocalCosmos account = LocalCosmos.start()) {
      CosmosClientBuilder clientBuilder = account.clientBuilder();
      // region metrics
      BlogMetrics metrics = BlogMetrics.of(registry);
      BlogDatabase database =
          BlogDatabase.builder()
              .connect(clientBuilder, "blog")
              .requestMeter(new RequestMeter())
              .listener(metrics.operations())
              .build();
      metrics.bind(database);
      BlogChangeFeed copies =
          BlogChangeFeed.builder(database).listener(metrics.changeFeed()).build();
      ChangeFeedSampler sampler = metrics.sample(() -> Optional.of(copies), Duration.ofMinutes(1));
      // endregion
      database.provision();
      BlogStore.on(database).createUser("Ann");
      assertThat(
              registry
                  .get("cosmosblog.operation")
                  .tag("db.operation.name", "create_user")
                  .timer()
                  .count())
          .isEqualTo(1);
      sampler.close();
      database.close();
    }
  }
}
