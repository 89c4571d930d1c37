package dev.cosmosblog.spring;

import com.azure.core.credential.TokenCredential;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.BlogChangeFeedBuilder;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogDatabaseBuilder;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.BlogStoreBuilder;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.observe.OperationListener;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * Configures a {@link BlogDatabase}, a {@link BlogStore} and a {@link BlogChangeFeedLifecycle}.
 * Each backs off where the application has its own bean of the type.
 *
 * <p>The database connects, in this order, to the account of a {@link BlogConnectionDetails} bean,
 * to {@code cosmosblog.endpoint}, with the context's {@link CosmosClient} and {@link
 * CosmosAsyncClient}, or with clients that it builds with the context's {@link
 * CosmosClientBuilder}.
 */
@AutoConfiguration(
    afterName =
        "com.azure.spring.cloud.autoconfigure.implementation.cosmos.AzureCosmosAutoConfiguration")
@ConditionalOnBooleanProperty(name = "cosmosblog.enabled", matchIfMissing = true)
@EnableConfigurationProperties(BlogProperties.class)
public final class BlogAutoConfiguration {
  private final BlogProperties properties;

  BlogAutoConfiguration(BlogProperties properties) {
    this.properties = properties;
  }

  @Bean
  @ConditionalOnMissingBean
  BlogDatabase blogDatabase(
      Account account,
      ObjectProvider<OperationListener> listeners,
      ObjectProvider<BlogDatabaseBuilderCustomizer> customizers) {
    BlogDatabaseBuilder builder = BlogDatabase.builder();
    account.reach(builder);
    BlogProperties.Containers names = properties.containers();
    BlogProperties.Retry retry = properties.retry();
    builder
        .containerNames(
            new ContainerNames(names.users(), names.posts(), names.feed(), names.leases()))
        .frontPageSize(properties.frontPageSize())
        .uniqueUsernames(properties.uniqueUsernames())
        .deletedRetention(properties.deletedRetention())
        .retryPolicy(
            new RetryPolicy(
                retry.maxRetries(), retry.firstDelay(), retry.longestDelay(), retry.deadline()));
    listeners.orderedStream().forEach(builder::listener);
    customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
    BlogDatabase database = builder.build();
    return properties.provision() ? provisioned(database) : database;
  }

  private static BlogDatabase provisioned(BlogDatabase database) {
    try {
      return database.provision();
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  @Bean
  Account blogAccount(
      ObjectProvider<BlogConnectionDetails> details,
      ObjectProvider<TokenCredential> credentials,
      ObjectProvider<CosmosClient> clients,
      ObjectProvider<CosmosAsyncClient> asyncClients,
      ObjectProvider<CosmosClientBuilder> builders,
      ObjectProvider<CosmosClientBuilderCustomizer> customizers) {
    return new Account(
        properties, details, credentials, clients, asyncClients, builders, customizers);
  }

  @Bean
  @ConditionalOnMissingBean
  BlogStore blogStore(
      BlogDatabase database, ObjectProvider<BlogStoreBuilderCustomizer> customizers) {
    BlogProperties.Store store = properties.store();
    BlogStoreBuilder builder =
        BlogStore.builder(database)
            .writePath(store.writePath())
            .authorsKnownFor(store.authorsKnownFor())
            .frontPageKeptFor(store.frontPageKeptFor());
    customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
    return builder.build();
  }

  @Bean
  @ConditionalOnMissingBean({BlogChangeFeedLifecycle.class, BlogChangeFeed.class})
  @ConditionalOnBooleanProperty(name = "cosmosblog.change-feed.enabled", matchIfMissing = true)
  BlogChangeFeedLifecycle blogChangeFeedLifecycle(
      BlogDatabase database,
      ObjectProvider<ChangeFeedListener> listeners,
      ObjectProvider<BlogChangeFeedBuilderCustomizer> customizers) {
    BlogProperties.ChangeFeed settings = properties.changeFeed();
    return new BlogChangeFeedLifecycle(
        () -> {
          BlogChangeFeedBuilder builder = changeFeedBuilder(database, settings);
          listeners.orderedStream().forEach(builder::listener);
          customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
          return builder.build();
        },
        settings.autoStartup(),
        settings.closeTimeout());
  }

  private static BlogChangeFeedBuilder changeFeedBuilder(
      BlogDatabase database, BlogProperties.ChangeFeed settings) {
    BlogChangeFeedBuilder builder =
        BlogChangeFeed.builder(database)
            .leasePrefix(settings.leasePrefix())
            .pollInterval(settings.pollInterval())
            .batchSize(settings.batchSize())
            .frontPageInterval(settings.frontPageInterval())
            .renameParallelism(settings.renameParallelism())
            .copyParallelism(settings.copyParallelism())
            .maxReplicaLag(settings.maxReplicaLag())
            .setAsideRetention(settings.setAsideRetention());
    String hostName = settings.hostName();
    return hostName == null ? builder : builder.hostName(hostName);
  }

  /** The account of the blog's database, and how it is reached. */
  record Account(
      BlogProperties properties,
      ObjectProvider<BlogConnectionDetails> details,
      ObjectProvider<TokenCredential> credentials,
      ObjectProvider<CosmosClient> clients,
      ObjectProvider<CosmosAsyncClient> asyncClients,
      ObjectProvider<CosmosClientBuilder> builders,
      ObjectProvider<CosmosClientBuilderCustomizer> customizers) {

    void reach(BlogDatabaseBuilder builder) {
      String database = properties.database();
      BlogConnectionDetails found = connectionDetails();
      if (found != null) {
        builder.connect(customized(clientBuilder(found)), database);
        return;
      }
      CosmosClient client = clients.getIfUnique();
      if (client != null) {
        CosmosAsyncClient asyncClient = asyncClients.getIfUnique();
        if (asyncClient == null) {
          builder.client(client, database);
        } else {
          builder.clients(client, asyncClient, database);
        }
        return;
      }
      CosmosClientBuilder clientBuilder = builders.getIfUnique();
      if (clientBuilder == null) {
        throw new NoAccountException();
      }
      builder.connect(customized(clientBuilder), database);
    }

    private @Nullable BlogConnectionDetails connectionDetails() {
      BlogConnectionDetails given = details.getIfUnique();
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
        TokenCredential credential = credentials.getIfUnique();
        if (credential == null) {
          throw new NoAccountException();
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

    private CosmosClientBuilder customized(CosmosClientBuilder builder) {
      customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
      return builder;
    }

    private record ConfiguredAccount(String endpoint, @Nullable String key, boolean gatewayMode)
        implements BlogConnectionDetails {}
  }
}
