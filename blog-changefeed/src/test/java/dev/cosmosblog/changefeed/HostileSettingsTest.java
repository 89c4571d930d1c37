package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmosblog.changefeed.DeadLetters.ReplayOutcome;
import dev.cosmosblog.changefeed.internal.processor.DeadLetterRecords;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.HealthStatus;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.Lifecycle;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.changefeed.observe.DeadLetter;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogDatabaseBuilder;
import dev.cosmosblog.store.query.ContinuationToken;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Hostile input for every public method that takes a setting, a token or a key: it is accepted and
 * works, or an {@link IllegalArgumentException} says what to give instead.
 */
@Tag("slow")
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
          DeadLetterRecords.ID_PREFIX + "x",
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
          "pollInterval",
          BlogChangeFeedBuilder::pollInterval,
          "stallAfter",
          BlogChangeFeedBuilder::stallAfter,
          "deadLetterRetention",
          BlogChangeFeedBuilder::deadLetterRetention,
          "acquire",
          (feed, time) -> feed.leaseIntervals(time, ofSeconds(2), ofSeconds(9)),
          "renew",
          (feed, time) -> feed.leaseIntervals(ofSeconds(1), time, ofSeconds(9)),
          "expiration",
          (feed, time) -> feed.leaseIntervals(ofSeconds(1), ofSeconds(2), time));

  private static final Map<String, BiConsumer<BlogChangeFeedBuilder, Integer>> COUNTS =
      Map.of(
          "batchSize", BlogChangeFeedBuilder::batchSize,
          "copyParallelism", BlogChangeFeedBuilder::copyParallelism,
          "renameParallelism", BlogChangeFeedBuilder::renameParallelism);

  @RegisterExtension static final LocalCosmosExtension cosmos = Backend.onePartition();

  private static TestBlog blog;

  private static Duration ofSeconds(int seconds) {
    return Duration.ofSeconds(seconds);
  }

  @BeforeAll
  static void aBlog() {
    blog = TestBlog.on(cosmos);
    blog.createUser(UserId.of("ann"), "Ann");
  }

  /**
   * Returns the values that are accepted, by the setting and the build; for all others the
   * exception says what is wrong.
   */
  private static <T> List<T> accepted(
      List<T> values, BiConsumer<BlogChangeFeedBuilder, T> setting) {
    List<T> accepted = new ArrayList<>();
    for (T value : values) {
      BlogChangeFeedBuilder builder = blog.changeFeed();
      try {
        setting.accept(builder, value);
        // With an accepted value, a change feed can be built, and closed before it was started.
        builder.build().close();
        accepted.add(value);
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageMatching("(?s).{20,300}");
      }
    }
    return accepted;
  }

  @Test
  void intervalsOutOfBoundsAreRefused() {
    TIMES.forEach(
        (name, setting) ->
            assertThat(accepted(DURATIONS, setting))
                .as(name)
                .isNotEmpty()
                .allMatch(time -> !time.isNegative() && !time.isZero())
                .allMatch(time -> time.compareTo(ofSeconds(Integer.MAX_VALUE)) <= 0));
  }

  @Test
  void theFrontPageIntervalIsFromZeroToAMinute() {
    assertThat(accepted(DURATIONS, BlogChangeFeedBuilder::frontPageInterval))
        .contains(Duration.ZERO)
        .allMatch(time -> !time.isNegative() && time.toSeconds() <= 60);
  }

  @Test
  void countsOutOfBoundsAreRefused() {
    COUNTS.forEach(
        (name, setting) ->
            assertThat(accepted(NUMBERS, setting)).as(name).contains(1, 256).allMatch(n -> n > 0));
  }

  @Test
  void leasePrefixesAndHostNamesFollowTheSameRule() {
    List<String> names = accepted(TEXTS, BlogChangeFeedBuilder::leasePrefix);
    assertThat(accepted(TEXTS, BlogChangeFeedBuilder::hostName)).isEqualTo(names);
    assertThat(names).contains("..", "<script>", "x".repeat(200));
    assertThat(names).doesNotContain("", "a b", "a/b", "rename~x", "x".repeat(201));
  }

  @Test
  void everyAcceptedNameWorks() throws InterruptedException {
    for (String name : accepted(TEXTS, BlogChangeFeedBuilder::leasePrefix)) {
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
  void anyTimeoutIsAcceptedForWaitingAndClosing() throws InterruptedException {
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
  void aTombstoneMustExistUntilEveryReplicaHasIt() {
    BlogDatabaseBuilder database = blog.databaseBuilder().deletedRetention(Duration.ofMinutes(2));

    assertThatThrownBy(TestBlog.changeFeed(database.maxReplicaLag(ofSeconds(41)).build())::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("deletedRetention", "maxReplicaLag", "PT2M3S", "PT2M");
    assertThat(TestBlog.changeFeed(database.maxReplicaLag(ofSeconds(40)).build()).build())
        .isNotNull();
    assertThatThrownBy(() -> database.maxReplicaLag(ofSeconds(301)))
        .as("the front page keeps a deleted post out for 15 minutes")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PT5M");
  }

  @Test
  void theStallTimeMustExceedTheLeaseExpiration() {
    BlogChangeFeedBuilder builder =
        blog.changeFeed().leaseIntervals(ofSeconds(13), ofSeconds(17), ofSeconds(60));

    assertThatThrownBy(builder.stallAfter(ofSeconds(60))::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("stallAfter", "PT1M");
    assertThat(builder.stallAfter(ofSeconds(61)).build()).isNotNull();
  }

  @Test
  void aTokenOfAnotherListIsRefused() {
    DeadLetters deadLetters = blog.changeFeed().buildStepped().deadLetters();
    for (String text : TEXTS) {
      PageRequest page = PageRequest.first(3).after(new ContinuationToken(text));
      if (text.startsWith(DeadLetterRecords.ID_PREFIX)) {
        assertThat(deadLetters.page(page).items()).isEmpty();
      } else {
        assertThatThrownBy(() -> deadLetters.page(page))
            .as(text)
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("token");
      }
    }
  }

  @Test
  void aReplayOfUnknownKeysFindsNothing() {
    DeadLetters deadLetters = blog.changeFeed().buildStepped().deadLetters();
    for (String text : TEXTS) {
      for (ChangeSource feed : ChangeSource.values()) {
        DeadLetter.Key item = new DeadLetter.Key(feed, text, text, Optional.empty());
        assertThat(deadLetters.replay(item)).as(text).isEqualTo(ReplayOutcome.GONE);
      }
    }
    assertThat(
            blog.items(
                "leases",
                "SELECT * FROM c WHERE STARTSWITH(c.id, '" + DeadLetterRecords.ID_PREFIX + "')"))
        .isEmpty();
    assertThat(blog.store.findUser(UserId.of("ann"))).isEqualTo(Optional.of(ann()));
  }

  private static User ann() {
    return new User(UserId.of("ann"), "Ann");
  }

  @Test
  void aNullArgumentIsRefusedByName() {
    BlogChangeFeedBuilder builder = blog.changeFeed();
    BlogChangeFeed feed = builder.build();
    Map<String, ThrowingCallable> calls =
        Map.ofEntries(
            Map.entry("hostName", () -> builder.hostName(null)),
            Map.entry("leasePrefix", () -> builder.leasePrefix(null)),
            Map.entry("pollInterval", () -> builder.pollInterval(null)),
            Map.entry("frontPageInterval", () -> builder.frontPageInterval(null)),
            Map.entry("renew", () -> builder.leaseIntervals(ofSeconds(1), null, ofSeconds(9))),
            Map.entry("stallAfter", () -> builder.stallAfter(null)),
            Map.entry("deadLetterRetention", () -> builder.deadLetterRetention(null)),
            Map.entry("listener", () -> builder.listener(null)),
            Map.entry("timeout", () -> feed.awaitDrained(null)),
            Map.entry("request", () -> feed.deadLetters().page(null)),
            Map.entry("key", () -> feed.deadLetters().replay(null)),
            Map.entry("source", () -> builder.buildStepped().step(null)));
    calls.forEach(
        (name, call) ->
            assertThatThrownBy(call)
                .as(name)
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining(name));
    assertThatThrownBy(() -> feed.close(null)).hasMessage("timeout");
  }
}
