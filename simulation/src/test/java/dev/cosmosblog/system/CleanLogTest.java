package dev.cosmosblog.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.view.BlogView;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.User;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.testsupport.ChildProcess;
import dev.cosmoslocal.Distance;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * An application that starts, works and stops without a failure doesn't log errors, even if the
 * emulator stops right after it. This test resets the examples' log settings, because the SDK logs
 * failures of its background requests.
 */
@Tag("slow")
@Order(2)
class CleanLogTest {
  /** The SDK gives its first request for metadata half a second, and then repeats it. */
  private static final String SLOW_MACHINE =
      "ERROR RxGatewayStoreModel - Network failure\n"
          + "io.netty.handler.timeout.ReadTimeoutException\n";

  @Test
  void cleanStartsAndStopsLogNoErrorAndNoStackTrace() throws IOException {
    List<String> lines = new CopyOnWriteArrayList<>();
    ProcessBuilder command =
        ChildProcess.java(
            Application.class,
            List.of(
                "-DCOSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED=true",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=info",
                "-Dorg.slf4j.simpleLogger.log.com.azure.cosmos.CosmosClientBuilder=info",
                "-Dorg.slf4j.simpleLogger.log.com.azure.cosmos.implementation=info",
                "-Dorg.slf4j.simpleLogger.log.reactor.core.publisher.Operators=info",
                "-Dorg.slf4j.simpleLogger.log.reactor.netty=info"));
    try (ChildProcess child = ChildProcess.start(command, lines::add)) {
      assertThat(child.awaitEnd(Duration.ofMinutes(4))).as("it ended").isTrue();
    }
    assertThat(lines).as("it ran to its end").contains("stopped");
    assertThat(lines)
        .as("the SDK logs")
        .anyMatch(line -> line.startsWith("INFO RxDocumentClientImpl"));
    assertThat(String.join("\n", lines).replace(SLOW_MACHINE, ""))
        .doesNotContainPattern("(?m)^ERROR")
        .doesNotContainPattern("(?m)^\tat ");
  }

  /** Starts, writes, follows and stops twice, and then while it polls. */
  static final class Application {
    private Application() {}

    public static void main(String[] words) throws InterruptedException {
      try (LocalCosmos account = LocalCosmos.start()) {
        blog(account, "Ann");
        blog(account, "Bob");
      }
      PollingBlog.run();
      System.out.println("stopped");
    }

    private static void blog(LocalCosmos account, String name) throws InterruptedException {
      CosmosClientBuilder client = account.clientBuilder();
      try (BlogDatabase database = BlogDatabase.connect(client, "blog").provision();
          BlogChangeFeed copies = BlogChangeFeed.start(database)) {
        BlogStore blog = BlogStore.on(database);
        User author = blog.createUser(name).value();
        Post post = blog.createPost(author, "Hello", "My first post").value();
        blog.likePost(post.id(), author.id());
        copies.awaitDrained(Duration.ofMinutes(1));
      }
    }
  }

  /**
   * Polls all the time, from afar, for the copies and for a view, and is closed meanwhile. The
   * SDK's stop does not wait for its polls, and one more may begin after it.
   */
  private static final class PollingBlog {
    private static final int ROUNDS = 3;
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration LAST_CHECKPOINT = Duration.ofMillis(800);
    private static final Distance AFAR =
        Distance.builder()
            .changeFeed(Duration.ofMillis(500), Duration.ofMillis(600))
            .write(Duration.ofMillis(5), Duration.ofMillis(10))
            .query(Duration.ofMillis(5), Duration.ofMillis(10))
            .build();

    private PollingBlog() {}

    static void run() throws InterruptedException {
      for (int round = 1; round <= ROUNDS; round++) {
        try (LocalCosmos account = LocalCosmos.builder().distance(AFAR).start()) {
          poll(account, round);
        }
      }
    }

    /** The rounds end at different times of a poll. */
    private static void poll(LocalCosmos account, int round) throws InterruptedException {
      CosmosClientBuilder client = account.clientBuilder();
      Semaphore seen = new Semaphore(0);
      BlogView view = changes -> seen.release();
      try (BlogDatabase database = BlogDatabase.connect(client, "blog").provision();
          BlogChangeFeed copies =
              BlogChangeFeed.builder(database).pollInterval(POLL).view("seen", view).build()) {
        copies.start();
        BlogStore blog = BlogStore.on(database);
        blog.createPost(blog.createUser("Ann").value(), "Hello", "A post");
        seen.acquire();
        copies.awaitDrained(Duration.ofMinutes(1));
        // The SDK logs each checkpoint that a stop cancels, so the last one must have ended. Polls
        // continue.
        Thread.sleep(LAST_CHECKPOINT.plusMillis(150L * round).toMillis());
      }
    }
  }
}
