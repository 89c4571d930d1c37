package dev.cosmosblog.spring;

import dev.cosmoslocal.spring.OtherCosmosAccount;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.StringUtils;

/** Tells cosmos-local-spring-boot, if it is there, that the blog is configured for an account. */
@AutoConfiguration(beforeName = "dev.cosmoslocal.spring.LocalCosmosAutoConfiguration")
@ConditionalOnClass(OtherCosmosAccount.class)
@Conditional(OtherAccountAutoConfiguration.OnBlogAccount.class)
final class OtherAccountAutoConfiguration {
  @Bean
  OtherCosmosAccount otherCosmosAccount() {
    return new OtherCosmosAccount() {};
  }

  static final class OnBlogAccount extends SpringBootCondition implements ConfigurationCondition {
    @Override
    public ConfigurationPhase getConfigurationPhase() {
      return ConfigurationPhase.REGISTER_BEAN;
    }

    @Override
    public ConditionOutcome getMatchOutcome(
        ConditionContext context, AnnotatedTypeMetadata metadata) {
      ConditionMessage.Builder message = ConditionMessage.forCondition("Account of the blog");
      // Blank counts as missing, as in BlogAccount.
      if (StringUtils.hasText(context.getEnvironment().getProperty("cosmosblog.endpoint"))) {
        return ConditionOutcome.match(message.because("cosmosblog.endpoint is set"));
      }
      ListableBeanFactory beans = context.getBeanFactory();
      return beans != null
              && BeanFactoryUtils.beanNamesForTypeIncludingAncestors(
                          beans, BlogConnectionDetails.class, true, false)
                      .length
                  > 0
          ? ConditionOutcome.match(message.foundExactly("a BlogConnectionDetails"))
          : ConditionOutcome.noMatch(message.because("no account is configured"));
    }
  }
}
