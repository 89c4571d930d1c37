package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.query.ContinuationToken;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.query.PageRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Every public method that takes a setting, a token or a key, with input that means harm: it is
 * taken and works, or an {@link IllegalArgumentException} says what to give instead.
 */
class HostileSettingsTest {
  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          ".",
          "..",
          "a/b",
          "a\\b",
          "a?b",
          "a#b",
          "a b",
          "%2e%2e%2f",
          "'; DROP TABLE leases; --",
          "' OR '1'='1",
          "@now",
          "<script>",
          "{\"id\":\"x\"}",
          "null",
          "\u0000",
          "\r\nx-ms-documentdb-isquery: true",
          "\ud800",
          "😀",
          "e\u0301",
          "\uffff",
          "rename~x",
          SetAsideRecords.ID_PREFIX + "x",
          "__proto__",
          "${jndi:ldap://x}",
          "x".repeat(200),
          "x".repeat(201),
          "x".repeat(1024 * 1024));

  private static final List<Duration> DURATIONS =
      List.of(
          Duration.ofSeconds(Long.MIN_VALUE),
          Duration.ofNanos(-1),
          Duration.ZERO,
          Duration.ofNanos(1),
          Duration.ofMillis(1),
          Duration.ofSeconds(1),
          Duration.ofDays(1),
          Duration.ofDays(1).plusNanos(1),
          Duration.ofSeconds(Integer.MAX_VALUE),
          Duration.ofSeconds(Long.MAX_VALUE, 999_999_999));

  private static final List<Integer> NUMBERS =
      List.of(Integer.MIN_VALUE, -1, 0, 1, 2, 256, 257, 1_000, 1_001, Integer.MAX_VALUE);

  private static final Map<String, BiConsumer<BlogChangeFeedBuilder, Duration>> TIMES =
      Map.of(
          "pollInterval", BlogChangeFeedBuilder::pollInterval,
          "stallAfter", BlogChangeFeedBuilder::stallAfter,
          "settleTime", BlogChangeFeedBuilder::settleTime,
          "setAsideRetention", BlogChangeFeedBuilder::setAsideRetention,
          "acquire", (feed, time) -> feed.leaseIntervals(time, ofSeconds(2), ofSeconds(9)),
          "renew", (feed, time) -> feed.leaseIntervals(ofSeconds(1), time, ofSeconds(9)),
          "expiration", (feed, time) -> feed.leaseIntervals(ofSeconds(1), ofSeconds(2), time));

  private static final Map<String, BiConsumer<BlogChangeFeedBuilder, Integer>> COUNTS =
      Map.of(
          "batchSize", BlogChangeFeedBuilder::batchSize,
          "spreadParallelism", BlogChangeFeedBuilder::spreadParallelism);

  private static TestBlog blog;

  private static Duration ofSeconds(int seconds) {
    return Duration.ofSeconds(seconds);
  }

  @BeforeAll
  static void aBlog() {
    blog = new TestBlog(1);
    blog.store.createUser(CreateUser.named("Ann").withId(UserId.of("ann")));
  }

  @AfterAll
  static void close() {
    blog.close();
  }

  /** The values that are taken; of all others the exception says what is wrong. */
  private static <T> List<T> taken(List<T> values, BiConsumer<BlogChangeFeedBuilder, T> setting) {
    List<T> taken = new ArrayList<>();
    for (T value : values) {
      BlogChangeFeedBuilder builder = blog.changeFeed();
      try {
        setting.accept(builder, value);
        taken.add(value);
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageMatching("(?s).{20,300}");
        continue;
      }
      // What was taken can be built, and closed before it was started.
      assertThatCode(() -> builder.build().close()).as("%s", value).doesNotThrowAnyException();
    }
    return taken;
  }

  @Test
  void timesThatCanNotBeWaitedForAreRefused() {
    TIMES.forEach(
        (name, setting) ->
            assertThat(taken(DURATIONS, setting))
                .as(name)
                .isNotEmpty()
                .allMatch(time -> !time.isNegative() && !time.isZero())
                .allMatch(time -> time.compareTo(ofSeconds(Integer.MAX_VALUE)) <= 0));
  }

  @Test
  void theFeedCanBeWrittenForEachBatchAndAtLeastEveryMinute() {
    assertThat(taken(DURATIONS, BlogChangeFeedBuilder::feedInterval))
        .contains(Duration.ZERO)
        .allMatch(time -> !time.isNegative() && time.toSeconds() <= 60);
  }

  @Test
  void countsOutOfBoundsAreRefused() {
    COUNTS.forEach(
        (name, setting) ->
            assertThat(taken(NUMBERS, setting)).as(name).contains(1, 256).allMatch(n -> n > 0));
  }

  @Test
  void leasesAndHostsHaveNamesByTheSameRule() {
    List<String> names = taken(TEXTS, BlogChangeFeedBuilder::leasePrefix);
    assertThat(taken(TEXTS, BlogChangeFeedBuilder::hostName)).isEqualTo(names);
    assertThat(names).contains("..", "<script>", "x".repeat(200));
    assertThat(names).doesNotContain("", "a b", "a/b", "rename~x", "x".repeat(201));
  }

  @Test
  void everyNameThatIsTakenWorks() throws InterruptedException {
    for (String name : taken(TEXTS, BlogChangeFeedBuilder::leasePrefix)) {
      try (BlogChangeFeed feed = blog.changeFeed().leasePrefix(name).hostName(name).build()) {
        feed.start();
        assertThat(feed.awaitDrained(ofSeconds(120))).as(name).isTrue();
        assertThat(feed.health().status()).as(name).isEqualTo(HealthStatus.UP);
      }
      assertThat(blog.items("leases", "SELECT * FROM c WHERE IS_DEFINED(c.Owner)"))
          .as("leases under %s", name)
          .anyMatch(lease -> lease.path("id").asText().startsWith(name));
    }
  }

  @Test
  void anyTimeCanBeGivenToWaitAndToClose() throws InterruptedException {
    for (Duration time : DURATIONS) {
      BlogChangeFeed feed = blog.changeFeed().build();
      feed.start();
      boolean drained = feed.awaitDrained(time);
      assertThat(drained || time.compareTo(ofSeconds(60)) < 0).as("%s", time).isTrue();
      feed.close(time);
      assertThat(feed.lifecycle()).isEqualTo(Lifecycle.CLOSED);
    }
  }

  @Test
  void whatIsNoTokenOfTheListOfItemsSetAsideIsRefused() {
    SetAsideItems setAside = blog.changeFeed().buildStepped().setAside();
    for (String text : TEXTS) {
      PageRequest page = PageRequest.first(3).after(new ContinuationToken(text));
      if (text.startsWith(SetAsideRecords.ID_PREFIX)) {
        assertThat(setAside.page(page).items()).isEmpty();
      } else {
        assertThatThrownBy(() -> setAside.page(page))
            .as(text)
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("token");
      }
    }
  }

  @Test
  void aReplayOfAnyKeysFindsNothing() {
    SetAsideItems setAside = blog.changeFeed().buildStepped().setAside();
    for (String text : TEXTS) {
      for (SourceFeed feed : SourceFeed.values()) {
        SetAside item = new SetAside(feed, text, text, text, Instant.EPOCH, 1);
        assertThat(setAside.replay(item)).as(text).isEqualTo(ReplayOutcome.GONE);
      }
    }
    assertThat(
            blog.items(
                "leases",
                "SELECT * FROM c WHERE STARTSWITH(c.id, '" + SetAsideRecords.ID_PREFIX + "')"))
        .isEmpty();
    assertThat(blog.store.findUser(UserId.of("ann"))).isEqualTo(Optional.of(ann()));
  }

  private static dev.cosmosblog.model.User ann() {
    return new dev.cosmosblog.model.User(UserId.of("ann"), "Ann");
  }
}
