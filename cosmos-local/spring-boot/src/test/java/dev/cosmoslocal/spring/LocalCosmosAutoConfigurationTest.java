package dev.cosmoslocal.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.spring.BlogAutoConfiguration;
import dev.cosmosblog.spring.BlogConnectionDetails;
import dev.cosmosblog.store.BlogStore;
import dev.cosmoslocal.LocalCosmos;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;

/** The in-process emulator, in the context of an application. */
@ExtendWith(OutputCaptureExtension.class)
class LocalCosmosAutoConfigurationTest {
  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  LocalCosmosAutoConfiguration.class, BlogAutoConfiguration.class))
          .withPropertyValues("cosmosblog.change-feed.auto-startup=false");

  private final ApplicationContextRunner configured =
      runner.withPropertyValues(
          "cosmosblog.endpoint=https://127.0.0.1:1/",
          "cosmosblog.key=AA==",
          "cosmosblog.provision=false");

  @TempDir Path directory;

  @Test
  void aBlogWithoutAnotherAccountRunsOnTheOneInTheProcess() {
    runner.run(
        context -> {
          BlogStore blog = context.getBean(BlogStore.class);
          assertThat(blog.createUser("Ann").value().username()).isEqualTo("Ann");
          assertThat(context.getBean(BlogConnectionDetails.class).endpoint())
              .isEqualTo(context.getBean(LocalCosmos.class).endpoint());
        });
  }

  @Test
  void anEndpointOfTheApplicationWinsUnlessTheModeIsAlways() {
    configured.run(context -> assertThat(context).doesNotHaveBean(LocalCosmos.class));
    configured
        .withPropertyValues("cosmos-local.mode=always", "cosmosblog.provision=true")
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(LocalCosmos.class));
  }

  @Test
  void clientsOfTheApplicationWinUnlessTheModeIsAlways() {
    ApplicationContextRunner client =
        runner
            .withPropertyValues("cosmosblog.provision=false")
            .withBean(
                CosmosClientBuilder.class,
                () ->
                    new CosmosClientBuilder()
                        .endpoint("https://127.0.0.1:1/")
                        .key("AA==")
                        .gatewayMode());
    client.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(LocalCosmos.class));
    client
        .withPropertyValues("cosmos-local.mode=always")
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(LocalCosmos.class));
  }

  @Test
  void connectionDetailsOfTheApplicationWinUnlessTheModeIsAlways() {
    ApplicationContextRunner details =
        runner.withBean("own", BlogConnectionDetails.class, () -> new Details("https://[::1]:1/"));
    details
        .withPropertyValues("cosmosblog.provision=false")
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(LocalCosmos.class));
    details
        .withPropertyValues("cosmos-local.mode=always")
        .run(
            context -> {
              assertThat(context).hasNotFailed().hasBean("own");
              assertThat(context.getBean(BlogConnectionDetails.class).endpoint())
                  .isEqualTo(context.getBean(LocalCosmos.class).endpoint());
              assertThat(context.getBean(BlogStore.class).createUser("Ann").value().username())
                  .isEqualTo("Ann");
            });
  }

  private record Details(String endpoint) implements BlogConnectionDetails {
    @Override
    public String key() {
      return "AA==";
    }
  }

  @Test
  void aBlankEndpointNamesNoAccountAndTheLogSaysWhichOneIsUsed(CapturedOutput output) {
    runner
        .withPropertyValues("cosmosblog.endpoint= ")
        .run(
            context ->
                assertThat(output)
                    .contains(
                        "The blog runs on the account in this process at "
                            + context.getBean(LocalCosmos.class).endpoint()));
  }

  @Test
  void theModeNeverLeavesTheApplicationWithoutAnAccount() {
    runner
        .withPropertyValues("cosmos-local.mode=never")
        .run(
            context ->
                assertThat(context)
                    .hasFailed()
                    .getFailure()
                    .hasStackTraceContaining("The blog has no Azure Cosmos DB account."));
  }

  @Test
  void propertiesAndCustomizersReachTheAccount() {
    runner
        .withPropertyValues("cosmos-local.directory=" + directory)
        .withBean(
            LocalCosmosBuilderCustomizer.class, () -> builder -> builder.physicalPartitions(3))
        .run(
            context -> {
              assertThat(directory).isNotEmptyDirectory();
              assertThat(context.getBean(LocalCosmos.class).partitionIds("blog", "posts"))
                  .hasSize(3);
            });
  }

  @Test
  void anAccountUnderServiceConditionsHasThePartitionsOfTheProperties() {
    ApplicationContextRunner service =
        runner.withPropertyValues("cosmos-local.service-conditions=7");
    service.run(context -> assertThat(partitionsOfPosts(context)).hasSize(1));
    service
        .withPropertyValues("cosmos-local.physical-partitions=3")
        .run(context -> assertThat(partitionsOfPosts(context)).hasSize(3));
    runner.run(context -> assertThat(partitionsOfPosts(context)).hasSize(1));
  }

  private static List<String> partitionsOfPosts(ApplicationContext context) {
    return context.getBean(LocalCosmos.class).partitionIds("blog", "posts");
  }

  @Test
  void theApplicationsOwnAccountIsUsed() {
    try (LocalCosmos own = LocalCosmos.start()) {
      runner
          .withBean(LocalCosmos.class, () -> own)
          .run(
              context ->
                  assertThat(context.getBean(BlogConnectionDetails.class).endpoint())
                      .isEqualTo(own.endpoint()));
    }
  }
}
