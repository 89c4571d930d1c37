package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.ThrottlingRetryOptions;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.HealthStatus;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.SourceHealth;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.observe.RequestMeter;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Trap;
import dev.cosmoslocal.Fault;
import dev.cosmoslocal.FaultPlan;
import dev.cosmoslocal.FaultRule;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import dev.cosmoslocal.request.RequestKind;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A failure that no item causes shows in health at once, with its reason and what to do, and goes
 * away with it; nothing is dead-lettered for it.
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Order(2)
class HealthContractTest {
  private static final UserId ANN = UserId.of("ann");
  private static final long PATIENCE = 120;

  @RegisterExtension static final LocalCosmosExtension cosmos = Backend.onePartition();

  private final RequestMeter meter = new RequestMeter();
  private LocalCosmos emulator;
  private CosmosClient client;
  private CosmosAsyncClient asyncClient;
  private TestBlog blog;
  private Told told;
  private BlogChangeFeed feed;

  /** The events that the listener received for each container. */
  private static final class Told implements ChangeFeedListener {
    private final Map<ChangeSource, BlockingQueue<String>> problems =
        Map.of(
            ChangeSource.USERS, new LinkedBlockingQueue<>(),
            ChangeSource.POSTS, new LinkedBlockingQueue<>());
    private final Map<ChangeSource, Semaphore> heartbeats =
        Map.of(ChangeSource.USERS, new Semaphore(0), ChangeSource.POSTS, new Semaphore(0));

    @Override
    public void onProblem(ChangeSource source, String problem) {
      problems.get(source).add(problem);
    }

    @Override
    public void onHeartbeat(ChangeSource source) {
      heartbeats.get(source).release();
    }

    String problem(ChangeSource source) throws InterruptedException {
      return problems.get(source).poll(PATIENCE, TimeUnit.SECONDS);
    }

    /** The third heartbeat from now is reported after the next but last check has ended. */
    void awaitLook(ChangeSource source) throws InterruptedException {
      heartbeats.get(source).drainPermits();
      assertThat(heartbeats.get(source).tryAcquire(3, PATIENCE, TimeUnit.SECONDS)).isTrue();
    }
  }

  @BeforeAll
  void clientsThatDoNotWaitForThroughput() {
    emulator = cosmos.requireLocal();
    client = impatient().buildClient();
    asyncClient =
        impatient()
            .contentResponseOnWriteEnabled(true)
            .clientTelemetryConfig(meter.telemetry())
            .buildAsyncClient();
  }

  private static CosmosClientBuilder impatient() {
    return cosmos
        .clientBuilder()
        .throttlingRetryOptions(
            new ThrottlingRetryOptions().setMaxRetryAttemptsOnThrottledRequests(1));
  }

  @AfterAll
  void closeClients() {
    client.close();
    asyncClient.close();
  }

  @BeforeEach
  void aChangeFeedThatRuns() throws InterruptedException {
    blog = TestBlog.on(client, asyncClient, cosmos.freshName());
    cosmos.deletedAfterwards(blog.database);
    blog.createUser(ANN, "Ann");
    told = new Told();
    feed =
        TestBlog.changeFeed(blog.databaseBuilder().retryPolicy(RetryPolicy.none()).build())
            .leaseIntervals(Duration.ofMillis(200), Duration.ofSeconds(1), Duration.ofSeconds(30))
            .listener(told)
            .build();
    feed.start();
    assertThat(feed.awaitDrained(Duration.ofSeconds(PATIENCE))).isTrue();
  }

  @AfterEach
  void closeTheChangeFeed() {
    emulator.clearFaults();
    feed.close();
  }

  private void befall(FaultRule.Matching requests, Fault fault) {
    emulator.faults(FaultPlan.builder().rule(requests.from(1).then(fault)).build());
  }

  @Test
  void aClientThatIsRefusedDegradesAtItsFirstFailure() throws InterruptedException {
    assertRefused(Fault.status(403), "role assignments");
  }

  @Test
  void aMissingContainerDegradesAtItsFirstFailure() throws InterruptedException {
    assertRefused(Fault.status(404).subStatus(1003), "BlogSchema");
  }

  @Test
  void aContainerWithAnotherPartitionKeyDegradesAtItsFirstFailure() throws InterruptedException {
    assertRefused(Fault.status(400).subStatus(1001), "BlogSchema");
  }

  @Test
  void exhaustedThroughputDegradesAtItsFirstFailure() throws InterruptedException {
    assertRefused(Fault.status(429).retryAfter(Duration.ofMillis(1)), "throughput");
  }

  private void assertRefused(Fault refusal, String whatToDo) throws InterruptedException {
    befall(FaultRule.onAny().container("feed"), refusal);
    blog.store.createPost(CreatePost.of(ANN, "Title", "Content"));

    assertProblem(ChangeSource.POSTS, whatToDo);
    assertHealthyAgain(ChangeSource.POSTS);
    assertThat(blog.frontPage()).hasSize(1);
  }

  @Test
  void aQueryThatIsRefusedWhileItsIndexIsBuiltDegradesAtItsFirstFailure()
      throws InterruptedException {
    befall(FaultRule.on(RequestKind.QUERY).container("posts"), Fault.status(400));
    blog.store.renameUser(ANN, "Anna");

    assertProblem(ChangeSource.USERS, "indexProgress()");
    assertHealthyAgain(ChangeSource.USERS);
  }

  @Test
  void unreadableLeasesAreAProblemAfterOneCheck() throws InterruptedException {
    befall(FaultRule.on(RequestKind.QUERY).container("leases"), Fault.status(403));

    assertProblem(ChangeSource.POSTS, "role assignments");
    assertHealthyAgain(ChangeSource.POSTS);
  }

  @Test
  void unreadableChangesAreAProblemAfterOneCheck() throws InterruptedException {
    befall(
        FaultRule.on(RequestKind.CHANGE_FEED).container("posts"),
        Fault.status(429).retryAfter(Duration.ofMillis(1)));

    assertProblem(ChangeSource.POSTS, "throughput");
    assertHealthyAgain(ChangeSource.POSTS);
  }

  /** Its batches succeed, so only the lag is reported before the tombstones expire. */
  @Test
  void aHostThatIsAnHourBehindReportsWhenDeletionsWillBeMissed() throws InterruptedException {
    feed.close();
    Semaphore mayEnd = new Semaphore(0);
    ChangeFeedListener slow =
        new ChangeFeedListener() {
          @Override
          public void onBatch(BatchReport batch) {
            if (batch.source() == ChangeSource.POSTS) {
              mayEnd.acquireUninterruptibly();
            }
          }
        };
    Clock anHourAhead = Clock.offset(Clock.systemUTC(), Duration.ofHours(1));
    feed =
        TestBlog.changeFeed(blog.databaseBuilder().clock(anHourAhead).build())
            .leaseIntervals(Duration.ofMillis(200), Duration.ofSeconds(1), Duration.ofSeconds(30))
            .listener(told)
            .listener(slow)
            .build();
    blog.store.createPost(CreatePost.of(ANN, "Title", "Content"));
    feed.start();

    assertProblem(ChangeSource.POSTS, "1 h 0 min old");
    assertThat(health(ChangeSource.POSTS).problem())
        .get()
        .asString()
        .contains("deletions are missed", "7 d 0 h after");
    assertThat(health(ChangeSource.POSTS).failuresInARow()).isZero();
    // The problem is reported while the first batch is being handled.
    await("a batch")
        .atMost(Duration.ofSeconds(PATIENCE))
        .until(() -> health(ChangeSource.POSTS).batches() > 0);

    mayEnd.release(1_000);
    assertHealthyAgain(ChangeSource.POSTS);
  }

  /** The watchdog of this change feed never checks, because the meter reports the polls. */
  @Test
  void threeFailedPollsAreAProblemBeforeACheck() throws InterruptedException {
    feed.close();
    feed =
        TestBlog.changeFeed(blog.databaseBuilder().requestMeter(meter).build())
            .leaseIntervals(Duration.ofMillis(200), Duration.ofMinutes(5), Duration.ofMinutes(20))
            .listener(told)
            .build();
    feed.start();
    assertThat(feed.awaitDrained(Duration.ofSeconds(PATIENCE))).isTrue();
    befall(FaultRule.on(RequestKind.CHANGE_FEED).container("posts"), Fault.status(503));

    awaitStatus(HealthStatus.DEGRADED);
    assertThat(feed.health().posts().problem()).get().asString().contains("polls", "503");
    assertThat(told.problem(ChangeSource.POSTS)).contains("polls");
    assertThat(feed.health().users().status()).isEqualTo(HealthStatus.UP);

    emulator.clearFaults();
    awaitStatus(HealthStatus.UP);
    assertThat(feed.health().posts().problem()).isEmpty();
  }

  /**
   * The SDK ends the loop of a range whose poll fails, and can't release the lease then. With the
   * default intervals, the lease would expire after a minute.
   */
  @Test
  @Trap(15)
  void halfAMinuteAfterAnOutageCopiesAreCurrent() throws InterruptedException {
    feed.close();
    feed =
        BlogChangeFeed.builder(blog.databaseBuilder().requestMeter(meter).build())
            .listener(told)
            .build();
    feed.start();
    for (int i = 0; i < 8; i++) {
      blog.store.createPost(CreatePost.of(ANN, "Title " + i, "Content"));
    }
    assertThat(feed.awaitDrained(Duration.ofSeconds(PATIENCE))).isTrue();
    long before = health(ChangeSource.POSTS).changes();
    await("the first check").until(() -> health(ChangeSource.POSTS).ranges() == 1);
    befall(FaultRule.onAny(), Fault.status(503));
    awaitStatus(HealthStatus.DEGRADED);
    await("a failed poll")
        .atMost(Duration.ofSeconds(PATIENCE))
        .until(() -> !meter.failedPolls(blog.database.getId(), "posts").isEmpty());
    assertThat(told.problem(ChangeSource.POSTS)).contains("watchdog");

    emulator.clearFaults();
    PostId added = blog.store.createPost(CreatePost.of(ANN, "Title", "Content")).value().id();
    await("copies")
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                blog.frontPage().get(0).equals(added) && feed.health().status() == HealthStatus.UP);
    assertThat(feed.health().posts().ranges()).isEqualTo(1);
    assertThat(health(ChangeSource.POSTS).restarts()).isPositive();
    assertThat(health(ChangeSource.POSTS).changes())
        .as("a restarted processor continues at its checkpoint")
        .isLessThan(before + 8);
  }

  private void awaitStatus(HealthStatus status) throws InterruptedException {
    Semaphore never = new Semaphore(0);
    Instant deadline = Instant.now().plusSeconds(PATIENCE);
    while (feed.health().posts().status() != status && Instant.now().isBefore(deadline)) {
      assertThat(never.tryAcquire(20, TimeUnit.MILLISECONDS)).isFalse();
    }
    assertThat(feed.health().posts().status()).isEqualTo(status);
  }

  private void assertProblem(ChangeSource source, String whatToDo) throws InterruptedException {
    assertThat(told.problem(source)).contains(whatToDo);
    SourceHealth health = health(source);
    assertThat(health.status()).isEqualTo(HealthStatus.DEGRADED);
    assertThat(health.problem()).get().asString().contains(whatToDo);
    assertThat(feed.health().status()).isEqualTo(HealthStatus.DEGRADED);
  }

  private void assertHealthyAgain(ChangeSource source) throws InterruptedException {
    emulator.clearFaults();
    assertThat(feed.awaitDrained(Duration.ofSeconds(PATIENCE))).isTrue();
    told.awaitLook(source);
    assertThat(health(source).problem()).isEmpty();
    assertThat(health(source).status()).isEqualTo(HealthStatus.UP);
    assertThat(health(source).deadLetters()).isZero();
    assertThat(feed.deadLetters().page(PageRequest.first(1)).items()).isEmpty();
  }

  private SourceHealth health(ChangeSource source) {
    return source == ChangeSource.USERS ? feed.health().users() : feed.health().posts();
  }
}
