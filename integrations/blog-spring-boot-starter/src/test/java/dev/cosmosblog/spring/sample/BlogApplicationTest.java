package dev.cosmosblog.spring.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.DocumentContext;
import com.jayway.jsonpath.JsonPath;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.Lifecycle;
import dev.cosmosblog.spring.BlogChangeFeedLifecycle;
import dev.cosmosblog.store.BlogStore;
import java.net.http.HttpResponse;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** An application that is started as by its main method, over HTTP. */
@ExtendWith(OutputCaptureExtension.class)
class BlogApplicationTest {
  /**
   * Warnings and errors, except those of the SDK, whose background requests fail when another
   * test's application stops.
   */
  private static final Pattern TROUBLE =
      Pattern.compile(
          "(?m)^\\S+ +(WARN|ERROR) \\d+ --- \\[[^]]*]"
              + " (?!c\\.a\\.c|com\\.azure|reactor\\.|r\\.).*$");

  @Test
  void healthAndMetricsAreServedAndTheChangeFeedStopsWithTheApplication(CapturedOutput output)
      throws Exception {
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
    assertThat(output)
        .contains("The application uses the in-process emulator at", "Change feed host")
        .containsPattern("INFO .*c\\.a\\.c\\.i\\.RxDocumentClientImpl");
    assertThat(TROUBLE.matcher(output).results().map(MatchResult::group))
        .as("warnings and errors in the log of clean starts and stops")
        .isEmpty();
  }
}
