package dev.cosmosblog.examples.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosDatabase;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Run;
import dev.cosmosblog.examples.upgrade.FormerBlog.Version;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.ResourceLock;

@ResourceLock("target/results/upgrade.json")
@Order(2)
class UpgradeTest {
  private static JsonNode result(String name) throws IOException {
    return new ObjectMapper().readTree(Path.of("target/results/" + name + ".json").toFile());
  }

  @TestFactory
  Stream<DynamicTest> everyVersionOfTheArticleIsUpgradedBesideLiveReaders() {
    return Stream.of("V1", "V2", "V3")
        .map(version -> DynamicTest.dynamicTest(version, () -> upgraded(version)));
  }

  private static void upgraded(String version) throws IOException {
    Run run = Run.of(new Upgrade(), "--from", version);
    assertThat(run.errors()).isEmpty();
    assertThat(run.output()).contains("verify finds nothing", "would be");
    assertThat(run.exitCode()).isZero();
    JsonNode runs = result("upgrade").path("runs");
    JsonNode planned = runs.get(0).path("changes");
    assertThat(planned.path("DUPLICATE_LIKE_REMOVED").asInt()).as("u0 liked p0 twice").isEqualTo(1);
    assertThat(planned.path("LIKE_ID_SET").asInt()).isEqualTo(63);
    assertThat(planned.path("USER_COPIED").asInt())
        .isEqualTo(version.equals("V3") ? 0 : FormerBlog.USERS);
    assertThat(planned.path("OLD_FEED_ITEM_REMOVED").asInt())
        .isEqualTo(version.equals("V3") ? FormerBlog.POSTS : 0);
    assertThat(planned.path("COUNTS_SET").asInt())
        .as("the article's counts are right")
        .isEqualTo(version.equals("V1") ? FormerBlog.POSTS : 0);
    assertThat(runs.get(1).path("left").asInt()).isZero();
  }

  @Test
  void onAnEndpointItIsToldWhereTheUsersAreAndWritesNothingInADryRun() throws IOException {
    try (LocalCosmos account = LocalCosmos.start();
        BlogDatabase blog = Endpoint.of(account).connect("blog", "test")) {
      FormerBlog.write(Version.V1, blog);
      List<String> words = new ArrayList<>(List.of("--endpoint", account.endpoint()));
      words.addAll(List.of("--users", "members", "--former-users", "users"));
      words.addAll(List.of("--ru-per-second", "1000000", "--dry-run"));
      Run dry = Run.of(new Upgrade(), words.toArray(String[]::new));
      assertThat(dry.exitCode()).isZero();
      assertThat(dry.output()).contains("members: a new container", "posts: another indexing");
      assertThat(blog.unwrap(CosmosDatabase.class).readAllContainers().stream()).hasSize(2);

      words.remove("--dry-run");
      Run run = Run.of(new Upgrade(), words.toArray(String[]::new));
      assertThat(run.exitCode()).isZero();
      assertThat(result("upgrade").path("clean").asBoolean()).isTrue();
      Run view = Run.of(new Rebuild(), words.subList(0, 4).toArray(String[]::new));
      assertThat(view.exitCode()).isZero();
      assertThat(result("rebuild").path("runs").get(0).path("changes")).isEmpty();
    }
  }

  @Test
  void aDatabaseThatIsNotThereIsNamedAndNotCreated() {
    try (LocalCosmos account = LocalCosmos.start();
        CosmosClient client =
            new CosmosClientBuilder()
                .endpoint(account.endpoint())
                .key(account.key())
                .gatewayMode()
                .buildClient()) {
      for (String option : List.of("--dry-run", "--page-size=10")) {
        Run run =
            Run.of(
                new Upgrade(), "--endpoint", account.endpoint(), "--database", "nowhere", option);
        assertThat(run.exitCode()).isEqualTo(Example.FAILED);
        assertThat(run.errors())
            .isEqualToIgnoringWhitespace(
                "upgrade: There is no database 'nowhere' at " + account.endpoint());
      }
      assertThat(client.readAllDatabases().stream()).isEmpty();
    }
  }

  @Test
  void lostShortPostsAreMadeAnewFromEitherSource() throws IOException {
    for (String source : List.of("container", "change-feed")) {
      Run run = Run.of(new Rebuild(), "--source", source);
      assertThat(run.errors()).isEmpty();
      assertThat(run.exitCode()).isZero();
      JsonNode changes = result("rebuild").path("runs").get(0).path("changes");
      assertThat(changes.path("COPY_WRITTEN").asInt()).isEqualTo(FormerBlog.POSTS);
    }
  }

  @Test
  void anArchiveIsFilledWithThePostsThatThereAre() throws IOException {
    Run run = Run.of(new Rebuild(), "--view", "archive");
    assertThat(run.errors()).isEmpty();
    assertThat(run.exitCode()).isZero();
    JsonNode changes = result("rebuild").path("runs").get(0).path("changes");
    assertThat(changes.path("ENTRY_WRITTEN").asInt()).isEqualTo(FormerBlog.POSTS);
  }

  @Test
  void whatThereIsNotIsRefused() {
    assertThat(Run.of(new Upgrade(), "--from", "V4").exitCode()).isEqualTo(Example.MISUSED);
    Run run = Run.of(new Upgrade(), "--ru-per-second", "0");
    assertThat(run.exitCode()).isEqualTo(Example.MISUSED);
    assertThat(run.errors()).contains("'0' is no whole number from 1 to");
    assertThat(run.output()).as("no account was started").isEmpty();
    assertThat(Run.of(new Rebuild(), "--view", "all").exitCode()).isEqualTo(Example.MISUSED);
  }

  @Test
  void anOptionThatWouldDoNothingIsRefused() {
    Run dry = Run.of(new Upgrade(), "--dry-run");
    assertThat(dry.exitCode()).isEqualTo(Example.MISUSED);
    assertThat(dry.errors()).contains("--dry-run needs --endpoint");
    assertThat(dry.output()).as("no account was started").isEmpty();
    Run from = Run.of(new Upgrade(), "--from", "V2", "--endpoint", "http://127.0.0.1:1/");
    assertThat(from.errors()).contains("--from is for the account in this process");
    assertThat(Run.of(new Rebuild(), "--database", "b").errors())
        .contains("--database needs --endpoint");
  }
}
