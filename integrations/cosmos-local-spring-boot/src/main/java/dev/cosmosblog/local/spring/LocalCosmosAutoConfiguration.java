package dev.cosmosblog.local.spring;

import dev.cosmosblog.local.LocalCosmos;
import dev.cosmosblog.local.LocalCosmosBuilder;
import dev.cosmosblog.spring.BlogAutoConfiguration;
import dev.cosmosblog.spring.BlogConnectionDetails;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Starts a {@link LocalCosmos} and lets the blog connect to it, unless {@code cosmosblog.endpoint}
 * names another account; see {@link LocalCosmosProperties.Mode}.
 */
@AutoConfiguration(before = BlogAutoConfiguration.class)
@Conditional(LocalCosmosAutoConfiguration.OnMode.class)
@EnableConfigurationProperties(LocalCosmosProperties.class)
public final class LocalCosmosAutoConfiguration {
  LocalCosmosAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean
  LocalCosmos localCosmos(
      LocalCosmosProperties properties, ObjectProvider<LocalCosmosBuilderCustomizer> customizers) {
    LocalCosmosBuilder builder =
        LocalCosmos.builder()
            .port(properties.port())
            .physicalPartitions(properties.physicalPartitions());
    if (properties.likeTheService() != null) {
      builder.likeTheService(properties.likeTheService());
    }
    if (properties.directory() != null) {
      builder.directory(properties.directory());
    }
    customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
    return builder.start();
  }

  @Bean
  @ConditionalOnMissingBean
  BlogConnectionDetails localCosmosConnectionDetails(LocalCosmos account) {
    return new LocalAccount(account.endpoint(), account.key());
  }

  private record LocalAccount(String endpoint, String key) implements BlogConnectionDetails {
    @Override
    public boolean gatewayMode() {
      return true;
    }
  }

  static final class OnMode extends SpringBootCondition {
    @Override
    public ConditionOutcome getMatchOutcome(
        ConditionContext context, AnnotatedTypeMetadata metadata) {
      LocalCosmosProperties.Mode mode =
          Binder.get(context.getEnvironment())
              .bind("cosmosblog.local.mode", LocalCosmosProperties.Mode.class)
              .orElse(LocalCosmosProperties.Mode.IF_NO_OTHER);
      boolean other = context.getEnvironment().containsProperty("cosmosblog.endpoint");
      boolean used =
          switch (mode) {
            case ALWAYS -> true;
            case NEVER -> false;
            case IF_NO_OTHER -> !other;
          };
      return new ConditionOutcome(
          used,
          ConditionMessage.forCondition("Account in the process")
              .because(
                  "cosmosblog.local.mode is %s and cosmosblog.endpoint is %s"
                      .formatted(mode, other ? "set" : "not set")));
    }
  }
}
