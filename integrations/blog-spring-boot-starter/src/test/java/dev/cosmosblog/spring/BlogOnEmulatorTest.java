package dev.cosmosblog.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.store.BlogStore;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.spring.LocalCosmosAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** An application with the starter and the emulator, and the endpoint that its blog uses. */
class BlogOnEmulatorTest {
  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  LocalCosmosAutoConfiguration.class,
                  BlogAutoConfiguration.class,
                  OtherAccountAutoConfiguration.class))
          .withPropertyValues("cosmosblog.change-feed.auto-startup=false");

  @Test
  void aBlogWithoutAnotherAccountRunsOnTheEmulator() {
    runner.run(BlogOnEmulatorTest::blogRunsOnTheEmulator);
    runner
        .withPropertyValues("cosmosblog.endpoint= ")
        .run(BlogOnEmulatorTest::blogRunsOnTheEmulator);
  }

  private static void blogRunsOnTheEmulator(AssertableApplicationContext context) {
    assertThat(context.getBean(BlogConnectionDetails.class).endpoint())
        .isEqualTo(context.getBean(LocalCosmos.class).endpoint());
    assertThat(context.getBean(BlogStore.class).createUser("Ann").value().username())
        .isEqualTo("Ann");
  }

  private static void hasNoEmulator(AssertableApplicationContext context) {
    assertThat(context).hasNotFailed().doesNotHaveBean(LocalCosmos.class);
  }

  @Test
  void anEndpointOfTheBlogWinsUnlessTheModeIsAlways() {
    ApplicationContextRunner configured =
        runner.withPropertyValues(
            "cosmosblog.endpoint=https://127.0.0.1:1/", "cosmosblog.key=AA==");
    ApplicationContextRunner idle = configured.withPropertyValues("cosmosblog.provision=false");
    idle.run(BlogOnEmulatorTest::hasNoEmulator);
    idle.withPropertyValues("cosmos-local.mode=if-no-other").run(BlogOnEmulatorTest::hasNoEmulator);
    configured
        .withPropertyValues("cosmos-local.mode=always")
        .run(BlogOnEmulatorTest::blogRunsOnTheEmulator);
  }

  @Test
  void aClientBuilderOfTheApplicationWinsUnlessTheModeIsAlways() {
    ApplicationContextRunner configured =
        runner.withBean(
            CosmosClientBuilder.class,
            () ->
                new CosmosClientBuilder()
                    .endpoint("https://127.0.0.1:1/")
                    .key("AA==")
                    .gatewayMode());
    configured
        .withPropertyValues("cosmosblog.provision=false")
        .run(BlogOnEmulatorTest::hasNoEmulator);
    configured
        .withPropertyValues("cosmos-local.mode=always")
        .run(BlogOnEmulatorTest::blogRunsOnTheEmulator);
  }

  @Test
  void connectionDetailsOfTheApplicationWinUnlessTheModeIsAlways() {
    ApplicationContextRunner configured =
        runner.withBean("own", BlogConnectionDetails.class, () -> new Details("https://[::1]:1/"));
    configured
        .withPropertyValues("cosmosblog.provision=false")
        .run(BlogOnEmulatorTest::hasNoEmulator);
    configured
        .withPropertyValues("cosmos-local.mode=always")
        .run(BlogOnEmulatorTest::blogRunsOnTheEmulator);
  }

  private record Details(String endpoint) implements BlogConnectionDetails {
    @Override
    public String key() {
      return "AA==";
    }
  }

  @Test
  void withoutTheEmulatorTheBlogReportsThatItHasNoAccount() {
    for (ApplicationContextRunner without :
        new ApplicationContextRunner[] {
          runner.withPropertyValues("cosmos-local.mode=never"),
          new ApplicationContextRunner()
              .withConfiguration(AutoConfigurations.of(BlogAutoConfiguration.class))
              .withClassLoader(new FilteredClassLoader("dev.cosmoslocal"))
        }) {
      without.run(
          context ->
              assertThat(context)
                  .getFailure()
                  .hasStackTraceContaining(
                      "No Azure Cosmos DB account is configured for the blog."));
    }
  }
}
