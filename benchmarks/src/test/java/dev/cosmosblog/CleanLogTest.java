package dev.cosmosblog;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.benchmarks.process.Child;
import dev.cosmosblog.benchmarks.process.JavaProgram;
import dev.cosmosblog.benchmarks.testing.Await;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.local.LocalCosmos;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.User;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * An application that starts, works and stops without a failure logs none, even where the account
 * is gone right after it. The examples' settings of the log are undone here, for the SDK logs what
 * its background requests meet.
 */
@Order(2)
class CleanLogTest {
  /** The SDK gives its first request for metadata half a second, and then repeats it. */
  private static final String SLOW_MACHINE =
      "ERROR RxGatewayStoreModel - Network failure\n"
          + "io.netty.handler.timeout.ReadTimeoutException\n";

  @Test
  void aCleanStartAndStopLogsNoErrorAndNoStackTrace() throws IOException {
    List<String> lines = new CopyOnWriteArrayList<>();
    ProcessBuilder command =
        JavaProgram.command(
            Application.class,
            List.of(
                "-DCOSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED=true",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=info",
                "-Dorg.slf4j.simpleLogger.log.com.azure.cosmos.CosmosClientBuilder=info",
                "-Dorg.slf4j.simpleLogger.log.com.azure.cosmos.implementation=info",
                "-Dorg.slf4j.simpleLogger.log.reactor.core.publisher.Operators=info",
                "-Dorg.slf4j.simpleLogger.log.reactor.netty=info"),
            List.of());
    try (Child child = Child.start(command, lines::add)) {
      assertThat(Await.until(Duration.ofMinutes(2), () -> !child.running()))
          .as("it ended")
          .isTrue();
    }
    assertThat(lines).as("it ran to its end").contains("stopped");
    assertThat(lines)
        .as("the SDK logs")
        .anyMatch(line -> line.startsWith("INFO RxDocumentClientImpl"));
    assertThat(String.join("\n", lines).replace(SLOW_MACHINE, ""))
        .doesNotContainPattern("(?m)^ERROR")
        .doesNotContainPattern("(?m)^\tat ");
  }

  /** Starts, writes, follows and stops twice. */
  static final class Application {
    private Application() {}

    public static void main(String[] words) throws InterruptedException {
      try (LocalCosmos account = LocalCosmos.start()) {
        blog(account, "Ann");
        blog(account, "Bob");
      }
      System.out.println("stopped");
    }

    private static void blog(LocalCosmos account, String name) throws InterruptedException {
      CosmosClientBuilder client =
          new CosmosClientBuilder().endpoint(account.endpoint()).key(account.key()).gatewayMode();
      try (BlogDatabase database = BlogDatabase.connect(client, "blog").provision();
          BlogChangeFeed copies = BlogChangeFeed.start(database)) {
        BlogStore blog = BlogStore.on(database);
        User author = blog.createUser(name).value();
        Post post = blog.createPost(author, "Hello", "My first post").value();
        blog.likePost(post.id(), author);
        copies.awaitDrained(Duration.ofMinutes(1));
      }
    }
  }
}
