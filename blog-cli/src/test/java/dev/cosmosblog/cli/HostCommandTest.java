package dev.cosmosblog.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.ChildProcess;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class HostCommandTest {
  private static final Pattern PORT = Pattern.compile(".* Started .* health on port (\\d+)");

  private final List<String> lines = new CopyOnWriteArrayList<>();

  private ChildProcess start(LocalCosmos emulator, String... options) throws IOException {
    List<String> words = new ArrayList<>(List.of("host", "--poll-ms=100"));
    words.addAll(List.of(options));
    ProcessBuilder command =
        ChildProcess.java(BlogCli.class, List.of(), words.toArray(String[]::new));
    command.environment().putAll(CliRun.environment(emulator));
    return ChildProcess.start(command, lines::add);
  }

  @Test
  void itMaintainsTheCopiesRespondsToProbesAndDrainsAtSigterm() throws Exception {
    try (LocalCosmos emulator = LocalCosmos.builder().physicalPartitions(2).start();
        BlogDatabase blog =
            TestBlogs.connect(
                emulator,
                BlogDatabase.builder().summaryProperties("mood").listings().frontPageSize(2))) {
      BlogStore store = BlogStore.on(blog.provision());
      UserId ada = store.createUser("Ada").value().id();
      CustomProperties properties = CustomProperties.of(Map.of("mood", "calm"));
      for (int posts = 0; posts < 3; posts++) {
        store.createPost(CreatePost.of(ada, "Hello", "World").properties(properties));
      }
      try (ChildProcess host = start(emulator, "--health-port=0")) {
        await("copies of three posts")
            .atMost(Duration.ofMinutes(1))
            .untilAsserted(
                () -> {
                  List<?> entries = store.archive(PageRequest.first(10)).items();
                  assertThat(entries).as("see %s", lines).hasSize(3);
                  assertThat(store.recentPosts(2)).as("see %s", lines).hasSize(2);
                });
        assertThat(store.postsOf(ada, PageRequest.first(10)).items())
            .allSatisfy(copy -> assertThat(copy.properties().asMap()).containsKey("mood"));
        assertHealthy(port());
        assertThat(host.stop(Duration.ofSeconds(30))).isTrue();
        assertThat(host.exitCode()).as("see %s", lines).isZero();
      }
    }
    assertThat(lines).last().asString().endsWith("Stopped; all batches were completed");
  }

  private int port() {
    Matcher matcher =
        lines.stream().map(PORT::matcher).filter(Matcher::matches).findFirst().orElseThrow();
    return Integer.parseInt(matcher.group(1));
  }

  private static void assertHealthy(int port) throws IOException, InterruptedException {
    HttpClient client = HttpClient.newHttpClient();
    for (String probe : List.of("live", "ready")) {
      URI uri = URI.create("http://127.0.0.1:" + port + "/health/" + probe);
      HttpResponse<String> response =
          client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
      assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
      JsonNode body = new ObjectMapper().readTree(response.body());
      assertThat(body.path("lifecycle").asText()).isEqualTo("RUNNING");
      assertThat(body.path("sources").findValuesAsText("source")).containsExactly("USERS", "POSTS");
    }
  }

  @Test
  void itFailsWithoutADatabase() throws Exception {
    try (LocalCosmos emulator = LocalCosmos.start();
        ChildProcess host = start(emulator)) {
      assertThat(host.awaitEnd(Duration.ofMinutes(1))).isTrue();
      assertThat(host.exitCode()).isEqualTo(BlogCli.FAILED);
      assertThat(lines).singleElement().asString().contains("There is no database 'blog'");
    }
  }
}
