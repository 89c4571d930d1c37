package dev.cosmoslocal.spring;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.LocalCosmosBuilder;
import dev.cosmoslocal.Setting;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Primary;
import org.springframework.context.annotation.Scope;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Configures a {@link LocalCosmos}, its {@link LocalCosmosConnectionDetails} and a {@link
 * CosmosClientBuilder} that connects to it; {@link LocalCosmosProperties.Mode} says when.
 *
 * <p>The emulator starts when a bean first needs it, and closes with the application. Each
 * injection point receives a new {@code CosmosClientBuilder}.
 */
@AutoConfiguration(
    afterName =
        "com.azure.spring.cloud.autoconfigure.implementation.cosmos.AzureCosmosAutoConfiguration")
@Conditional(LocalCosmosAutoConfiguration.OnMode.class)
@EnableConfigurationProperties(LocalCosmosProperties.class)
public final class LocalCosmosAutoConfiguration {
  private static final Logger LOG = LoggerFactory.getLogger(LocalCosmosAutoConfiguration.class);

  LocalCosmosAutoConfiguration() {}

  @Bean
  @Lazy
  @ConditionalOnMissingBean
  LocalCosmos localCosmos(
      Environment environment, ObjectProvider<LocalCosmosBuilderCustomizer> customizers) {
    LocalCosmosBuilder builder = LocalCosmos.builder().physicalPartitions(1);
    Binder binder = Binder.get(environment);
    for (Setting setting : Setting.values()) {
      String name = "cosmos-local." + setting.optionName();
      // As a list, because hosts may be one.
      String value =
          String.join(",", binder.bind(name, Bindable.listOf(String.class)).orElse(List.of()));
      if (!value.isEmpty()) {
        set(builder, setting, name, value);
      }
    }
    customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
    return builder.start();
  }

  private static void set(LocalCosmosBuilder builder, Setting setting, String name, String value) {
    try {
      setting.apply(builder, value);
    } catch (IllegalArgumentException e) {
      throw new InvalidConfigurationPropertyValueException(name, value, e.getMessage());
    }
  }

  @Bean
  @Lazy
  @ConditionalOnMissingBean
  LocalCosmosConnectionDetails localCosmosConnectionDetails(
      LocalCosmos emulator, LocalCosmosProperties properties) {
    LOG.info(
        "The application uses the in-process emulator at {} (cosmos-local.mode is {})",
        emulator.endpoint(),
        properties.mode());
    emulator.explorer().ifPresent(address -> LOG.info("The data explorer is at {}", address));
    return new Connection(emulator);
  }

  /** Primary, so that it wins over a builder of the application when the mode is ALWAYS. */
  @Bean
  @Primary
  @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
  CosmosClientBuilder localCosmosClientBuilder(LocalCosmosConnectionDetails connection) {
    return connection instanceof Connection own
        ? own.emulator().clientBuilder()
        : new CosmosClientBuilder()
            .endpoint(connection.endpoint())
            .key(connection.key())
            .gatewayMode();
  }

  private record Connection(LocalCosmos emulator) implements LocalCosmosConnectionDetails {
    @Override
    public String endpoint() {
      return emulator.endpoint();
    }

    @Override
    public String key() {
      return emulator.key();
    }
  }

  /** Matches in the phase in which the application's beans are registered. */
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
      String other = other(context.getBeanFactory());
      boolean used =
          switch (mode) {
            case ALWAYS -> true;
            case NEVER -> false;
            case IF_NO_OTHER -> other.isEmpty();
          };
      return new ConditionOutcome(
          used,
          ConditionMessage.forCondition("In-process emulator")
              .because(
                  "cosmos-local.mode is %s and the application has %s"
                      .formatted(
                          mode, other.isEmpty() ? "no other account" : "a bean of type " + other)));
    }

    /** Returns the type of a bean that connects to another account, or an empty string. */
    private static String other(@Nullable ListableBeanFactory beans) {
      return beans == null
          ? ""
          : Stream.of(
                  CosmosClient.class,
                  CosmosAsyncClient.class,
                  CosmosClientBuilder.class,
                  OtherCosmosAccount.class)
              .filter(
                  type ->
                      BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, type, true, false)
                              .length
                          > 0)
              .findFirst()
              .map(Class::getSimpleName)
              .orElse("");
    }
  }
}
