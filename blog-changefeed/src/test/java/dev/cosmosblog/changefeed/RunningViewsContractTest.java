package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.changefeed.observe.ChangeFeedHealth;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.HealthStatus;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.changefeed.view.BlogView;
import dev.cosmosblog.changefeed.view.PostChange;
import dev.cosmosblog.changefeed.view.ViewConfig;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.Fault;
import dev.cosmoslocal.FaultPlan;
import dev.cosmoslocal.FaultRule;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import dev.cosmoslocal.request.RequestKind;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Custom views beside the copies, on the SDK's change feed processor. */
@Tag("slow")
class RunningViewsContractTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final UserId ANN = UserId.of("ann");
  private static final PostId P1 = PostId.of("p1");
  private static final PostId P2 = PostId.of("p2");

  private static final SteppedClock CLOCK = new SteppedClock();

  @RegisterExtension
  static final LocalCosmosExtension cosmos =
      Backend.local(Backend.emulator(Conditions.SERVICE).physicalPartitions(2).clock(CLOCK));

  private TestBlog blog;

  @BeforeEach
  void aBlog() {
    cosmos.requireLocal();
    blog = TestBlog.on(cosmos);
    blog.createUser(ANN, "Ann");
  }

  /** The ids of the posts that the view received. */
  private record Seen(Set<PostId> ids) implements BlogView {
    Seen() {
      this(ConcurrentHashMap.newKeySet());
    }

    @Override
    public void onPosts(List<PostChange> changes) {
      changes.forEach(change -> ids.add(change.id()));
    }
  }

  private void post(PostId id) {
    blog.store.createPost(CreatePost.of(ANN, "Title", "Content").withId(id));
  }

  private List<String> leasesOfViews() {
    return blog.items("leases", "SELECT c.id FROM c WHERE CONTAINS(c.id, 'view~')").stream()
        .map(lease -> lease.path("id").asText())
        .toList();
  }

  private static void assertDrained(BlogChangeFeed changeFeed, String view)
      throws InterruptedException {
    assertThat(changeFeed.view(view).awaitDrained(PATIENCE)).as("view " + view).isTrue();
  }

  @Test
  @Invariant("I15")
  void aHangingViewDoesNotBlockCopiesOrOtherViews() throws Exception {
    CountDownLatch goesOn = new CountDownLatch(1);
    Seen hanging = new Seen();
    Seen other = new Seen();
    BlockingQueue<String> problems = new LinkedBlockingQueue<>();
    ChangeFeedListener listener =
        new ChangeFeedListener() {
          @Override
          public ChangeFeedListener ofView(String view) {
            return new ChangeFeedListener() {
              @Override
              public void onProblem(ChangeSource source, String problem) {
                problems.add(view + ": " + problem);
              }
            };
          }
        };
    BlogView hangs =
        changes -> {
          await(goesOn);
          hanging.onPosts(changes);
        };
    post(P1);
    try (BlogChangeFeed changeFeed =
        blog.changeFeed()
            .listener(listener)
            .view("hangs", hangs, ViewConfig.DEFAULT.withTimeLimit(Duration.ofMillis(50)))
            .view("other", other)
            .build()) {
      changeFeed.start();

      assertThat(changeFeed.awaitDrained(PATIENCE)).as("the copies").isTrue();
      assertThat(blog.frontPage()).containsExactly(P1);
      assertDrained(changeFeed, "other");
      assertThat(other.ids()).containsExactly(P1);
      assertThat(problems.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS))
          .startsWith("hangs: ")
          .contains("PT0.05S");
      assertThat(changeFeed.view("hangs").lag().posts()).isPositive();
      awaitHealth(
          changeFeed,
          health -> {
            assertThat(health.status()).isEqualTo(HealthStatus.DEGRADED);
            assertThat(health.posts().status()).isEqualTo(HealthStatus.UP);
            assertThat(health.views())
                .filteredOn(view -> view.status() != HealthStatus.UP)
                .singleElement()
                .satisfies(view -> assertThat(view.problem().orElseThrow()).contains("'hangs'"));
          });

      goesOn.countDown();
      assertDrained(changeFeed, "hangs");
      assertThat(hanging.ids()).containsExactly(P1);
      awaitHealth(changeFeed, health -> assertThat(health.status()).isEqualTo(HealthStatus.UP));
    }
  }

  /** A report of health is as old as the last heartbeat, which a busy machine delays. */
  private static void awaitHealth(BlogChangeFeed changeFeed, Consumer<ChangeFeedHealth> expected) {
    Awaitility.await("the health of the change feed")
        .atMost(PATIENCE)
        .untilAsserted(() -> expected.accept(changeFeed.health()));
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("Interrupted by its time limit.", e);
    }
  }

  /** As while creating the leases is throttled, which the SDK repeats in silence. */
  @Test
  @Invariant("I15")
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void neitherTheCopiesNorAViewAreDrainedBeforeTheirLeasesExist() throws Exception {
    post(P1);
    try (BlogChangeFeed changeFeed = blog.changeFeed().build()) {
      CompletableFuture<Void> start = startWithoutLeases(changeFeed);

      assertThat(changeFeed.awaitDrained(Duration.ZERO)).as("the copies").isFalse();
      assertThat(changeFeed.lag().isZero()).isFalse();
      assertThat(changeFeed.lag().users()).isPositive();
      assertThat(changeFeed.lag().posts()).isPositive();

      cosmos.requireLocal().clearFaults();
      start.get();
      assertThat(changeFeed.awaitDrained(PATIENCE)).as("the copies").isTrue();
      assertThat(changeFeed.lag().isZero()).isTrue();
    }
    Seen seen = new Seen();
    try (BlogChangeFeed changeFeed = blog.changeFeed().view("new", seen).build()) {
      CompletableFuture<Void> start = startWithoutLeases(changeFeed);

      RegisteredView view = changeFeed.view("new");
      assertThat(view.awaitDrained(Duration.ZERO)).as("the view").isFalse();
      assertThat(view.lag().isZero()).isFalse();
      assertThat(view.lag().posts()).isPositive();

      cosmos.requireLocal().clearFaults();
      start.get();
      assertDrained(changeFeed, "new");
      assertThat(seen.ids()).containsExactly(P1);
    } finally {
      cosmos.requireLocal().clearFaults();
    }
  }

  /** Starts on another thread, and returns when the creation of a lease was rejected. */
  private static CompletableFuture<Void> startWithoutLeases(BlogChangeFeed changeFeed) {
    LocalCosmos emulator = cosmos.requireLocal();
    FaultRule refused =
        FaultRule.on(RequestKind.CREATE_ITEM)
            .container("leases")
            .then(Fault.status(429).retryAfter(Duration.ofMillis(500)));
    emulator.faults(FaultPlan.builder().rule(refused).build());
    CompletableFuture<Void> start = CompletableFuture.runAsync(changeFeed::start);
    while (emulator.faultCounts().total() == 0) {
      Thread.onSpinWait();
    }
    return start;
  }

  @Test
  void aViewThatStartsNowReceivesOnlyLaterChangesEvenThoseWhileItsHostIsDown() throws Exception {
    post(P1);
    CLOCK.pass(Duration.ofSeconds(10));
    Seen seen = new Seen();
    ViewConfig now = ViewConfig.DEFAULT.startingNow();
    try (BlogChangeFeed changeFeed = blog.changeFeed().view("new", seen, now).build()) {
      changeFeed.start();
      assertDrained(changeFeed, "new");
    }
    CLOCK.pass(Duration.ofSeconds(10));
    post(P2);
    try (BlogChangeFeed changeFeed = blog.changeFeed().view("new", seen, now).build()) {
      changeFeed.start();
      assertDrained(changeFeed, "new");
    }

    assertThat(seen.ids()).containsExactly(P2);
  }

  @Test
  void aViewOnEveryHostReceivesAllChangesAtEachStart() throws Exception {
    post(P1);
    post(P2);
    Seen first = new Seen();
    Seen second = new Seen();
    ViewConfig ofHost = ViewConfig.DEFAULT.onEveryHost();
    try (BlogChangeFeed one =
            blog.changeFeed().hostName("one").view("index", first, ofHost).build();
        BlogChangeFeed two =
            blog.changeFeed().hostName("two").view("index", second, ofHost).build()) {
      one.start();
      two.start();
      assertDrained(one, "index");
      assertDrained(two, "index");
      assertThat(first.ids()).containsExactlyInAnyOrder(P1, P2);
      assertThat(second.ids()).containsExactlyInAnyOrder(P1, P2);
      assertThat(leasesOfViews()).isNotEmpty();
    }
    assertThat(leasesOfViews()).isEmpty();

    Seen again = new Seen();
    try (BlogChangeFeed one =
        blog.changeFeed().hostName("one").view("index", again, ofHost).build()) {
      one.start();
      assertDrained(one, "index");
    }
    assertThat(again.ids()).containsExactlyInAnyOrder(P1, P2);
  }
}
