package dev.cosmosblog.spring;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.BlogChangeFeedBuilder;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.changefeed.view.BlogView;
import dev.cosmosblog.micrometer.ChangeFeedSampler;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogDatabaseBuilder;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.BlogStoreBuilder;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.observe.OperationListener;
import dev.cosmoslocal.spring.LocalCosmosConnectionDetails;
import jakarta.servlet.Filter;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Configures a {@link BlogDatabase}, a {@link BlogStore} and a {@link BlogChangeFeedLifecycle}.
 * Each of them backs off if the application has a bean of its type.
 *
 * <p>The database uses the first of these that the application has: a {@link BlogConnectionDetails}
 * bean, {@code cosmosblog.endpoint}, {@link CosmosClient} and {@link CosmosAsyncClient} beans, or a
 * {@link CosmosClientBuilder} bean.
 */
@AutoConfiguration(
    afterName = {
      "com.azure.spring.cloud.autoconfigure.implementation.cosmos.AzureCosmosAutoConfiguration",
      "dev.cosmoslocal.spring.LocalCosmosAutoConfiguration"
    })
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
      BlogAccount account,
      ObjectProvider<OperationListener> listeners,
      ObjectProvider<BlogDatabaseBuilderCustomizer> customizers) {
    BlogDatabaseBuilder builder = BlogDatabase.builder();
    account.connect(builder);
    BlogProperties.Containers names = properties.containers();
    BlogProperties.Retry retry = properties.retry();
    builder
        .containerNames(
            new ContainerNames(names.users(), names.posts(), names.feed(), names.leases()))
        .frontPageSize(properties.frontPageSize())
        .summaryProperties(properties.summaryProperties().toArray(String[]::new))
        .summaryLength(properties.summaryLength())
        .uniqueUsernames(properties.uniqueUsernames())
        .deletedRetention(properties.deletedRetention())
        .maxReplicaLag(properties.maxReplicaLag())
        .retryPolicy(
            new RetryPolicy(
                retry.maxRetries(), retry.firstDelay(), retry.longestDelay(), retry.deadline()));
    if (properties.listings()) {
      builder.listings(names.listings());
    }
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
  BlogAccount blogAccount(BeanFactory beans) {
    return new BlogAccount(properties, beans);
  }

  @Bean
  @ConditionalOnMissingBean
  BlogStore blogStore(
      BlogDatabase database,
      ObjectProvider<BlogStoreBuilderCustomizer> customizers,
      ObjectProvider<RequestTimeout> timeouts) {
    BlogProperties.Store store = properties.store();
    BlogStoreBuilder builder =
        BlogStore.builder(database)
            .writePath(store.writePath())
            .authorCacheTtl(store.authorCacheTtl())
            .frontPageCacheTtl(store.frontPageCacheTtl());
    customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
    BlogStore patient = builder.build();
    RequestTimeout timeout = timeouts.getIfAvailable();
    return timeout == null ? patient : patient.withTimeout(timeout);
  }

  @Bean
  @ConditionalOnMissingBean({BlogChangeFeedLifecycle.class, BlogChangeFeed.class})
  @ConditionalOnBooleanProperty(name = "cosmosblog.change-feed.enabled", matchIfMissing = true)
  BlogChangeFeedLifecycle blogChangeFeedLifecycle(
      BlogDatabase database,
      ObjectProvider<ChangeFeedListener> listeners,
      ListableBeanFactory beans,
      ObjectProvider<BlogChangeFeedBuilderCustomizer> customizers) {
    BlogProperties.ChangeFeed settings = properties.changeFeed();
    return new BlogChangeFeedLifecycle(
        () -> {
          BlogChangeFeedBuilder builder = changeFeedBuilder(database, settings);
          listeners.orderedStream().forEach(builder::listener);
          beans.getBeansOfType(BlogView.class).forEach(builder::view);
          customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
          return builder.build();
        },
        settings.autoStartup(),
        settings.closeTimeout());
  }

  @Bean
  ChangeFeeds blogChangeFeeds(
      ObjectProvider<BlogChangeFeedLifecycle> lifecycles,
      ObjectProvider<BlogChangeFeed> ownChangeFeeds) {
    return new ChangeFeeds(lifecycles, ownChangeFeeds);
  }

  @Bean
  BlogHistory blogHistory(ObjectProvider<ChangeFeedSampler> samplers) {
    return new BlogHistory(
        () -> Optional.ofNullable(samplers.getIfUnique()).flatMap(ChangeFeedSampler::lag),
        Clock.systemUTC());
  }

  @Bean
  ChangeFeedListener blogHistoryChangeFeedListener(BlogHistory history) {
    return history.changeFeed();
  }

  @Bean
  SmartInitializingSingleton blogHistoryStarter(
      BlogHistory history, ObjectProvider<BlogDatabase> databases) {
    return () -> databases.ifUnique(history::start);
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
            .deadLetterRetention(settings.deadLetterRetention())
            .leaseIntervals(
                settings.leaseAcquireInterval(),
                settings.leaseRenewInterval(),
                settings.leaseExpiration());
    Optional.ofNullable(settings.hostName()).ifPresent(builder::hostName);
    Optional.ofNullable(settings.stallAfter()).ifPresent(builder::stallAfter);
    return builder;
  }

  /** Ends calls on the threads of web requests, whose users don't wait for the end of an outage. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(RequestContextHolder.class)
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
  static class TimeoutConfiguration {
    @Bean
    RequestTimeout blogRequestTimeout(BlogProperties properties) {
      Optional<Duration> timeout =
          Optional.of(properties.store().requestTimeout()).filter(time -> !time.isZero());
      return () -> RequestContextHolder.getRequestAttributes() == null ? Optional.empty() : timeout;
    }
  }

  /** The time after which a call that begins now ends. */
  interface RequestTimeout extends Supplier<Optional<Duration>> {}

  /** Registers the filter, if {@code cosmosblog.session-cookie} names its cookie. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({OncePerRequestFilter.class, Filter.class})
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
  @ConditionalOnProperty("cosmosblog.session-cookie")
  static class SessionConfiguration {
    @Bean
    @ConditionalOnMissingBean
    BlogSessionFilter blogSessionFilter(BlogStore store, BlogProperties properties) {
      return new BlogSessionFilter(store, Objects.requireNonNull(properties.sessionCookie()));
    }
  }

  /** Connects the blog to the emulator of cosmos-local-spring-boot, where that is configured. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(LocalCosmosConnectionDetails.class)
  @ConditionalOnBean(LocalCosmosConnectionDetails.class)
  static class EmulatorConfiguration {
    /** Primary, so that it wins over a bean of the application when the mode is ALWAYS. */
    @Bean
    @Primary
    BlogConnectionDetails emulatorConnectionDetails(LocalCosmosConnectionDetails emulator) {
      return new Emulator(emulator.endpoint(), emulator.key());
    }

    private record Emulator(String endpoint, String key) implements BlogConnectionDetails {
      @Override
      public boolean gatewayMode() {
        return true;
      }
    }
  }
}
