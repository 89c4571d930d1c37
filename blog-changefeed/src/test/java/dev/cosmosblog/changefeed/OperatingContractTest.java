package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.testing.Trap;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is seen from outside of the SDK's processors, with real leases. */
class OperatingContractTest {
  private static final long PATIENCE = 180;

  /** Ends a wait when something is told. */
  private static final class Signal implements ChangeFeedListener {
    private final CountDownLatch heartbeats = new CountDownLatch(4);
    private final CountDownLatch taken = new CountDownLatch(2);

    @Override
    public void onHeartbeat(SourceFeed feed) {
      heartbeats.countDown();
    }

    @Override
    public void onLeaseMoved(LeaseMove move) {
      if (move.to().isPresent()) {
        taken.countDown();
      }
    }
  }

  @Test
  void aQuietFeedShowsThatItLives() throws InterruptedException {
    Signal signal = new Signal();
    try (TestBlog blog = new TestBlog(1);
        BlogChangeFeed feed =
            blog.changeFeed()
                .leaseIntervals(
                    Duration.ofMillis(200), Duration.ofSeconds(1), Duration.ofSeconds(30))
                .listener(signal)
                .build()) {
      feed.start();

      assertThat(signal.taken.await(PATIENCE, TimeUnit.SECONDS)).as("both leases").isTrue();
      assertThat(signal.heartbeats.await(PATIENCE, TimeUnit.SECONDS)).as("heartbeats").isTrue();
      FeedHealth health = feed.health();
      assertThat(health.users().lastHeartbeatAt()).isPresent();
      assertThat(health.posts().ranges()).isEqualTo(1);
      assertThat(health.users().restarts()).isZero();
    }
  }

  /** Holds each batch of users back after it was handled and before that is written down. */
  private static final class Hold implements ChangeFeedListener {
    private final Semaphore arrived = new Semaphore(0);
    private final Semaphore go = new Semaphore(0);

    @Override
    public void onBatch(BatchReport report) {
      if (report.feed() == SourceFeed.USERS) {
        arrived.release();
        go.acquireUninterruptibly();
      }
    }

    void awaitBatch() throws InterruptedException {
      assertThat(arrived.tryAcquire(PATIENCE, TimeUnit.SECONDS)).as("a batch came").isTrue();
    }
  }

  @Test
  void theAgeOfTheOldestChangeIsToldForEachRangeUntilItIsHandled() throws InterruptedException {
    Hold hold = new Hold();
    Clock later = Clock.offset(Clock.systemUTC(), Duration.ofHours(1));
    try (TestBlog blog = new TestBlog(1);
        BlogChangeFeed feed =
            blog.changeFeed().listener(hold).clock(later).hostName("here").build()) {
      blog.store.createUser(CreateUser.named("Ann").withId(UserId.of("ann")));
      feed.start();
      hold.awaitBatch();
      assertBehind(feed.lag(), "before the first checkpoint");
      hold.go.release();
      assertThat(feed.awaitDrained(Duration.ofSeconds(PATIENCE))).isTrue();
      assertThat(feed.lag().age()).isZero();

      blog.store.renameUser(UserId.of("ann"), "Anna");
      hold.awaitBatch();
      assertBehind(feed.lag(), "after a checkpoint");
      hold.go.release(1_000);
    }
  }

  private static void assertBehind(FeedLag lag, String when) {
    assertThat(lag.users()).as(when).isPositive();
    assertThat(lag.age()).as(when).isBetween(Duration.ofMinutes(59), Duration.ofMinutes(75));
    assertThat(lag.ranges())
        .filteredOn(range -> range.feed() == SourceFeed.USERS)
        .singleElement()
        .satisfies(range -> assertThat(range.host()).contains("here"));
  }

  @Test
  @Trap(15)
  void aRestartedProcessorGoesOnWithItsLeases() throws InterruptedException {
    try (TestBlog blog = new TestBlog(1);
        BlogChangeFeed feed = blog.changeFeed().batchSize(2).build()) {
      for (int i = 0; i < 10; i++) {
        blog.store.createUser(CreateUser.named("User " + i));
      }
      feed.start();
      assertThat(feed.awaitDrained(Duration.ofSeconds(PATIENCE))).isTrue();
      long before = feed.health().users().changes();

      feed.restart();
      blog.store.createUser(CreateUser.named("Ben").withId(UserId.of("ben")));

      assertThat(feed.awaitDrained(Duration.ofSeconds(PATIENCE))).isTrue();
      assertThat(feed.health().users().changes() - before)
          .as("the new user and its name, and no more of the 20 before than what was in flight")
          .isBetween(2L, 8L);
    }
  }
}
