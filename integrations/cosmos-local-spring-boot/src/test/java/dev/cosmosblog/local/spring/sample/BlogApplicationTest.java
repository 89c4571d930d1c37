package dev.cosmosblog.local.spring.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.DocumentContext;
import com.jayway.jsonpath.JsonPath;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.Lifecycle;
import dev.cosmosblog.spring.BlogChangeFeedLifecycle;
import dev.cosmosblog.store.BlogStore;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** An application that is started as its main method would, and read over HTTP. */
class BlogApplicationTest {
  private final ConfigurableApplicationContext application =
      SpringApplication.run(
          BlogApplication.class,
          "--server.port=0",
          "--spring.jmx.enabled=false",
          "--management.endpoint.health.show-details=always",
          "--management.endpoints.web.exposure.include=health,metrics",
          "--cosmosblog.change-feed.poll-interval=100ms");

  @AfterEach
  void stop() {
    application.close();
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    String port = application.getEnvironment().getProperty("local.server.port");
    URI uri = URI.create("http://127.0.0.1:" + port + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void healthAndMetricsAreReadOverHttpAndTheChangeFeedStopsWithTheApplication() throws Exception {
    application.getBean(BlogStore.class).createUser("Ann");
    BlogChangeFeedLifecycle lifecycle = application.getBean(BlogChangeFeedLifecycle.class);

    DocumentContext health = JsonPath.parse(get("/actuator/health").body());
    assertThat(health.<String>read("$.status")).isEqualTo("UP");
    assertThat(health.<String>read("$.components.cosmosblog.status")).isEqualTo("UP");
    assertThat(health.<String>read("$.components.cosmosblog.details.posts.status")).isEqualTo("UP");
    String users = "/actuator/metrics/cosmosblog.operation?tag=db.operation.name:create_user";
    assertThat(JsonPath.parse(get(users).body()).<Double>read("$.measurements[0].value"))
        .isEqualTo(1.0);

    lifecycle.stop();
    HttpResponse<String> dead = get("/actuator/health");
    assertThat(dead.statusCode()).isEqualTo(503);
    assertThat(JsonPath.parse(dead.body()).<String>read("$.components.cosmosblog.status"))
        .isEqualTo("DOWN");

    lifecycle.start();
    assertThat(get("/actuator/health").statusCode()).isEqualTo(200);
    BlogChangeFeed last = lifecycle.changeFeed().orElseThrow();
    application.close();
    assertThat(last.lifecycle()).isEqualTo(Lifecycle.CLOSED);
  }
}
