package dev.cosmosblog.spring;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.micrometer.BlogMetrics;
import dev.cosmosblog.micrometer.ChangeFeedSampler;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.observe.OperationListener;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Connects the blog to the application's meter registry and, if it has one, its observation
 * registry.
 */
@AutoConfiguration(
    after = BlogAutoConfiguration.class,
    afterName = {
      "org.springframework.boot.micrometer.metrics.autoconfigure"
          + ".CompositeMeterRegistryAutoConfiguration",
      "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration"
    })
@ConditionalOnBean({MeterRegistry.class, ChangeFeeds.class})
@ConditionalOnBooleanProperty(name = "cosmosblog.metrics.enabled", matchIfMissing = true)
public final class BlogMetricsAutoConfiguration {
  BlogMetricsAutoConfiguration() {}

  /** Static, because registries get their filters before this configuration is created. */
  @Bean
  static MeterFilter blogMetricsDescriptions() {
    return BlogMetrics.descriptions();
  }

  @Bean
  @ConditionalOnMissingBean
  BlogMetrics blogMetrics(
      MeterRegistry meters, ObjectProvider<ObservationRegistry> observationRegistries) {
    ObservationRegistry observations = observationRegistries.getIfUnique();
    return observations == null ? BlogMetrics.of(meters) : BlogMetrics.of(meters, observations);
  }

  @Bean
  OperationListener blogMetricsOperationListener(BlogMetrics metrics) {
    return metrics.operations();
  }

  @Bean
  ChangeFeedListener blogMetricsChangeFeedListener(BlogMetrics metrics) {
    return metrics.changeFeed();
  }

  @Bean
  SmartInitializingSingleton blogMetricsBinder(
      BlogMetrics metrics, ObjectProvider<BlogDatabase> databases) {
    return () -> databases.ifUnique(metrics::bind);
  }

  @Bean
  @ConditionalOnBean(BlogChangeFeedLifecycle.class)
  @ConditionalOnMissingBean
  ChangeFeedSampler blogChangeFeedSampler(
      BlogMetrics metrics, ChangeFeeds changeFeeds, BlogProperties properties) {
    return metrics.sample(changeFeeds, properties.metrics().sampleInterval());
  }

  /** For an application with its own {@link BlogChangeFeed} bean. */
  @Bean("blogChangeFeedSampler")
  @ConditionalOnBean(BlogChangeFeed.class)
  @ConditionalOnMissingBean
  ChangeFeedSampler ownChangeFeedSampler(
      BlogMetrics metrics, ChangeFeeds changeFeeds, BlogProperties properties) {
    return metrics.sample(changeFeeds, properties.metrics().sampleInterval());
  }

  /** Samples at the start, because the sampler's first sample precedes it. */
  @Bean
  ChangeFeedListener blogFirstSampleListener(ObjectProvider<ChangeFeedSampler> samplers) {
    return new ChangeFeedListener() {
      @Override
      public void onStarted(String hostName) {
        samplers.ifUnique(ChangeFeedSampler::sampleSoon);
      }
    };
  }
}
