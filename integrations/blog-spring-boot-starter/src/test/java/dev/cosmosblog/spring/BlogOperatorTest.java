package dev.cosmosblog.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.RegisteredView;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.HealthStatus;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.Lifecycle;
import dev.cosmosblog.changefeed.observe.ChangeFeedLag;
import dev.cosmosblog.changefeed.observe.ChangeFeedLag.RangeLag;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.changefeed.observe.ViewHealth;
import dev.cosmosblog.store.BlogDatabase;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The state and actions of the operator, without Cosmos DB. */
class BlogOperatorTest {
  private static final BlogProperties.Operator MAY_ACT =
      new BlogProperties.Operator(true, "/cosmosblog", true, 400, List.of("blog.example.com"));

  private final BlogDatabase database = mock(BlogDatabase.class);

  private BlogOperator operator(Optional<BlogChangeFeed> changeFeed) {
    when(database.name()).thenReturn("blog");
    BlogHistory history = new BlogHistory(Optional::empty, Clock.systemUTC());
    history.close();
    return new BlogOperator(database, () -> changeFeed, history, MAY_ACT, Clock.systemUTC());
  }

  private static ChangeFeedLag lag(long changes) {
    return new ChangeFeedLag(
        List.of(
            new RangeLag(
                ChangeSource.POSTS, "0", Optional.of("host-1"), changes, Duration.ofSeconds(9))));
  }

  @Test
  void aCustomViewIsShownWithItsProblemAndLag() {
    BlogChangeFeed changeFeed = mock(BlogChangeFeed.class);
    RegisteredView titles = mock(RegisteredView.class);
    var posts = ChangeFeedHealthIndicatorTest.source(ChangeSource.POSTS, HealthStatus.UP);
    var failing = ChangeFeedHealthIndicatorTest.source(ChangeSource.POSTS, HealthStatus.DEGRADED);
    var users = ChangeFeedHealthIndicatorTest.source(ChangeSource.USERS, HealthStatus.UP);
    when(changeFeed.health())
        .thenReturn(
            new ChangeFeedHealth(
                "host-1",
                Lifecycle.RUNNING,
                users,
                posts,
                List.of(new ViewHealth("titles", List.of(failing)))));
    when(changeFeed.lag()).thenReturn(lag(0));
    when(changeFeed.views()).thenReturn(List.of(titles));
    when(titles.name()).thenReturn("titles");
    when(titles.lag()).thenReturn(lag(12));
    try (BlogOperator operator = operator(Optional.of(changeFeed))) {
      Map<String, Object> seen = operator.overview();
      assertThat(seen)
          .extracting("changeFeed")
          .extracting("views")
          .asInstanceOf(LIST)
          .singleElement()
          .extracting("view", "status", "problem")
          .containsExactly("titles", "DEGRADED", "View 'titles': Raise the throughput.");
      assertThat(seen)
          .extracting("lag")
          .extracting("ranges")
          .asInstanceOf(LIST)
          .extracting(range -> Objects.toString(((Map<?, ?>) range).get("view"), "the copies"))
          .containsExactly("the copies", "titles");
    }
  }

  @Test
  void invalidRequestsAreConflictsOrBadRequests() {
    try (BlogOperator operator = operator(Optional.empty())) {
      BlogEndpoint endpoint = new BlogEndpoint(operator, Optional::empty);
      assertThat(endpoint.part("dead-letters", null).getStatus()).isEqualTo(409);
      assertThat(endpoint.part("others", null).getStatus()).isEqualTo(404);
      assertThat(endpoint.act("replay", null, "p", "i", null))
          .satisfies(response -> assertThat(response.getStatus()).isEqualTo(400))
          .satisfies(
              response ->
                  assertThat(response.getBody())
                      .containsEntry(
                          "failure",
                          "A replay needs the parameters source, partition and itemId; at least one"
                              + " is missing."));
      assertThat(endpoint.act("replay", "likes", "p", "i", null).getBody())
          .containsEntry("failure", "The source 'likes' is unknown; it must be users or posts.");
      assertThat(endpoint.act("replay", "posts", "p", "i", null).getStatus()).isEqualTo(409);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "LOCALHOST:8080", "127.0.0.1:80", "[::1]", "[::1]:8080"})
  void loopbackNamesAndAllowedHostsMayAct(String host) {
    try (BlogOperator operator = operator(Optional.empty())) {
      operator.checkHost(host);
      operator.checkHost("blog.example.com");
      operator.checkHost("Blog.Example.com:443");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"evil.example", "localhost.evil.example:80", "10.0.0.1", "::1", "", "a:b:80"})
  void otherHostsMayNotAct(String host) {
    try (BlogOperator operator = operator(Optional.empty())) {
      BlogEndpoint endpoint = new BlogEndpoint(operator, () -> Optional.of(host));
      var refused = endpoint.act("cancel", null, null, null, null);
      assertThat(refused.getStatus()).isEqualTo(403);
      assertThat(String.valueOf(refused.getBody().get("failure")))
          .contains("is not allowed", "cosmosblog.operator.allowed-hosts");
      assertThat(endpoint.part("history", null).getStatus()).isEqualTo(200);
    }
  }

  @Test
  void anAsteriskAllowsEveryHost() {
    BlogProperties.Operator all = new BlogProperties.Operator(true, "/", true, 1, List.of("*"));
    try (BlogHistory history = new BlogHistory(Optional::empty, Clock.systemUTC());
        BlogOperator operator =
            new BlogOperator(database, Optional::empty, history, all, Clock.systemUTC())) {
      BlogEndpoint endpoint = new BlogEndpoint(operator, () -> Optional.of(""));
      assertThat(endpoint.act("cancel", null, null, null, null).getStatus()).isEqualTo(200);
    }
  }

  @Test
  void onlyMessagesOfTheLibraryAreReported() {
    assertThat(failureOf(new IllegalArgumentException("requestUnitsPerSecond must be 1 or more.")))
        .isEqualTo("requestUnitsPerSecond must be 1 or more.");
    assertThat(failureOf(new IllegalStateException("The database is closed.")))
        .isEqualTo("The database is closed.");
    assertThat(failureOf(new UnsupportedOperationException("AccountKey=AA==")))
        .isEqualTo("UnsupportedOperationException");
  }

  private static Object failureOf(RuntimeException failure) {
    try (OperatorTask task = new OperatorTask(Clock.systemUTC())) {
      task.start(
          "verify",
          progress -> {
            throw failure;
          });
      while (task.state().get("status").equals("running")) {
        Thread.onSpinWait();
      }
      assertThat(task.state()).containsEntry("status", "failed");
      return task.state().get("failure");
    }
  }

  @Test
  void aCancelledTaskIsRunningUntilItEnds() throws InterruptedException {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    CountDownLatch second = new CountDownLatch(1);
    try (OperatorTask task = new OperatorTask(Clock.systemUTC())) {
      task.start(
          "first",
          progress -> {
            started.countDown();
            while (true) {
              try {
                mayEnd.await();
                throw new IllegalStateException("The write under way failed.");
              } catch (InterruptedException e) {
                // A write in progress continues.
              }
            }
          });
      started.await();
      task.cancel();
      assertThatThrownBy(() -> task.start("second", progress -> Map.of()))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("'first' is running");
      mayEnd.countDown();
      while (task.state().get("status").equals("running")) {
        Thread.onSpinWait();
      }
      assertThat(task.state()).containsEntry("status", "cancelled");
      task.start(
          "second",
          progress -> {
            second.countDown();
            return Map.of();
          });
      second.await();
    }
  }
}
