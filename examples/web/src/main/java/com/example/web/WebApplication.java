package com.example.web;

import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.models.CosmosClientTelemetryConfig;
import com.azure.cosmos.models.CosmosMicrometerMetricsOptions;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.spring.BlogConnectionDetails;
import dev.cosmosblog.spring.BlogProperties;
import dev.cosmosblog.spring.CosmosClientBuilderCustomizer;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.observe.OperationListener;
import dev.cosmoslocal.spring.LocalCosmosBuilderCustomizer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Scope;
import org.springframework.core.env.Environment;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Shows a blog in the browser, with the cost of each click beside it. The starter configures the
 * blog's database and store.
 */
@SpringBootApplication(proxyBeanMethods = false)
@EnableScheduling
@EnableConfigurationProperties(SampleBlog.class)
class WebApplication implements WebMvcConfigurer {
  private static final List<String> WARMED_UP =
      List.of(
          "",
          "posts/the-tide-table",
          "authors/ida",
          "archive",
          "tags/harbour",
          "search?words=tide",
          "ladder",
          "sign-in",
          "webjars/htmx.org/dist/htmx.min.js");

  private final CostMeter meter;

  public static void main(String[] args) {
    // Allows endpoints without TLS, such as an emulator's. The SDK reads it once, at first use.
    System.getProperties().putIfAbsent("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
    SpringApplication.run(WebApplication.class, args);
  }

  WebApplication(CostMeter meter) {
    this.meter = meter;
  }

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(meter);
  }

  @Bean
  static LocalCosmosBuilderCustomizer meteredEmulator(CostMeter meter) {
    return emulator -> emulator.listener(meter);
  }

  @Bean
  static CosmosClientBuilderCustomizer meteredClient() {
    return client -> client.userAgentSuffix(CostMeter.CLICKS);
  }

  @Bean
  static ApplicationRunner start(
      Copies copies, People people, CostMeter meter, Environment environment) {
    return arguments -> {
      copies.startHost();
      people.writeSampleBlog();
      copies.awaitDrained(Duration.ofSeconds(20));
      String address =
          "http://localhost:%s/".formatted(environment.getProperty("local.server.port"));
      warmUp(address);
      meter.forgetClicks();
      System.out.printf("The blog is running at %s. Press Ctrl+C to stop it.%n", address);
    };
  }

  /** One of the hosts, for the operator's page. */
  @Bean
  @Scope("prototype")
  static @Nullable BlogChangeFeed operatedHost(Copies copies) {
    return copies.anyHost().orElse(null);
  }

  /** Requests the pages, because the first request of each loads classes for up to 2 s. */
  private static void warmUp(String address) throws InterruptedException {
    HttpClient client = HttpClient.newHttpClient();
    for (String page : WARMED_UP) {
      try {
        client.send(
            HttpRequest.newBuilder(URI.create(address + page)).build(), BodyHandlers.discarding());
      } catch (IOException e) {
        LoggerFactory.getLogger(WebApplication.class).warn("The page /{} isn't warm", page, e);
      }
    }
  }

  /** Builds separate clients, so that the meter can distinguish their requests from the clicks'. */
  @Bean
  static Connections connections(
      ObjectProvider<BlogConnectionDetails> emulators, BlogProperties properties) {
    return (client, listener) -> {
      BlogConnectionDetails emulator = emulators.getIfUnique();
      CosmosClientBuilder builder =
          new CosmosClientBuilder().userAgentSuffix(client).clientTelemetryConfig(withoutMeters());
      if (emulator == null) {
        builder.endpoint(Objects.requireNonNull(properties.endpoint()));
        builder.key(Objects.requireNonNull(properties.key()));
      } else {
        builder.endpoint(emulator.endpoint()).key(Objects.requireNonNull(emulator.key()));
      }
      if (emulator == null ? properties.gatewayMode() : emulator.gatewayMode()) {
        builder.gatewayMode();
      }
      return BlogDatabase.builder()
          .connect(builder, properties.database())
          .summaryProperties(properties.summaryProperties().toArray(String[]::new))
          .listings()
          .listener(listener)
          .build();
    };
  }

  /** The SDK's meters would add thousands of time series to a registry. */
  private static CosmosClientTelemetryConfig withoutMeters() {
    return new CosmosClientTelemetryConfig()
        .metricsOptions(new CosmosMicrometerMetricsOptions().setEnabled(false));
  }

  /** Connects further clients to the blog's database. */
  @FunctionalInterface
  interface Connections {
    /** Returns the database with clients whose user agent ends with a name. */
    BlogDatabase connect(String client, OperationListener listener);
  }
}
