package dev.cosmosblog.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.cli.FormerBlog.Version;
import dev.cosmosblog.maintenance.BlogVerifier;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An upgrade's process is killed (SIGKILL) again and again while the application writes. */
@Tag("slow")
class KilledUpgradeTest {
  @Test
  void aKilledUpgradeIsResumedAndNoAcknowledgedCommentIsLost() throws Exception {
    try (LocalCosmos emulator = LocalCosmos.builder().physicalPartitions(2).start();
        BlogDatabase blog =
            TestBlogs.connect(
                emulator, BlogDatabase.builder().containerNames(FormerBlog.names(Version.V1)))) {
      FormerBlog.write(Version.V1, blog);
      BlogStore store = BlogStore.on(blog);
      blog.provision();
      Set<String> acknowledged;
      try (BlogChangeFeed copies = BlogChangeFeed.builder(blog).build()) {
        copies.start();
        try (LiveReaders readers = LiveReaders.start(store)) {
          killAfterAPage(emulator, blog);
          CliRun run = CliRun.on(emulator, words("1000000"));
          // Exit code 1 if readers kept changing an item: "No differences remain", but it's
          // unchecked.
          assertThat(run.output())
              .as(run.errors())
              .containsPattern("No differences|All differences are repaired");
          acknowledged = readers.comments();
        }
        assertThat(copies.awaitDrained(Duration.ofMinutes(2))).isTrue();
      }
      assertThat(acknowledged).as("comments beside the upgrade").isNotEmpty();
      assertThat(comments(blog)).containsAll(acknowledged);
      assertThat(verified(blog).findings()).isEmpty();
    }
  }

  /** With 100 RU per second, and pages of 4 items, an upgrade is nowhere near its end then. */
  private static void killAfterAPage(LocalCosmos emulator, BlogDatabase blog) throws IOException {
    String before = checkpoint(blog);
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    ProcessBuilder command = new ProcessBuilder(java, "-Xmx128m", "-XX:TieredStopAtLevel=1");
    command.command().addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.command().add(BlogCli.class.getName());
    command.command().addAll(List.of(words("100")));
    command.environment().putAll(CliRun.environment(emulator));
    Path lines = Files.createTempFile("upgrade", ".txt");
    Process upgrade = command.redirectErrorStream(true).redirectOutput(lines.toFile()).start();
    try {
      await("a checkpoint")
          .atMost(Duration.ofMinutes(1))
          .pollInterval(Duration.ofMillis(20))
          .untilAsserted(
              () -> assertThat(checkpoint(blog)).as("see %s", lines).isNotEqualTo(before));
      assertThat(upgrade.isAlive()).as("killed in the middle, see %s", lines).isTrue();
      Files.delete(lines);
    } finally {
      upgrade.destroyForcibly().onExit().join();
    }
  }

  private static String[] words(String budget) {
    return new String[] {
      "upgrade",
      "--containers",
      "users=members",
      "--former-users",
      "users",
      "--ru-per-second",
      budget,
      "--page-size",
      "4"
    };
  }

  /** Returns the upgrade's stored checkpoint; empty before it starts. */
  private static String checkpoint(BlogDatabase blog) {
    CosmosContainer leases = blog.unwrap(CosmosDatabase.class).getContainer("leases");
    try {
      return leases
          .queryItems(
              "SELECT * FROM c WHERE c.id = 'blogUpgrade'",
              new CosmosQueryRequestOptions(),
              JsonNode.class)
          .stream()
          .map(item -> item.path("checkpoint").toString())
          .findFirst()
          .orElse("");
    } catch (CosmosException e) {
      return "";
    }
  }

  private static Set<String> comments(BlogDatabase blog) {
    return blog
        .unwrap(CosmosDatabase.class)
        .getContainer("posts")
        .queryItems(
            "SELECT * FROM c WHERE c.type = 'comment'",
            new CosmosQueryRequestOptions(),
            JsonNode.class)
        .stream()
        .map(item -> item.path("postId").asText() + " " + item.path("id").asText())
        .collect(Collectors.toSet());
  }

  private static MaintenanceReport verified(BlogDatabase blog) throws InterruptedException {
    return BlogVerifier.builder(blog)
        .requestUnitsPerSecond(1_000_000)
        .settleTime(Duration.ZERO)
        .build()
        .verify();
  }
}
