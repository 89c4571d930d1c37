package dev.cosmosblog.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.micrometer.BlogMetric;
import dev.cosmosblog.micrometer.BlogMetrics;
import dev.cosmosblog.micrometer.ChangeFeedSampler;
import dev.cosmosblog.store.BlogStore;
import dev.cosmoslocal.LocalCosmos;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class BlogMetricsAutoConfigurationTest {
  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  BlogAutoConfiguration.class, BlogMetricsAutoConfiguration.class))
          .withPropertyValues(
              "cosmosblog.endpoint=https://127.0.0.1:1/",
              "cosmosblog.key=AA==",
              "cosmosblog.provision=false",
              "cosmosblog.change-feed.auto-startup=false");

  @Test
  void aBlogIsMeasuredInTheApplicationsRegistry() {
    try (LocalCosmos emulator = LocalCosmos.start()) {
      runner
          .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
          .withPropertyValues(
              "cosmosblog.endpoint=" + emulator.endpoint(),
              "cosmosblog.key=" + emulator.key(),
              "cosmosblog.gateway-mode=true",
              "cosmosblog.provision=true",
              "cosmosblog.change-feed.auto-startup=true",
              "cosmosblog.metrics.sample-interval=1h")
          .run(
              context -> {
                MeterRegistry meters = context.getBean(MeterRegistry.class);
                context.getBean(BlogStore.class).createUser("Ann");
                assertThat(meters.get("cosmosblog.operation").timers()).isNotEmpty();
                context.getBean(ChangeFeedSampler.class).sample();
                assertThat(meters.get(BlogMetric.LAG.meterName()).gauges())
                    .extracting(Gauge::value)
                    .noneSatisfy(value -> assertThat(value).isNaN());
                assertThat(meters.find(BlogMetric.PROCESSOR_CHARGE.meterName()).meters())
                    .hasSize(2);
              });
    }
  }

  @Test
  void theApplicationsChangeFeedIsSampled() {
    runner
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .withBean(BlogChangeFeed.class, () -> mock(BlogChangeFeed.class))
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(ChangeFeedSampler.class));
  }

  @Test
  void nothingIsMeasuredWithoutARegistryOrIfDisabled() {
    runner.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(BlogMetrics.class));
    runner
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .withPropertyValues("cosmosblog.metrics.enabled=false")
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(BlogMetrics.class));
  }
}
