package dev.cosmosblog.spring.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.ThrottlingRetryOptions;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.spring.BlogAutoConfiguration;
import dev.cosmosblog.spring.BlogChangeFeedBuilderCustomizer;
import dev.cosmosblog.spring.CosmosClientBuilderCustomizer;
import dev.cosmosblog.store.BlogQueries;
import dev.cosmoslocal.spring.LocalCosmosAutoConfiguration;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The Java examples of docs/spring-boot.md. */
class SettingsSnippetsTest {
  // region use
  static class FrontPage {
    private final BlogQueries blog;

    FrontPage(BlogQueries blog) {
      this.blog = blog;
    }

    List<PostSummary> newest() {
      return blog.recentPosts(20);
    }
  }

  // endregion

  // region customizers
  @Configuration
  static class BlogConfiguration {
    @Bean
    CosmosClientBuilderCustomizer patientClient() {
      return builder ->
          builder.throttlingRetryOptions(
              new ThrottlingRetryOptions().setMaxRetryAttemptsOnThrottledRequests(20));
    }

    @Bean
    BlogChangeFeedBuilderCustomizer quickHandover() {
      return builder ->
          builder.leaseIntervals(
              Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(20));
    }
  }

  // endregion

  @Test
  void anApplicationUsesAndCustomizesTheBlog() {
    new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(LocalCosmosAutoConfiguration.class, BlogAutoConfiguration.class))
        .withUserConfiguration(BlogConfiguration.class)
        .withBean(FrontPage.class)
        .run(context -> assertThat(context.getBean(FrontPage.class).newest()).isEmpty());
  }
}
