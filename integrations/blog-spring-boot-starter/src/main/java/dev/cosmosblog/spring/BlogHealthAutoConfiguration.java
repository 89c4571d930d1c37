package dev.cosmosblog.spring;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Configures the health of the change feed, {@code cosmosblog} in the health endpoint. */
@AutoConfiguration(after = BlogAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnEnabledHealthIndicator("cosmosblog")
public final class BlogHealthAutoConfiguration {
  BlogHealthAutoConfiguration() {}

  @Bean
  @ConditionalOnBean({ChangeFeeds.class, BlogChangeFeedLifecycle.class})
  @ConditionalOnMissingBean(name = "cosmosblogHealthIndicator")
  HealthIndicator cosmosblogHealthIndicator(ChangeFeeds changeFeeds, BlogHistory history) {
    return new ChangeFeedHealthIndicator(changeFeeds, history);
  }

  /** For an application with its own {@link BlogChangeFeed} bean. */
  @Bean("cosmosblogHealthIndicator")
  @ConditionalOnBean({ChangeFeeds.class, BlogChangeFeed.class})
  @ConditionalOnMissingBean(name = "cosmosblogHealthIndicator")
  HealthIndicator ownChangeFeedHealthIndicator(ChangeFeeds changeFeeds, BlogHistory history) {
    return new ChangeFeedHealthIndicator(changeFeeds, history);
  }
}
