package dev.cosmosblog.spring;

import com.azure.core.credential.TokenCredential;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.models.CosmosClientTelemetryConfig;
import com.azure.cosmos.models.CosmosMetricCategory;
import com.azure.cosmos.models.CosmosMetricTagName;
import com.azure.cosmos.models.CosmosMicrometerMetricsOptions;
import dev.cosmosblog.store.BlogDatabaseBuilder;
import dev.cosmosblog.store.observe.RequestMeter;
import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;

/** Connects the blog's database, in the order that {@link BlogAutoConfiguration} describes. */
record BlogAccount(BlogProperties properties, BeanFactory beans) {
  /** The SDK reads it when its first client is built; without it, the SDK refuses plain HTTP. */
  private static final String PLAIN_HTTP = "COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED";

  private static final Set<String> THIS_MACHINE = Set.of("127.0.0.1", "localhost", "[::1]");

  void connect(BlogDatabaseBuilder builder) {
    String database = properties.database();
    BlogConnectionDetails found = connectionDetails();
    if (found != null) {
      connect(builder, clientBuilder(found));
      return;
    }
    CosmosClient client = only(CosmosClient.class);
    if (client != null) {
      // Only the change feed uses the asynchronous client.
      CosmosAsyncClient asyncClient =
          properties.changeFeed().enabled()
              ? only(CosmosAsyncClient.class)
              : beans.getBeanProvider(CosmosAsyncClient.class).getIfUnique();
      if (asyncClient == null) {
        builder.client(client, database);
      } else {
        builder.clients(client, asyncClient, database);
      }
      beans.getBeanProvider(RequestMeter.class).ifUnique(builder::requestMeter);
      return;
    }
    CosmosClientBuilder clientBuilder = only(CosmosClientBuilder.class);
    if (clientBuilder == null) {
      throw NoAccountException.withoutAccount();
    }
    connect(builder, clientBuilder);
  }

  private @Nullable BlogConnectionDetails connectionDetails() {
    BlogConnectionDetails given = only(BlogConnectionDetails.class);
    if (given != null) {
      return given;
    }
    String endpoint = properties.endpoint();
    return endpoint == null || endpoint.isBlank()
        ? null
        : new ConfiguredAccount(endpoint, properties.key(), properties.gatewayMode());
  }

  private CosmosClientBuilder clientBuilder(BlogConnectionDetails account) {
    boolean isLocalHttp = isLocalHttp(account.endpoint());
    if (isLocalHttp) {
      System.getProperties().putIfAbsent(PLAIN_HTTP, "true");
    }
    CosmosClientBuilder builder =
        new CosmosClientBuilder().endpoint(account.endpoint()).clientTelemetryConfig(telemetry());
    String key = account.key();
    if (key == null || key.isBlank()) {
      TokenCredential credential = only(TokenCredential.class);
      if (credential == null) {
        throw NoAccountException.withoutCredential(account.endpoint());
      }
      builder.credential(credential);
    } else {
      builder.key(key);
    }
    if (isLocalHttp || account.gatewayMode()) {
      builder.gatewayMode();
    }
    if (!properties.preferredRegions().isEmpty()) {
      builder.preferredRegions(properties.preferredRegions());
    }
    return builder;
  }

  /**
   * Whether the endpoint is that of an emulator on this machine, which supports only the gateway.
   */
  private static boolean isLocalHttp(String endpoint) {
    URI uri = uri(endpoint);
    return uri.getScheme().equals("http") && THIS_MACHINE.contains(uri.getHost());
  }

  private static URI uri(String endpoint) {
    try {
      URI uri = URI.create(endpoint);
      boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      if (isHttp && uri.getHost() != null && !endpoint.contains(";")) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // Reported below.
    }
    // A connection string has the key after its first semicolon.
    throw NoAccountException.invalidEndpoint(endpoint.split(";", 2)[0]);
  }

  /** Returns the application's only bean of the type, or null. */
  private <T> @Nullable T only(Class<T> type) {
    ObjectProvider<T> given = beans.getBeanProvider(type);
    T found = given.getIfUnique();
    if (found == null && given.stream().findAny().isPresent()) {
      throw NoAccountException.severalBeans(type);
    }
    return found;
  }

  private void connect(BlogDatabaseBuilder builder, CosmosClientBuilder clientBuilder) {
    beans
        .getBeanProvider(CosmosClientBuilderCustomizer.class)
        .orderedStream()
        .forEach(customizer -> customizer.customize(clientBuilder));
    builder
        .connect(clientBuilder, properties.database())
        .requestMeter(
            beans
                .getBeanProvider(RequestMeter.class)
                .getIfUnique(() -> new RequestMeter(telemetry())));
  }

  /** By default, the SDK adds thousands of time series to the application's registry. */
  private CosmosClientTelemetryConfig telemetry() {
    BlogProperties.Metrics metrics = properties.metrics();
    return new CosmosClientTelemetryConfig()
        .metricsOptions(
            new CosmosMicrometerMetricsOptions()
                .setEnabled(metrics.enabled() && metrics.sdk())
                .setMetricCategories(CosmosMetricCategory.MINIMUM)
                .configureDefaultTagNames(CosmosMetricTagName.MINIMUM)
                .configureDefaultPercentiles()
                .enableHistogramsByDefault(false));
  }

  private record ConfiguredAccount(String endpoint, @Nullable String key, boolean gatewayMode)
      implements BlogConnectionDetails {}
}
