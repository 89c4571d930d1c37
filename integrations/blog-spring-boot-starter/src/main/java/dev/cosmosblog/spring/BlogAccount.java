package dev.cosmosblog.spring;

import com.azure.core.credential.TokenCredential;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.store.BlogDatabaseBuilder;
import dev.cosmosblog.store.observe.RequestMeter;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/** Connects the blog's database, in the order that {@link BlogAutoConfiguration} describes. */
record BlogAccount(
    BlogProperties properties,
    ObjectProvider<BlogConnectionDetails> details,
    ObjectProvider<TokenCredential> credentials,
    ObjectProvider<CosmosClient> clients,
    ObjectProvider<CosmosAsyncClient> asyncClients,
    ObjectProvider<CosmosClientBuilder> builders,
    ObjectProvider<CosmosClientBuilderCustomizer> customizers,
    ObjectProvider<RequestMeter> meters) {

  void connect(BlogDatabaseBuilder builder) {
    String database = properties.database();
    BlogConnectionDetails found = connectionDetails();
    if (found != null) {
      connect(builder, clientBuilder(found));
      return;
    }
    CosmosClient client = only(clients, CosmosClient.class);
    if (client != null) {
      // Only the change feed uses the asynchronous client.
      CosmosAsyncClient asyncClient =
          properties.changeFeed().enabled()
              ? only(asyncClients, CosmosAsyncClient.class)
              : asyncClients.getIfUnique();
      if (asyncClient == null) {
        builder.client(client, database);
      } else {
        builder.clients(client, asyncClient, database);
      }
      meters.ifUnique(builder::requestMeter);
      return;
    }
    CosmosClientBuilder clientBuilder = only(builders, CosmosClientBuilder.class);
    if (clientBuilder == null) {
      throw NoAccountException.withoutAccount();
    }
    connect(builder, clientBuilder);
  }

  private @Nullable BlogConnectionDetails connectionDetails() {
    BlogConnectionDetails given = only(details, BlogConnectionDetails.class);
    if (given != null) {
      return given;
    }
    String endpoint = properties.endpoint();
    return endpoint == null || endpoint.isBlank()
        ? null
        : new ConfiguredAccount(endpoint, properties.key(), properties.gatewayMode());
  }

  private CosmosClientBuilder clientBuilder(BlogConnectionDetails account) {
    CosmosClientBuilder builder = new CosmosClientBuilder().endpoint(account.endpoint());
    String key = account.key();
    if (key == null || key.isBlank()) {
      TokenCredential credential = only(credentials, TokenCredential.class);
      if (credential == null) {
        throw NoAccountException.withoutCredential(account.endpoint());
      }
      builder.credential(credential);
    } else {
      builder.key(key);
    }
    if (account.gatewayMode()) {
      builder.gatewayMode();
    }
    if (!properties.preferredRegions().isEmpty()) {
      builder.preferredRegions(properties.preferredRegions());
    }
    return builder;
  }

  /** Returns the application's only bean of the type, or null. */
  private static <T> @Nullable T only(ObjectProvider<T> beans, Class<T> type) {
    T found = beans.getIfUnique();
    if (found == null && beans.stream().findAny().isPresent()) {
      throw NoAccountException.severalBeans(type);
    }
    return found;
  }

  private void connect(BlogDatabaseBuilder builder, CosmosClientBuilder clientBuilder) {
    customizers.orderedStream().forEach(customizer -> customizer.customize(clientBuilder));
    builder
        .connect(clientBuilder, properties.database())
        .requestMeter(meters.getIfUnique(RequestMeter::new));
  }

  private record ConfiguredAccount(String endpoint, @Nullable String key, boolean gatewayMode)
      implements BlogConnectionDetails {}
}
