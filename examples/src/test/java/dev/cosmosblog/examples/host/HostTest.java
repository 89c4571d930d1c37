package dev.cosmosblog.examples.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Run;
import dev.cosmosblog.examples.console.Run.Capture;
import dev.cosmosblog.examples.console.StopSignal;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogDatabaseBuilder;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Await;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class HostTest {
  private final Capture output = new Capture();

  @Test
  void itKeepsTheCopiesUntilItIsStopped() throws IOException {
    StopSignal signal = new StopSignal();
    try (LocalCosmos account = LocalCosmos.builder().physicalPartitions(2).start();
        BlogDatabase blog = Endpoint.of(account).connect("blog", "test")) {
      String[] words = {
        "--endpoint", account.endpoint(),
        "--max-replica-lag-ms", "4000",
        "--clock-ms", "-2000",
        "--heap-seconds", "1"
      };
      CompletableFuture<Integer> code =
          CompletableFuture.supplyAsync(
              () ->
                  Run.launch(new Host(() -> signal), output.screen(false), output.stream(), words));
      assertThat(Await.until(() -> output.text().contains("host: started"))).isTrue();
      BlogStore store = BlogStore.on(blog);
      UserId ada = store.createUser(CreateUser.named("Ada")).value().id();
      store.createPost(CreatePost.of(ada, "Hello", "World"));
      assertThat(Await.until(() -> !store.recentPosts(1).isEmpty())).isTrue();
      assertThat(Await.until(() -> output.text().contains("host: heap"))).isTrue();
      signal.stop();
      assertThat(code.join()).isZero();
    }
    assertThat(output.text())
        .contains("host: stopping")
        .containsPattern("host: heap \\d+\\.\\d MB")
        .endsWith("host: stopped" + System.lineSeparator());
  }

  @Test
  void itWritesTheCopiesThatTheBlogHas() throws IOException {
    StopSignal signal = new StopSignal();
    BlogDatabaseBuilder settings =
        BlogDatabase.builder().summaryProperties("tags", "mood").archive().frontPageSize(2);
    try (LocalCosmos account = LocalCosmos.start();
        BlogDatabase blog = Endpoint.of(account).connect("blog", "test", settings);
        BlogDatabase reader = Endpoint.of(account).connect("blog", "reader")) {
      String[] words = {
        "--endpoint",
        account.endpoint(),
        "--summary-properties",
        "tags,mood",
        "--archive",
        "--front-page-size",
        "2"
      };
      BlogStore store = BlogStore.on(blog.provision());
      UserId ada = store.createUser(CreateUser.named("Ada")).value().id();
      CreatePost post =
          CreatePost.of(ada, "Hello", "World")
              .properties(CustomProperties.of(Map.of("tags", List.of("sea"), "mood", "calm")));
      for (int posts = 0; posts < 3; posts++) {
        store.createPost(post.withId(PostId.of("p" + posts)));
      }
      CompletableFuture<Integer> code =
          CompletableFuture.supplyAsync(
              () ->
                  Run.launch(new Host(() -> signal), output.screen(false), output.stream(), words));
      assertThat(
              Await.until(() -> store.archive(PageRequest.first(10)).items().size() == 3)
                  && Await.until(() -> BlogStore.on(reader).recentPosts(100).size() == 2))
          .as("an archive of three posts, and a front page of two")
          .isTrue();
      assertThat(store.postsOf(ada, PageRequest.first(10)).items())
          .hasSize(3)
          .allSatisfy(copy -> assertThat(copy.properties().asMap()).containsKeys("tags", "mood"));
      signal.stop();
      assertThat(code.join()).isZero();
    }
  }

  @Test
  void itNeedsAnEndpoint() {
    Run run = Run.of(new Host(StopSignal::new));
    assertThat(run.exitCode()).isEqualTo(Example.MISUSED);
    assertThat(run.errors()).contains("host: Give --endpoint URL");
  }

  @Test
  void aNumberOutOfItsBoundsIsRefusedWithThem() {
    assertThat(refused("--front-page-size", "500"))
        .isEqualTo(
            "host: Invalid value for option '--front-page-size': '500' is no whole number from"
                + " 1 to 150");
    assertThat(refused("--lease-seconds", "3"))
        .isEqualTo(
            "host: Invalid value for option '--lease-seconds': '3' is no whole number from 4 to"
                + " 3600");
  }

  private static String refused(String... option) {
    try (LocalCosmos account = LocalCosmos.start()) {
      Run run =
          Run.of(new Host(StopSignal::new), "--endpoint", account.endpoint(), option[0], option[1]);
      assertThat(run.exitCode()).isEqualTo(Example.MISUSED);
      return run.errors().lines().findFirst().orElseThrow();
    }
  }

  @Test
  void aWrongKeyIsSaidInOneLine() {
    try (LocalCosmos account = LocalCosmos.start()) {
      Run run =
          Run.of(new Host(StopSignal::new), "--endpoint", account.endpoint(), "--key", "AAAA");
      assertThat(run.exitCode()).isEqualTo(Example.FAILED);
      assertThat(run.errors().lines())
          .containsExactly("host: The account at " + account.endpoint() + " does not take the key");
    }
  }
}
