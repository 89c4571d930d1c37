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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** An application that is started as by its main method, over HTTP. */
@ExtendWith(OutputCaptureExtension.class)
class BlogApplicationTest {
  private static final Pattern TROUBLE = Pattern.compile("(?m)^\\S+ +(WARN|ERROR) .*$");

  private static final String OF_THE_SDK = "RxDocumentClientImpl";

  /** Levels stay for as long as the context of another test is open. */
  @BeforeEach
  void resetLevels() {
    LoggingSystem.get(getClass().getClassLoader()).cleanUp();
  }

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
      assertThat(application.json(users).<String>read("$.description"))
          .isEqualTo("completed operations, and their duration");

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
        .doesNotContain(OF_THE_SDK);
    assertThat(TROUBLE.matcher(output).results().map(MatchResult::group))
        .as("warnings and errors in the log of clean starts and stops")
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "logging.level.com.azure=info",
        "logging.level.com.azure.cosmos.implementation=info",
        "logging.group.sdk=com.azure --logging.level.sdk=info",
        "logging.config=classpath:logback-of-the-application.xml",
      })
  void theLevelsOfTheApplicationApplyToTheSdk(String levels, CapturedOutput output) {
    String[] properties = ("cosmosblog.change-feed.enabled=false --" + levels).split(" --");
    new RunningApplication(properties).close();
    assertThat(output).contains(OF_THE_SDK);
  }

  @ParameterizedTest
  @CsvSource({"true, OFF", "false,"})
  void aBlogThatIsNotConfiguredLeavesTheLevels(boolean enabled, LogLevel level) {
    String[] arguments = {
      "--cosmosblog.enabled=" + enabled, "--spring.main.web-application-type=none"
    };
    try (ConfigurableApplicationContext context = SpringApplication.run(Empty.class, arguments)) {
      LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
      assertThat(context.isActive()).isTrue();
      assertThat(logging.getLoggerConfiguration("com.azure.cosmos").getConfiguredLevel())
          .isEqualTo(level);
    }
  }

  /** An application without a blog. */
  static class Empty {}
}
