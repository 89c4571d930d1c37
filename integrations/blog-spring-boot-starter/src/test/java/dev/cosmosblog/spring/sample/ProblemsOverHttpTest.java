package dev.cosmosblog.spring.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The responses to requests that fail with an exception of the library. */
@Tag("slow")
@ExtendWith(OutputCaptureExtension.class)
class ProblemsOverHttpTest {
  private static final String BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8";

  private static RunningApplication application;

  @BeforeAll
  static void start() {
    application = new RunningApplication("cosmosblog.change-feed.enabled=false");
  }

  @AfterAll
  static void stop() {
    application.close();
  }

  private static HttpResponse<String> get(String path, String... headers) throws Exception {
    return application.get("/problems" + path, headers);
  }

  private static HttpResponse<String> post(String body) throws Exception {
    return RunningApplication.send(
        HttpRequest.newBuilder(application.uri("/problems"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  private static void isProblem(HttpResponse<String> response, int status) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(JsonPath.<Integer>read(response.body(), "$.status")).isEqualTo(status);
    assertThat(JsonPath.<String>read(response.body(), "$.detail")).isNotBlank();
    assertThat(response.body()).doesNotContain("secret", "Exception", "\tat ");
  }

  @ParameterizedTest
  @CsvSource({
    "/of/post, 404, postId, p1",
    "/of/user, 404, userId, ann",
    "/of/comment, 404, commentId, c1",
    "/of/slug, 409, slug, hello",
    "/of/id, 409, id, p1",
    "/of/closed, 409, postId, p1",
    "/of/status, 409, postStatus, HIDDEN",
    "/of/version, 412, currentVersion, 4",
    "/posts/a%23b, 400, argument, postId",
    "/comments?token=stale, 400, argument, token",
    "/users/%20, 400, argument, username",
  })
  void aRefusalHasItsStatusAndWhatCausedIt(String path, int status, String property, String value)
      throws Exception {
    HttpResponse<String> response = get(path);
    isProblem(response, status);
    assertThat(JsonPath.<Object>read(response.body(), "$." + property)).hasToString(value);
  }

  @Test
  void aTakenUsernameIsAConflict() throws Exception {
    assertThat(get("/users/Ann").statusCode()).isEqualTo(200);
    HttpResponse<String> response = get("/users/Ann");
    isProblem(response, 409);
    assertThat(JsonPath.<String>read(response.body(), "$.username")).isEqualTo("Ann");
  }

  @Test
  void anArgumentInABodyIsNamed() throws Exception {
    HttpResponse<String> response = post("{\"postId\": \"a#b\"}");
    isProblem(response, 400);
    assertThat(JsonPath.<String>read(response.body(), "$.argument")).isEqualTo("postId");
  }

  @Test
  void exceptionsOfOthersAreLeftToSpring(CapturedOutput output) throws Exception {
    assertThat(post("{not JSON").statusCode()).isEqualTo(400);
    assertThat(output.getAll()).doesNotContain("Failure in @ExceptionHandler");
  }

  @ParameterizedTest
  @CsvSource({"throttled, 429, 2", "throttled-now, 429, 1", "unavailable, 503,"})
  void anOutageIsReportedWithoutInternals(String kind, int status, String retryAfter)
      throws Exception {
    HttpResponse<String> response = get("/of/" + kind);
    isProblem(response, status);
    assertThat(response.headers().firstValue("Retry-After").orElse(null)).isEqualTo(retryAfter);
  }

  @ParameterizedTest
  @ValueSource(strings = {"denied", "malformed"})
  void otherFailuresRemainThoseOfSpringBoot(String kind) throws Exception {
    HttpResponse<String> response = get("/of/" + kind);
    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(response.body()).contains("Internal Server Error").doesNotContain("secret");
  }

  @Test
  void anExceptionWithWhichTheApplicationReplacesTheLibrarysKeepsItsStatus() throws Exception {
    assertThat(get("/replaced").statusCode()).isEqualTo(410);
  }

  @ParameterizedTest
  @CsvSource({"post, 404", "throttled, 429", "unavailable, 503", "denied, 500"})
  void aBrowserGetsTheErrorPageWithTheStatus(String kind, int status) throws Exception {
    HttpResponse<String> response = get("/of/" + kind, "Accept", BROWSER);
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("text/html;charset=UTF-8");
    assertThat(response.body()).contains("status=" + status).doesNotContain("secret");
    assertThat(response.headers().firstValue("Retry-After").isPresent()).isEqualTo(status == 429);
  }

  @ParameterizedTest
  @ValueSource(strings = {"*/*", "application/json", "application/problem+json", "text/plain"})
  void anyOtherClientGetsAProblem(String accept) throws Exception {
    isProblem(get("/of/post", "Accept", accept), 404);
  }

  @Test
  void aHandlerOfTheApplicationWins() throws Exception {
    try (RunningApplication own =
        new RunningApplication("cosmosblog.change-feed.enabled=false", "sample.own-advice=true")) {
      HttpResponse<String> response = own.get("/problems/of/post");
      assertThat(response.statusCode()).isEqualTo(409);
      assertThat(response.body()).isEqualTo("PostNotFoundException");
      assertThat(own.get("/problems/of/post", "Accept", BROWSER).statusCode()).isEqualTo(409);
    }
  }
}
