package dev.cosmosblog.spring;

import dev.cosmosblog.store.BlogDatabase;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
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
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
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
      BlogDatabase database,
      ChangeFeeds changeFeeds,
      BlogHistory history,
      BlogProperties properties) {
    return new BlogOperator(
        database, changeFeeds, history, properties.operator(), Clock.systemUTC());
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
  static class EndpointConfiguration {
    @Bean
    @ConditionalOnAvailableEndpoint(endpoint = BlogEndpoint.class)
    BlogEndpoint blogEndpoint(BlogOperator operator, ObjectProvider<RequestHost> hosts) {
      return new BlogEndpoint(operator, hosts.getIfAvailable(() -> Optional::empty));
    }
  }

  /** The host name of the current request, or empty if the thread handles no request of the web. */
  interface RequestHost extends Supplier<Optional<String>> {}

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(RequestContextHolder.class)
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
  static class ServletHostConfiguration {
    @Bean
    RequestHost blogOperatorRequestHost() {
      return () ->
          RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes current
              ? Optional.of(host(current.getRequest()))
              : Optional.empty();
    }

    /** Scripts can't set this header, in contrast to the headers that proxies set. */
    static String host(HttpServletRequest request) {
      return Objects.requireNonNullElseGet(request.getHeader("Host"), request::getServerName);
    }
  }

  /** There, the endpoint can't find out the host name. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
  static class ReactiveHostConfiguration {
    @Bean
    RequestHost blogOperatorRequestHost() {
      return () -> Optional.of("");
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
