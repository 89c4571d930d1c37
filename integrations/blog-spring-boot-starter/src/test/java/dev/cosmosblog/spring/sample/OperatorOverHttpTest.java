package dev.cosmosblog.spring.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.jayway.jsonpath.DocumentContext;
import com.jayway.jsonpath.JsonPath;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.User;
import dev.cosmosblog.spring.BlogChangeFeedLifecycle;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The operator's endpoint and page, over HTTP. */
@Tag("slow")
class OperatorOverHttpTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String[] FROM_THE_PAGE = {"X-Cosmosblog-Operator", "page"};

  private static <T> T await(Callable<T> look, Predicate<T> wanted) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    T seen = look.call();
    while (!wanted.test(seen)) {
      assertThat(System.nanoTime()).as("still %s", seen).isLessThan(deadline);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
      seen = look.call();
    }
    return seen;
  }

  private static void blog(RunningApplication application) throws InterruptedException {
    BlogStore blog = application.bean(BlogStore.class);
    User ann = blog.createUser("Ann").value();
    Post post = blog.createPost(ann, "Hello", "My first post").value();
    blog.likePost(post.id(), ann.id());
    assertThat(application.bean(BlogChangeFeedLifecycle.class).awaitDrained(PATIENCE)).isTrue();
  }

  @Test
  void byDefaultTheEndpointIsReadOnlyAndThereIsNoPage() throws Exception {
    try (RunningApplication application = new RunningApplication()) {
      blog(application);
      DocumentContext seen = application.json("/actuator/cosmosblog");
      assertThat(seen.<String>read("$.database")).isEqualTo("blog");
      assertThat(seen.<Boolean>read("$.mayAct")).isFalse();
      assertThat(seen.<String>read("$.changeFeed.posts.status")).isEqualTo("UP");
      assertThat(seen.<List<Map<String, Object>>>read("$.lag.ranges"))
          .extracting(range -> range.get("source"))
          .containsExactlyInAnyOrder("users", "posts");
      assertThat(seen.<Boolean>read("$.cost.metered")).isTrue();
      assertThat(seen.<Double>read("$.cost.requestUnits.commands")).isPositive();
      assertThat(seen.<Double>read("$.cost.requestUnitsPerSecond.polls")).isPositive();
      assertThat(seen.<List<String>>read("$.hosts[*].host"))
          .containsExactly(seen.<String>read("$.changeFeed.host"));
      assertThat(application.json("/actuator/cosmosblog/history").<List<?>>read("$.failures"))
          .isEmpty();
      assertThat(application.json("/actuator/cosmosblog/dead-letters").<List<?>>read("$.items"))
          .isEmpty();
      for (String action : List.of("verify", "repair", "rebuild", "replay-all", "cancel")) {
        HttpResponse<String> refused = application.post("/actuator/cosmosblog/" + action);
        assertThat(refused.statusCode()).as(action).isEqualTo(403);
        assertThat(refused.body()).contains("cosmosblog.operator.may-act");
      }
      assertThat(application.get("/cosmosblog").statusCode()).isEqualTo(404);
      assertThat(application.get("/cosmosblog/api/overview").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void thePageIsOneSelfContainedDocument() throws Exception {
    try (RunningApplication application = new RunningApplication("cosmosblog.operator.page=true")) {
      HttpResponse<String> page = application.get("/cosmosblog");
      assertThat(page.headers().firstValue("Content-Type"))
          .hasValueSatisfying(type -> assertThat(type).startsWith("text/html"));
      String policy = page.headers().firstValue("Content-Security-Policy").orElseThrow();
      String nonce = policy.replaceAll(".*'nonce-(\\w+)'.*", "$1");
      assertThat(page.body())
          .contains("<script nonce=\"" + nonce + "\">")
          .doesNotContain("{nonce}", "http://", "https://", "innerHTML");
      assertThat(application.post("/cosmosblog/api/actions/verify").statusCode())
          .as("an action without the page's header")
          .isEqualTo(403);
      assertThat(application.post("/cosmosblog/api/actions/verify", FROM_THE_PAGE).statusCode())
          .as("an action that no property allows")
          .isEqualTo(403);
    }
  }

  /** Java's HTTP client doesn't send another host. */
  private static String statusLine(RunningApplication application, String request)
      throws IOException {
    URI uri = application.uri("/");
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      String text = request + "Connection: close\r\nContent-Length: 2\r\n\r\n{}";
      socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
      String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return all.lines().findFirst().orElse("") + all.substring(all.indexOf("\r\n\r\n"));
    }
  }

  @Test
  void whoeverMayActNeedsAnAllowedHostName() throws Exception {
    List<String> requests =
        List.of(
            "GET /cosmosblog HTTP/1.1\r\n",
            "GET /cosmosblog/api/overview HTTP/1.1\r\n",
            "POST /cosmosblog/api/actions/cancel HTTP/1.1\r\nX-Cosmosblog-Operator: page\r\n",
            "POST /actuator/cosmosblog/cancel HTTP/1.1\r\nContent-Type: application/json\r\n");
    try (RunningApplication application =
        new RunningApplication(
            "cosmosblog.operator.page=true",
            "cosmosblog.operator.may-act=true",
            "cosmosblog.operator.allowed-hosts=blog.example.com",
            "server.forward-headers-strategy=framework")) {
      for (String request : requests) {
        String forged = "X-Forwarded-Host: blog.example.com\r\nHost: evil.example\r\n";
        assertThat(statusLine(application, request + forged))
            .startsWith("HTTP/1.1 403")
            .contains("'evil.example'", "cosmosblog.operator.allowed-hosts");
        assertThat(statusLine(application, request + "Host: blog.example.com:8080\r\n"))
            .startsWith("HTTP/1.1 200");
      }
    }
    try (RunningApplication application = new RunningApplication("cosmosblog.operator.page=true")) {
      assertThat(statusLine(application, requests.get(0) + "Host: evil.example\r\n"))
          .as("a page that is read-only")
          .startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void thePathMayEndWithASlashOrBeTheRoot() throws Exception {
    for (String path : List.of("/blog/operator/", "/")) {
      try (RunningApplication application =
          new RunningApplication(
              "cosmosblog.operator.page=true",
              "cosmosblog.operator.path=" + path,
              "cosmosblog.change-feed.auto-startup=false")) {
        assertThat(application.get(path).body()).as(path).contains("cosmosblog operator");
        // The URLs that the document requests.
        assertThat(application.get(path + "api/overview").statusCode()).as(path).isEqualTo(200);
        assertThat(application.post(path + "api/actions/verify").body())
            .as(path)
            .contains("X-Cosmosblog-Operator");
      }
    }
  }

  @Test
  void thePageIsServedWithAndWithoutATrailingSlash() throws Exception {
    try (RunningApplication application =
        new RunningApplication(
            "cosmosblog.operator.page=true", "cosmosblog.change-feed.auto-startup=false")) {
      for (String path : List.of("/cosmosblog", "/cosmosblog/")) {
        assertThat(application.get(path).body()).as(path).contains("cosmosblog operator");
      }
    }
  }

  @Test
  void ifAllowedAnOperatorVerifiesRepairsAndRebuilds() throws Exception {
    try (RunningApplication application =
        new RunningApplication(
            "cosmosblog.operator.page=true", "cosmosblog.operator.may-act=true")) {
      blog(application);
      CosmosContainer posts = container(application, "posts");
      Map<?, ?> post =
          posts.queryItems("SELECT * FROM c WHERE c.type = 'post'", null, Map.class).stream()
              .findFirst()
              .orElseThrow();
      String id = String.valueOf(post.get("id"));
      posts.patchItem(
          id,
          new PartitionKey(id),
          com.azure.cosmos.models.CosmosPatchOperations.create().replace("/likeCount", 7),
          Map.class);

      assertThat(finished(application, "verify").<Integer>read("$.task.outcome.found.wrong_count"))
          .isEqualTo(1);
      assertThat(
              finished(application, "repair").<Integer>read("$.task.outcome.repaired.wrong_count"))
          .isEqualTo(1);
      assertThat(finished(application, "verify").<Boolean>read("$.task.outcome.clean")).isTrue();
      assertThat(finished(application, "rebuild").<String>read("$.task.status")).isEqualTo("done");
      assertThat(application.post("/cosmosblog/api/actions/nothing", FROM_THE_PAGE).statusCode())
          .isEqualTo(400);
    }
  }

  private static CosmosContainer container(RunningApplication application, String name) {
    return application
        .bean(BlogDatabase.class)
        .unwrap(CosmosClient.class)
        .getDatabase("blog")
        .getContainer(name);
  }

  private static DocumentContext finished(RunningApplication application, String action)
      throws Exception {
    HttpResponse<String> begun =
        application.post("/cosmosblog/api/actions/" + action, FROM_THE_PAGE);
    assertThat(begun.statusCode()).as(begun.body()).isEqualTo(200);
    return await(
        () -> application.json("/cosmosblog/api/overview"),
        seen -> !seen.read("$.task.status").equals("running"));
  }

  @Test
  void deadLettersAreShownAndReplayed() throws Exception {
    try (RunningApplication application =
        new RunningApplication(
            "cosmosblog.operator.page=true", "cosmosblog.operator.may-act=true")) {
      CosmosContainer posts = container(application, "posts");
      posts.createItem(Map.of("id", "bad", "postId", "bad", "type", "post", "version", "none"));
      DocumentContext seen =
          await(
              () -> application.json("/cosmosblog/api/dead-letters"),
              page -> !page.<List<?>>read("$.items").isEmpty());
      assertThat(seen.<String>read("$.items[0].source")).isEqualTo("posts");
      assertThat(seen.<String>read("$.items[0].itemId")).isEqualTo("bad");
      String replay = "/cosmosblog/api/replay?source=posts&partition=bad&itemId=bad";
      assertThat(outcome(application.post(replay, FROM_THE_PAGE))).isEqualTo("remaining");
      posts.deleteItem("bad", new PartitionKey("bad"), new CosmosItemRequestOptions());
      assertThat(outcome(application.post(replay, FROM_THE_PAGE))).isEqualTo("gone");
      assertThat(application.json("/cosmosblog/api/dead-letters").<List<?>>read("$.items"))
          .isEmpty();
    }
  }

  private static String outcome(HttpResponse<String> response) {
    return JsonPath.parse(response.body()).read("$.outcome");
  }
}
