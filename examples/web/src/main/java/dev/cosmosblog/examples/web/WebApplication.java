package dev.cosmosblog.examples.web;

import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.examples.search.PostIndex;
import dev.cosmosblog.spring.BlogConnectionDetails;
import dev.cosmosblog.spring.BlogProperties;
import dev.cosmosblog.spring.CosmosClientBuilderCustomizer;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.observe.OperationListener;
import dev.cosmoslocal.spring.LocalCosmosBuilderCustomizer;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Connects the parts. The starter brings the blog's database and store, and the account. */
@SpringBootApplication(proxyBeanMethods = false)
@EnableScheduling
@EnableConfigurationProperties(SampleBlog.class)
class WebApplication implements WebMvcConfigurer {
  private final CostMeter meter;

  WebApplication(CostMeter meter) {
    this.meter = meter;
  }

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(meter);
  }

  @Bean
  static LocalCosmosBuilderCustomizer meteredAccount(CostMeter meter) {
    return account -> account.listener(meter);
  }

  @Bean
  static CosmosClientBuilderCustomizer meteredClient() {
    return client -> client.userAgentSuffix(CostMeter.CLICKS);
  }

  @Bean
  static PostIndex postIndex() throws IOException {
    return new PostIndex(Clock.systemUTC());
  }

  @Bean
  static ApplicationRunner start(Copies copies, People people) {
    return arguments -> {
      copies.startHost();
      people.writeSampleBlog();
      copies.awaitDrained(Duration.ofSeconds(20));
    };
  }

  /**
   * Connects clients of their own to the blog's account, so that its meter can tell their requests
   * from those of the clicks.
   */
  @Bean
  static Connections connections(
      ObjectProvider<BlogConnectionDetails> account, BlogProperties properties) {
    return (client, listener) -> {
      BlogConnectionDetails local = account.getIfUnique();
      CosmosClientBuilder builder = new CosmosClientBuilder().userAgentSuffix(client);
      if (local == null) {
        builder.endpoint(Objects.requireNonNull(properties.endpoint()));
        builder.key(Objects.requireNonNull(properties.key()));
      } else {
        builder.endpoint(local.endpoint()).key(Objects.requireNonNull(local.key()));
      }
      if (local == null ? properties.gatewayMode() : local.gatewayMode()) {
        builder.gatewayMode();
      }
      return BlogDatabase.builder()
          .connect(builder, properties.database())
          .summaryProperties(properties.summaryProperties().toArray(String[]::new))
          .archive()
          .listener(listener)
          .build();
    };
  }

  /** Connects to the blog's account. */
  @FunctionalInterface
  interface Connections {
    /** Returns the blog's database by clients whose user agent ends with a name. */
    BlogDatabase connect(String client, OperationListener listener);
  }
}
