package dev.cosmosblog.spring;

import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.micrometer.BlogMetrics;
import dev.cosmosblog.micrometer.BlogTraces;
import dev.cosmosblog.store.observe.OperationListener;
import io.micrometer.tracing.Tracer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Adds spans of requests and of handled changes to those of operations, if the application has a
 * tracer.
 */
// Later, so that a request's span is a child of its operation's: listeners are called in the order
// of their definitions.
@AutoConfiguration(after = BlogMetricsAutoConfiguration.class)
@ConditionalOnClass(Tracer.class)
@ConditionalOnBean(BlogMetrics.class)
public final class BlogTracesAutoConfiguration {
  BlogTracesAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean
  BlogTraces blogTraces(ObjectProvider<Tracer> tracers) {
    return BlogTraces.of(tracers.getIfUnique(() -> Tracer.NOOP));
  }

  @Bean
  OperationListener blogTracesOperationListener(BlogTraces traces) {
    return traces.operations();
  }

  @Bean
  ChangeFeedListener blogTracesChangeFeedListener(BlogTraces traces) {
    return traces.changeFeed();
  }
}
