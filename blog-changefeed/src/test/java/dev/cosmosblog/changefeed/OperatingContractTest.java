package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.Lifecycle;
import dev.cosmosblog.changefeed.observe.ChangeFeedLag;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener.BatchReport;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener.LeaseMove;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener.RenameProgress;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogDatabaseBuilder;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.error.SettingsMismatchException;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.Trap;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Health, lag, heartbeats and restarts of the SDK's processors, with real leases. */
@Tag("slow")
@Order(3)
class OperatingContractTest {
  private static final UserId ANN = UserId.of("ann");
  private static final long PATIENCE = 180;

  @RegisterExtension static final LocalCosmosExtension cosmos = Backend.onePartition();

  private final TestBlog blog = TestBlog.on(cosmos);

  /** Ends a wait when each container's lease is taken, and when each has shown a heartbeat. */
  private static final class Signal implements ChangeFeedListener {
    private final CountDownLatch taken = new CountDownLatch(2);
    private final Map<ChangeSource, CountDownLatch> heartbeats =
        Map.of(
            ChangeSource.USERS, new CountDownLatch(1), ChangeSource.POSTS, new CountDownLatch(1));
    private final Set<String> hosts = ConcurrentHashMap.newKeySet();

    void awaitHeartbeats() throws InterruptedException {
      for (CountDownLatch heartbeat : heartbeats.values()) {
        assertThat(heartbeat.await(PATIENCE, TimeUnit.SECONDS)).as("heartbeat").isTrue();
      }
    }

    @Override
    public void onHeartbeat(ChangeSource source) {
      heartbeats.get(source).countDown();
    }

    @Override
    public void onLeaseMoved(LeaseMove move) {
      move.to().ifPresent(hosts::add);
      if (move.to().isPresent()) {
        taken.countDown();
      }
    }
  }

  @Test
  void aQuietChangeFeedShowsThatItIsAlive() throws InterruptedException {
    Signal signal = new Signal();
    try (BlogChangeFeed feed =
        blog.changeFeed()
            .leaseIntervals(Duration.ofMillis(200), Duration.ofSeconds(1), Duration.ofSeconds(30))
            .listener(signal)
            .build()) {
      feed.start();

      assertThat(signal.taken.await(PATIENCE, TimeUnit.SECONDS)).as("both leases").isTrue();
      signal.awaitHeartbeats();
      ChangeFeedHealth health = feed.health();
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
      if (report.source() == ChangeSource.USERS) {
        arrived.release();
        go.acquireUninterruptibly();
      }
    }

    void awaitBatch() throws InterruptedException {
      assertThat(arrived.tryAcquire(PATIENCE, TimeUnit.SECONDS)).as("a batch came").isTrue();
    }
  }

  @Test
  void theLagHasTheAgeOfEachRangesOldestUnhandledChange() throws InterruptedException {
    Hold hold = new Hold();
    Clock later = Clock.offset(Clock.systemUTC(), Duration.ofHours(1));
    BlogDatabase database = blog.databaseBuilder().clock(later).build();
    try (BlogChangeFeed feed =
        TestBlog.changeFeed(database).listener(hold).hostName("here").build()) {
      blog.createUser(ANN, "Ann");
      feed.start();
      hold.awaitBatch();
      assertBehind(feed.lag(), "before the first checkpoint");
      hold.go.release();
      assertThat(feed.awaitDrained(Duration.ofSeconds(PATIENCE))).isTrue();
      assertThat(feed.lag().age()).isZero();

      blog.store.renameUser(ANN, "Anna");
      hold.awaitBatch();
      assertBehind(feed.lag(), "after a checkpoint");
      hold.go.release(1_000);
    }
  }

  @Test
  void aClosedHostMeasuresTheLag() throws InterruptedException {
    BlogChangeFeed feed = blog.changeFeed().build();
    feed.start();
    assertThat(feed.awaitDrained(Duration.ofSeconds(PATIENCE))).isTrue();
    feed.close();
    blog.createUser(ANN, "Ann");
    assertThat(feed.lag().users()).as("the user and the reservation of the name").isEqualTo(2);
  }

  @Test
  @Trap(15)
  void leasesWithALongerPrefixBelongToAnotherChangeFeed() throws InterruptedException {
    Hold hold = new Hold();
    Signal signal = new Signal();
    Clock later = Clock.offset(Clock.systemUTC(), Duration.ofHours(1));
    BlogDatabase database = blog.databaseBuilder().clock(later).build();
    blog.createUser(ANN, "Ann");
    try (BlogChangeFeed other = blog.changeFeed().leasePrefix("blog-2-").hostName("there").build();
        BlogChangeFeed feed =
            TestBlog.changeFeed(database)
                .leasePrefix("blog-")
                .hostName("here")
                .listener(hold)
                .listener(signal)
                .build()) {
      other.start();
      assertThat(other.awaitDrained(Duration.ofSeconds(PATIENCE))).isTrue();
      feed.start();
      hold.awaitBatch();

      assertBehind(feed.lag(), "beside the leases of the other");
      assertThat(other.lag().users()).isZero();
      signal.awaitHeartbeats();
      assertThat(signal.hosts).containsExactly("here");
      hold.go.release(1_000);
    }
  }

  private static void assertBehind(ChangeFeedLag lag, String when) {
    assertThat(lag.users()).as(when).isPositive();
    assertThat(lag.age()).as(when).isBetween(Duration.ofMinutes(59), Duration.ofMinutes(75));
    assertThat(lag.ranges())
        .filteredOn(range -> range.source() == ChangeSource.USERS)
        .singleElement()
        .satisfies(range -> assertThat(range.host()).contains("here"));
  }

  @Test
  void aHostWithOtherSettingsThanTheBlogDoesNotStart() {
    BlogDatabase other = blog.databaseBuilder().deletedRetention(Duration.ofDays(1)).build();
    BlogChangeFeed feed = TestBlog.changeFeed(other).build();

    assertThatThrownBy(feed::start)
        .isInstanceOf(SettingsMismatchException.class)
        .hasMessageContaining("deletedRetention is \"PT24H\" here and \"PT168H\" there");

    assertThat(feed.lifecycle()).isEqualTo(Lifecycle.CLOSED);
    assertThat(blog.items("leases", "SELECT * FROM c")).as("no lease was written").isEmpty();
    try (BlogChangeFeed adopting = TestBlog.changeFeed(other.adoptStoredSettings()).build()) {
      adopting.start();
      assertThat(adopting.lifecycle()).isEqualTo(Lifecycle.RUNNING);
    }
  }

  @Test
  void theFirstHostStoresTheSettingsOfABlogThatHasNone() {
    blog.database
        .getContainer("feed")
        .deleteItem("settings", new PartitionKey("settings"), new CosmosItemRequestOptions());
    BlogDatabaseBuilder settings = blog.databaseBuilder().maxReplicaLag(Duration.ofSeconds(7));
    try (BlogChangeFeed feed = TestBlog.changeFeed(settings.build()).build()) {
      feed.start();
    }
    assertThat(blog.databaseBuilder().build().adoptStoredSettings().maxReplicaLag())
        .isEqualTo(Duration.ofSeconds(7));
  }

  @Test
  @Invariant("I5")
  void aRunningHostRechecksTheFrontPage() throws InterruptedException {
    Semaphore looks = new Semaphore(0);
    BlogDatabase database =
        TestBlog.changed(
            blog.databaseBuilder()
                .maxReplicaLag(Duration.ofMillis(100))
                .listener(
                    report -> {
                      if (report.operation() == BlogOperation.UPDATE_FRONT_PAGE) {
                        looks.release();
                      }
                    }));
    blog.createUser(ANN, "Ann");
    PostId post = PostId.of("p1");
    blog.store.createPost(CreatePost.of(ANN, "Title", "Content").withId(post));
    try (BlogChangeFeed feed =
        TestBlog.changeFeed(database)
            .leaseIntervals(Duration.ofMillis(200), Duration.ofSeconds(1), Duration.ofSeconds(30))
            .build()) {
      feed.start();
      assertThat(feed.awaitDrained(Duration.ofSeconds(PATIENCE))).isTrue();
      // As if a replica had hidden the post from the host that wrote the front page.
      CosmosPatchOperations hidden =
          CosmosPatchOperations.create().set("/posts", List.of()).set("/uncheckedSince", 1);
      blog.patch("feed", ItemType.FRONT_PAGE, FrontPageItem.ID, hidden);

      for (int look = 0; blog.frontPage().isEmpty() && look < 100; look++) {
        assertThat(looks.tryAcquire(PATIENCE, TimeUnit.SECONDS)).as("it looks again").isTrue();
      }

      assertThat(blog.frontPage()).containsExactly(post);
    }
  }

  @Test
  @Invariant("I8")
  void aRunningHostRechecksARename() throws InterruptedException {
    Semaphore finished = new Semaphore(0);
    ChangeFeedListener listener =
        new ChangeFeedListener() {
          @Override
          public void onRenameProgress(RenameProgress progress) {
            if (progress.finished()) {
              finished.release();
            }
          }
        };
    blog.createUser(ANN, "Ann");
    // Times of Cosmos DB are whole seconds: a shorter lag could seem to be over at once.
    BlogDatabase database =
        TestBlog.changed(blog.databaseBuilder().maxReplicaLag(Duration.ofMillis(700)));
    try (BlogChangeFeed feed =
        TestBlog.changeFeed(database)
            .leaseIntervals(Duration.ofMillis(200), Duration.ofSeconds(1), Duration.ofSeconds(30))
            .listener(listener)
            .build()) {
      feed.start();
      blog.store.renameUser(ANN, "Anna");

      assertThat(finished.tryAcquire(2, PATIENCE, TimeUnit.SECONDS)).as("two passes").isTrue();
    }
  }
}
