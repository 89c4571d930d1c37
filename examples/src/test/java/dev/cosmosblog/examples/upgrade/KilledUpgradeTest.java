package dev.cosmosblog.examples.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.examples.blog.BlogConnection;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.testing.Await;
import dev.cosmosblog.examples.testing.Run;
import dev.cosmosblog.examples.upgrade.FormerBlog.Version;
import dev.cosmosblog.local.LocalCosmos;
import dev.cosmosblog.maintenance.verify.BlogVerifier;
import dev.cosmosblog.maintenance.verify.VerifyReport;
import dev.cosmosblog.store.BlogSchema;
import dev.cosmosblog.store.BlogStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** An upgrade's process is killed (SIGKILL) again and again while the application writes. */
@ResourceLock("target/results/upgrade.json")
class KilledUpgradeTest {
  private static final int KILLS = 2;

  @Test
  void aKilledUpgradeIsGoneOnWithAndNothingThatWasAcknowledgedIsLost() throws Exception {
    try (LocalCosmos account = LocalCosmos.builder().physicalPartitions(2).start();
        BlogConnection blog =
            BlogConnection.open(Endpoint.of(account), BlogConnection.DATABASE, "test")) {
      FormerBlog.write(Version.V1, blog);
      BlogStore store = blog.storeBuilder().names(FormerBlog.names(Version.V1)).build();
      blog.provision(new BlogSchema(FormerBlog.names(Version.V1)));
      Set<String> acknowledged;
      try (BlogChangeFeed copies =
          blog.changeFeed(store).names(FormerBlog.names(Version.V1)).build()) {
        copies.start();
        try (LiveReaders readers = LiveReaders.start(store)) {
          for (int kill = 0; kill < KILLS; kill++) {
            killAfterAPage(account, blog);
          }
          assertThat(Run.of(new Upgrade(), words(account, "1000000")).errors()).isEmpty();
          acknowledged = readers.comments();
        }
        assertThat(copies.awaitDrained(Duration.ofMinutes(2))).isTrue();
      }
      assertThat(acknowledged).as("comments beside the upgrade").isNotEmpty();
      assertThat(comments(blog)).containsAll(acknowledged);
      assertThat(verified(store).findings()).isEmpty();
    }
  }

  /** With 100 RU per second, and pages of 4 items, an upgrade is nowhere near its end then. */
  private static void killAfterAPage(LocalCosmos account, BlogConnection blog) throws IOException {
    String before = place(blog);
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    ProcessBuilder command = new ProcessBuilder(java, "-Xmx128m", "-XX:TieredStopAtLevel=1");
    command.command().addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.command().add(Upgrade.class.getName());
    command.command().addAll(List.of(words(account, "100")));
    Path lines = Files.createTempFile("upgrade", ".txt");
    Process upgrade = command.redirectErrorStream(true).redirectOutput(lines.toFile()).start();
    try {
      assertThat(Await.until(() -> !place(blog).equals(before))).as("see %s", lines).isTrue();
      assertThat(upgrade.isAlive()).as("killed in the middle, see %s", lines).isTrue();
      Files.delete(lines);
    } finally {
      upgrade.destroyForcibly().onExit().join();
    }
  }

  private static String[] words(LocalCosmos account, String budget) {
    return new String[] {
      "--endpoint",
      account.endpoint(),
      "--users",
      "members",
      "--former-users",
      "users",
      "--ru-per-second",
      budget,
      "--page-size",
      "4"
    };
  }

  /** Returns the upgrade's stored position; empty before it starts. */
  private static String place(BlogConnection blog) {
    CosmosContainer leases = blog.database().getContainer("leases");
    try {
      return leases
          .queryItems(
              "SELECT * FROM c WHERE c.id = 'blogUpgrade'",
              new CosmosQueryRequestOptions(),
              JsonNode.class)
          .stream()
          .map(item -> item.path("place").toString())
          .findFirst()
          .orElse("");
    } catch (CosmosException e) {
      return "";
    }
  }

  private static Set<String> comments(BlogConnection blog) {
    return blog
        .database()
        .getContainer("posts")
        .queryItems(
            "SELECT * FROM c WHERE c.type = 'comment'",
            new CosmosQueryRequestOptions(),
            JsonNode.class)
        .stream()
        .map(item -> item.path("postId").asText() + " " + item.path("id").asText())
        .collect(Collectors.toSet());
  }

  private static VerifyReport verified(BlogStore store) throws InterruptedException {
    return BlogVerifier.builder()
        .store(store)
        .requestUnitsPerSecond(1_000_000)
        .settleTime(Duration.ZERO)
        .build()
        .verify();
  }
}
