package dev.cosmoslocal.spring;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.spring.BlogAutoConfiguration;
import dev.cosmosblog.spring.BlogConnectionDetails;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.LocalCosmosBuilder;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.context.annotation.Primary;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.StringUtils;

/**
 * Starts a {@link LocalCosmos} and lets the blog connect to it, unless {@code cosmosblog.endpoint}
 * or a bean of the context names another account; see {@link LocalCosmosProperties.Mode}.
 */
@AutoConfiguration(
    before = BlogAutoConfiguration.class,
    afterName =
        "com.azure.spring.cloud.autoconfigure.implementation.cosmos.AzureCosmosAutoConfiguration")
@Conditional(LocalCosmosAutoConfiguration.OnMode.class)
@EnableConfigurationProperties(LocalCosmosProperties.class)
public final class LocalCosmosAutoConfiguration {
  private static final Logger LOG = LoggerFactory.getLogger(LocalCosmosAutoConfiguration.class);

  LocalCosmosAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean
  LocalCosmos localCosmos(
      LocalCosmosProperties properties, ObjectProvider<LocalCosmosBuilderCustomizer> customizers) {
    LocalCosmosBuilder builder = LocalCosmos.builder().port(properties.port());
    // Before the partitions, which it sets, too.
    if (properties.serviceConditions() != null) {
      builder.serviceConditions(properties.serviceConditions());
    }
    if (properties.physicalPartitions() != null) {
      builder.physicalPartitions(properties.physicalPartitions());
    } else if (properties.serviceConditions() == null) {
      builder.physicalPartitions(1);
    }
    if (properties.directory() != null) {
      builder.directory(properties.directory());
    }
    customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
    return builder.start();
  }

  /** Wins over the application's own, which name another account. */
  @Bean
  @Primary
  @ConditionalOnProperty(name = "cosmos-local.mode", havingValue = "always")
  BlogConnectionDetails onlyLocalCosmosConnectionDetails(
      LocalCosmos account, LocalCosmosProperties properties) {
    return details(account, properties);
  }

  @Bean
  @ConditionalOnMissingBean
  BlogConnectionDetails localCosmosConnectionDetails(
      LocalCosmos account, LocalCosmosProperties properties) {
    return details(account, properties);
  }

  private static BlogConnectionDetails details(
      LocalCosmos account, LocalCosmosProperties properties) {
    LOG.info(
        "The blog runs on the account in this process at {} (cosmos-local.mode is {})",
        account.endpoint(),
        properties.mode());
    return new LocalAccount(account.endpoint(), account.key());
  }

  private record LocalAccount(String endpoint, String key) implements BlogConnectionDetails {
    @Override
    public boolean gatewayMode() {
      return true;
    }
  }

  /** Holds as late as a condition on beans does: those of the context count. */
  static final class OnMode extends SpringBootCondition implements ConfigurationCondition {
    @Override
    public ConfigurationPhase getConfigurationPhase() {
      return ConfigurationPhase.REGISTER_BEAN;
    }

    @Override
    public ConditionOutcome getMatchOutcome(
        ConditionContext context, AnnotatedTypeMetadata metadata) {
      LocalCosmosProperties.Mode mode =
          Binder.get(context.getEnvironment())
              .bind("cosmos-local.mode", LocalCosmosProperties.Mode.class)
              .orElse(LocalCosmosProperties.Mode.IF_NO_OTHER);
      String other = other(context);
      boolean used =
          switch (mode) {
            case ALWAYS -> true;
            case NEVER -> false;
            case IF_NO_OTHER -> other.isEmpty();
          };
      return new ConditionOutcome(
          used,
          ConditionMessage.forCondition("Account in the process")
              .because(
                  "cosmos-local.mode is %s and %s"
                      .formatted(mode, other.isEmpty() ? "no other account is named" : other)));
    }

    /** Returns what names another account, or an empty text. */
    private static String other(ConditionContext context) {
      // The blog takes a blank one as missing, too.
      if (StringUtils.hasText(context.getEnvironment().getProperty("cosmosblog.endpoint"))) {
        return "cosmosblog.endpoint is set";
      }
      ListableBeanFactory beans = context.getBeanFactory();
      return beans == null
          ? ""
          : Stream.of(BlogConnectionDetails.class, CosmosClient.class, CosmosClientBuilder.class)
              .filter(type -> has(beans, type))
              .findFirst()
              .map(type -> "the application has a " + type.getSimpleName())
              .orElse("");
    }

    private static boolean has(ListableBeanFactory beans, Class<?> type) {
      return BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, type, true, false).length
          > 0;
    }
  }
}
