package dev.cosmosblog.local.spring.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.DocumentContext;
import com.jayway.jsonpath.JsonPath;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.Lifecycle;
import dev.cosmosblog.spring.BlogChangeFeedLifecycle;
import dev.cosmosblog.store.BlogStore;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** An application that is started as its main method would, and read over HTTP. */
class BlogApplicationTest {
  @Test
  void healthAndMetricsAreReadOverHttpAndTheChangeFeedStopsWithTheApplication() throws Exception {
    RunningApplication application = new RunningApplication();
    BlogChangeFeedLifecycle lifecycle = application.bean(BlogChangeFeedLifecycle.class);
    try (application) {
      application.bean(BlogStore.class).createUser("Ann");

      DocumentContext health = application.json("/actuator/health");
      assertThat(health.<String>read("$.status")).isEqualTo("UP");
      assertThat(health.<String>read("$.components.cosmosblog.status")).isEqualTo("UP");
      assertThat(health.<String>read("$.components.cosmosblog.details.posts.status"))
          .isEqualTo("UP");
      String users = "/actuator/metrics/cosmosblog.operation?tag=db.operation.name:create_user";
      assertThat(application.json(users).<Double>read("$.measurements[0].value")).isEqualTo(1.0);

      lifecycle.stop();
      HttpResponse<String> dead = application.get("/actuator/health");
      assertThat(dead.statusCode()).isEqualTo(503);
      assertThat(JsonPath.parse(dead.body()).<String>read("$.components.cosmosblog.status"))
          .isEqualTo("DOWN");

      lifecycle.start();
      assertThat(application.get("/actuator/health").statusCode()).isEqualTo(200);
    }
    BlogChangeFeed last = lifecycle.changeFeed().orElseThrow();
    assertThat(last.lifecycle()).isEqualTo(Lifecycle.CLOSED);
  }
}
