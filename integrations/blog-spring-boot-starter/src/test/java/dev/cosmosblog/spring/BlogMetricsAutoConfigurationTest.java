package dev.cosmosblog.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.micrometer.BlogMetric;
import dev.cosmosblog.micrometer.BlogMetrics;
import dev.cosmosblog.micrometer.ChangeFeedSampler;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.observe.RequestCause;
import dev.cosmoslocal.LocalCosmos;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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

  private ApplicationContextRunner on(LocalCosmos emulator) {
    return runner.withPropertyValues(
        "cosmosblog.endpoint=" + emulator.endpoint(),
        "cosmosblog.key=" + emulator.key(),
        "cosmosblog.gateway-mode=true",
        "cosmosblog.provision=true",
        "cosmosblog.change-feed.auto-startup=true");
  }

  @Test
  void aBlogIsMeasuredInTheApplicationsRegistry() {
    try (LocalCosmos emulator = LocalCosmos.start()) {
      on(emulator)
          .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
          .withPropertyValues("cosmosblog.metrics.sample-interval=1h")
          .run(
              context -> {
                MeterRegistry meters = context.getBean(MeterRegistry.class);
                context.getBean(BlogStore.class).createUser("Ann");
                assertThat(meters.get("cosmosblog.operation").timers()).isNotEmpty();
                context.getBean(ChangeFeedSampler.class).sample();
                assertThat(meters.get(BlogMetric.LAG.meterName()).gauges())
                    .extracting(Gauge::value)
                    .noneSatisfy(value -> assertThat(value).isNaN());
                assertThat(meters.find(BlogMetric.CHARGE.meterName()).meters())
                    .hasSize(RequestCause.values().length);
              });
    }
  }

  /** The SDK registers its meters in Micrometer's global registry. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theSdkMeasuresAFewThingsIfItIsToldTo(boolean sdk) {
    SimpleMeterRegistry all = new SimpleMeterRegistry();
    Metrics.addRegistry(all);
    try (LocalCosmos emulator = LocalCosmos.start()) {
      on(emulator)
          .withBean(MeterRegistry.class, () -> all)
          .withPropertyValues("cosmosblog.metrics.sdk=" + sdk)
          .run(
              context -> {
                context.getBean(BlogStore.class).createUser("Ann");
                context.getBean(BlogStore.class).recentPosts(10);
                Map<Boolean, List<String>> series =
                    all.getMeters().stream()
                        .flatMap(BlogMetricsAutoConfigurationTest::series)
                        .collect(Collectors.partitioningBy(name -> name.startsWith("cosmos.")));
                assertThat(series.get(false)).hasSizeBetween(10, 200);
                if (sdk) {
                  assertThat(series.get(true))
                      .contains("cosmos.client.op.calls", "cosmos.client.op.RUs")
                      .hasSizeLessThan(300)
                      .allSatisfy(
                          name -> assertThat(name).matches("cosmos\\.client\\.(op|system)\\..*"));
                } else {
                  assertThat(series.get(true)).isEmpty();
                }
              });
    } finally {
      Metrics.removeRegistry(all);
    }
  }

  /** Returns a name for each value of a meter. */
  private static Stream<String> series(Meter meter) {
    return StreamSupport.stream(meter.measure().spliterator(), false)
        .map(value -> meter.getId().getName());
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
