package dev.cosmosblog.spring.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.store.query.SessionToken;
import java.net.http.HttpResponse;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The cookie of the starter's filter, over HTTP. */
@Tag("slow")
class SessionCookieTest {
  private static final String COOKIE = "cosmosblog.session-cookie=blog";

  @Test
  void carriesTheTokenFromRequestToRequest() throws Exception {
    try (RunningApplication application = application(COOKIE)) {
      HttpResponse<String> first = application.post("/session/users/Ann");
      String cookie = cookie(first).orElseThrow();
      assertThat(cookie).isEqualTo("blog=" + first.body() + "; Path=/; HttpOnly; SameSite=Lax");

      String token = "blog=" + first.body();
      HttpResponse<String> second = application.post("/session/users/Ben", "Cookie", token);
      SessionToken merged = new SessionToken(first.body()).merge(new SessionToken(second.body()));
      assertThat(second.body()).isEqualTo(merged.value());
      assertThat(cookie(second).orElseThrow()).startsWith("blog=" + second.body());

      HttpResponse<String> redirect =
          application.post("/session/redirect/Carl", "Cookie", "blog=damaged~token");
      assertThat(redirect.statusCode()).isEqualTo(303);
      assertThat(cookie(redirect).orElseThrow()).startsWith("blog=1~");

      assertThat(cookie(application.get("/actuator/health"))).as("nothing was read").isEmpty();
    }
  }

  @Test
  void anAsynchronousControllerSetsTheCookieOnceItHasWritten() throws Exception {
    try (RunningApplication application = application(COOKIE)) {
      HttpResponse<String> withoutBody = application.post("/session/later/Ann");
      HttpResponse<String> withBody = application.post("/session/later/text/Ben");

      assertThat(withoutBody.statusCode()).isEqualTo(204);
      assertThat(withoutBody.headers().allValues("Set-Cookie"))
          .singleElement()
          .satisfies(cookie -> assertThat(cookie).startsWith("blog=1~"));
      assertThat(withBody.headers().allValues("Set-Cookie"))
          .singleElement()
          .satisfies(cookie -> assertThat(cookie).startsWith("blog=" + withBody.body() + ";"));
    }
  }

  @Test
  void aRequestWithoutTheFilterHasNoSession() throws Exception {
    try (RunningApplication application = application("cosmosblog.front-page-size=100")) {
      assertThat(application.post("/session/users/Ann").statusCode()).isEqualTo(500);
    }
  }

  private static RunningApplication application(String property) {
    return new RunningApplication(property, "cosmosblog.change-feed.enabled=false");
  }

  private static Optional<String> cookie(HttpResponse<String> response) {
    return response.headers().firstValue("Set-Cookie");
  }
}
