package dev.cosmosblog.spring;

import dev.cosmosblog.store.BlogDatabase;
import java.time.Clock;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * Configures the actuator endpoint {@code cosmosblog}, if it is exposed, and the operator's page,
 * if {@code cosmosblog.operator.page} is true.
 */
@AutoConfiguration(after = BlogAutoConfiguration.class)
@ConditionalOnBean({ChangeFeeds.class, BlogDatabase.class})
public final class BlogOperatorAutoConfiguration {
  BlogOperatorAutoConfiguration() {}

  @Bean
  @Lazy
  BlogOperator blogOperator(
      BlogDatabase database, ChangeFeeds changeFeeds, BlogProperties properties) {
    return new BlogOperator(database, changeFeeds, properties.operator(), Clock.systemUTC());
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
  static class EndpointConfiguration {
    @Bean
    @ConditionalOnAvailableEndpoint(endpoint = BlogEndpoint.class)
    BlogEndpoint blogEndpoint(BlogOperator operator) {
      return new BlogEndpoint(operator);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(RouterFunction.class)
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
  @ConditionalOnBooleanProperty("cosmosblog.operator.page")
  static class PageConfiguration {
    @Bean
    RouterFunction<ServerResponse> blogOperatorPage(
        BlogOperator operator, BlogProperties properties) {
      return new OperatorPage(operator).routes(properties.operator().path());
    }
  }
}
