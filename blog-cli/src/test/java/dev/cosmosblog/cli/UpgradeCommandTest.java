package dev.cosmosblog.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosDatabase;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.cli.FormerBlog.Version;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmoslocal.LocalCosmos;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
class UpgradeCommandTest {
  private static String[] words(Version version, String... more) {
    List<String> words = new ArrayList<>(List.of("upgrade", "--page-size", "20"));
    if (FormerBlog.hasFormerUsers(version)) {
      words.addAll(List.of("--containers", "users=members", "--former-users", "users"));
    }
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  @ParameterizedTest
  @EnumSource
  void aDatabaseOfTheArticleIsUpgradedWhileReadersUseIt(Version version) throws Exception {
    try (LocalCosmos emulator = LocalCosmos.builder().physicalPartitions(2).start();
        BlogDatabase blog =
            TestBlogs.connect(
                emulator, BlogDatabase.builder().containerNames(FormerBlog.names(version)))) {
      FormerBlog.write(version, blog);
      CliRun dry = CliRun.on(emulator, words(version, "--dry-run", "--json"));
      assertThat(dry.exitCode()).as("something would be written").isEqualTo(BlogCli.DIFFERENCES);
      assertPlan(version, dry.json().path("changes"));

      blog.provision();
      CliRun run;
      try (BlogChangeFeed copies = BlogChangeFeed.start(blog)) {
        try (LiveReaders readers = LiveReaders.start(BlogStore.on(blog))) {
          run = CliRun.on(emulator, words(version));
          assertThat(readers.comments()).as("comments beside the upgrade").isNotEmpty();
        }
        assertThat(copies.awaitDrained(Duration.ofMinutes(2))).isTrue();
      }
      assertThat(run.output())
          .as(run.errors())
          .containsPattern("(No differences|All differences are repaired)");
      assertThat(run.output()).contains("DUPLICATE_LIKE_REMOVED");
      String users = blog.containerNames().users();
      CliRun verified = CliRun.on(emulator, "verify", "--containers", "users=" + users);
      assertThat(verified.exitCode()).as(verified.output()).isZero();
    }
  }

  private static void assertPlan(Version version, JsonNode planned) {
    assertThat(planned.path("DUPLICATE_LIKE_REMOVED").asInt()).as("u0 liked p0 twice").isEqualTo(1);
    assertThat(planned.path("LIKE_ID_SET").asInt()).isEqualTo(63);
    assertThat(planned.path("USER_COPIED").asInt())
        .isEqualTo(version == Version.V3 ? 0 : FormerBlog.USERS);
    assertThat(planned.path("OLD_FEED_ITEM_REMOVED").asInt())
        .isEqualTo(version == Version.V3 ? FormerBlog.POSTS : 0);
    assertThat(planned.path("COUNTS_SET").asInt())
        .as("the article's counts are right")
        .isEqualTo(version == Version.V1 ? FormerBlog.POSTS : 0);
  }

  @Test
  void aDryRunWritesNothing() {
    try (LocalCosmos emulator = LocalCosmos.start();
        BlogDatabase blog = TestBlogs.connect(emulator)) {
      FormerBlog.write(Version.V1, blog);
      CliRun dry = CliRun.on(emulator, words(Version.V1, "--dry-run"));
      assertThat(dry.output())
          .contains(
              "container members: missing",
              "container posts: has another indexing policy",
              "would be written",
              "Nothing was written");
      assertThat(blog.unwrap(CosmosDatabase.class).readAllContainers().stream()).hasSize(2);
    }
  }

  @Test
  void aMissingDatabaseIsNamedAndNotCreated() {
    try (LocalCosmos emulator = LocalCosmos.start();
        BlogDatabase blog = TestBlogs.connect(emulator)) {
      CliRun run = CliRun.on(emulator, "upgrade", "--database", "nowhere");
      assertThat(run.exitCode()).isEqualTo(BlogCli.FAILED);
      assertThat(run.errors().lines())
          .containsExactly(
              "blog-cli upgrade: There is no database 'nowhere' at %s; create it with 'blog-cli provision'"
                  .formatted(emulator.endpoint()));
      assertThat(blog.unwrap(CosmosClient.class).readAllDatabases().stream()).isEmpty();
    }
  }
}
