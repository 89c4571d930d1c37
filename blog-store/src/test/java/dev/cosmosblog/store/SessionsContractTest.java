package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosClient;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.observe.OperationReport;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.store.query.SessionToken;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.Fault;
import dev.cosmoslocal.FaultPlan;
import dev.cosmoslocal.FaultRule;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.SettableClock;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Two hosts with separate clients. One writes, and the other reads from replicas of which one lags
 * until the test advances the emulator's clock.
 */
class SessionsContractTest {
  private static final int ROUNDS = 40;
  private static final Duration HOURS = Duration.ofHours(2);
  private static final Duration LAG = Duration.ofSeconds(5);
  private static final SettableClock CLOCK =
      SettableClock.frozenAt(Instant.parse("2026-01-01T00:00:00Z"));

  @RegisterExtension
  static final LocalCosmosExtension cosmos =
      Backend.local(
          LocalCosmos.builder().physicalPartitions(2).clock(CLOCK).replicaLag(LAG).seed(1));

  private final Blog blog = Blog.on(cosmos);
  private final CosmosClient otherClient = cosmos.clientBuilder().buildClient();
  private final List<OperationReport> reports = new ArrayList<>();
  private BlogStore other;
  private UserId ann;

  @BeforeEach
  void startTheOtherHost() {
    other =
        BlogStore.on(
            BlogDatabase.builder()
                .client(otherClient, blog.cosmosDatabase().getId())
                .retryPolicy(
                    new RetryPolicy(
                        3, Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofSeconds(30)))
                .listener(reports::add)
                .build());
    ann = blog.newUser();
  }

  @AfterEach
  void close() {
    otherClient.close();
  }

  @Test
  @Invariant("I7")
  void anotherHostReadsTheWritesOfASession() {
    AtomicInteger missing = new AtomicInteger();
    for (int i = 0; i < ROUNDS; i++) {
      // The replica catches up, and lacks only the writes of this round.
      CLOCK.advance(LAG);
      CommandResult<Post> post = blog.store().createPost(CreatePost.of(ann, "Title", "Text"));
      PostId id = post.value().id();
      missing.addAndGet(other.findPost(id).isPresent() ? 0 : 1);
      BlogStore session = other.withSession(post.sessionToken());
      assertThat(session.findPost(id)).contains(post.value());

      CommandResult<Comment> comment =
          blog.store().createComment(CreateComment.of(id, ann, "Comment"));
      session = other.withSession(comment.sessionToken());
      assertThat(session.commentsOf(id, PageRequest.first(10)).items())
          .containsExactly(comment.value());

      CommandResult<Like> like = blog.store().likePost(LikePost.of(id, ann));
      session = other.withSession(like.sessionToken());
      assertThat(session.likedPosts(ann, Set.of(id))).containsExactly(id);
      assertThat(session.findLike(id, ann)).contains(like.value());

      CommandResult<Post> edited = blog.store().editPost(EditPost.of(id).title("Edited"));
      assertThat(other.withSession(edited.sessionToken()).findPost(id)).contains(edited.value());

      CommandResult<User> user = blog.store().createUser("user " + i);
      assertThat(other.withSession(user.sessionToken()).findUser(user.value().id()))
          .contains(user.value());
    }
    assertThat(missing.get()).as("posts that a read without the session missed").isPositive();
    assertThat(reports).allMatch(report -> report.retries() == 0);
  }

  @Test
  void aViewPassesOnWhatItHasReadAndWritten() {
    SessionToken written = blog.store().createPost(CreatePost.of(ann, "t", "c")).sessionToken();
    BlogStore first = other.withSession(written);
    CommandResult<User> user = first.createUser("Ben");

    assertThat(first.sessionToken()).isEqualTo(user.sessionToken());
    assertThat(user.sessionToken().merge(written).value().split("~"))
        .containsExactlyInAnyOrder(user.sessionToken().value().split("~"));
    assertThat(blog.store().withSession(first.sessionToken()).findUser(user.value().id()))
        .isPresent();
    assertThat(other.sessionToken()).isEqualTo(SessionToken.EMPTY);
  }

  /** Such as a token of another account: no replica reaches it. */
  @Test
  void aTokenThatNoReplicaReachesCostsRequestsOnce() {
    PostId id = blog.newPost(ann);
    BlogStore session =
        other.withSession(new SessionToken("1~p0.-1.999999999~p1.-1.999999999~u0.-1.1"));

    assertThat(session.findUser(ann)).isPresent();
    awaitCopies(id);
    reports.clear();
    assertThat(session.findPost(id)).isPresent();
    assertThat(reports.get(0).requests()).isEqualTo(4);
    assertThat(session.findPost(id)).isPresent();
    assertThat(session.commentsOf(id, PageRequest.first(10)).items()).isEmpty();
    assertThat(reports.subList(1, reports.size())).allMatch(report -> report.requests() == 1);
    assertThat(session.sessionToken().value()).doesNotContain("999999999");
  }

  @Test
  void aQueryIsSentAgainWithoutATokenThatNoReplicaReaches() {
    PostId id = blog.newPost(ann);
    awaitCopies(id);
    BlogStore session = other.withSession(new SessionToken("1~p0.-1.99999~p1.-1.99999"));

    assertThat(session.commentsOf(id, PageRequest.first(10)).items()).isEmpty();
    assertThat(session.likedPosts(ann, Set.of(id))).isEmpty();
  }

  @Test
  void resultsAndPagesCarryTheirCost() {
    CommandResult<User> user = other.createUser("Carl");
    OperationReport created = reports.get(reports.size() - 1);
    Page<Like> page = other.likesOf(blog.newPost(ann), PageRequest.first(10));
    OperationReport listed = reports.get(reports.size() - 1);

    assertThat(user.requests()).isEqualTo(created.requests()).isEqualTo(2);
    assertThat(user.requestUnits()).isEqualTo(created.requestUnits()).isPositive();
    assertThat(page.requests()).isEqualTo(listed.requests()).isEqualTo(1);
    assertThat(page.requestUnits()).isEqualTo(listed.requestUnits()).isPositive();
  }

  private void noResponseArrives() {
    cosmos
        .requireLocal()
        .faults(
            FaultPlan.builder()
                .rule(FaultRule.onAny().container("posts").from(1).then(Fault.delay(HOURS)))
                .build());
  }

  @Test
  void aCallEndsWithinItsTimeout() {
    PostId id = blog.newPost(ann);
    BlogStore hurried = blog.store().withTimeout(Duration.ofMillis(100));
    noResponseArrives();
    try {
      for (Consumer<BlogStore> call :
          List.<Consumer<BlogStore>>of(
              store -> store.findPost(id),
              store -> store.commentsOf(id, PageRequest.first(10)),
              store -> store.likedPosts(ann, Set.of(id)),
              store -> store.editPost(EditPost.of(id).title("Late")),
              store -> store.deletePost(id),
              store -> store.createComment(CreateComment.of(id, ann, "Late")))) {
        assertThatThrownBy(() -> call.accept(hurried))
            .isInstanceOfSatisfying(
                StoreUnavailableException.class,
                thrown -> assertThat(thrown.isTransient()).isTrue());
      }
    } finally {
      cosmos.requireLocal().clearFaults();
    }
  }

  /** Another thread waits for the response. */
  @Test
  void anInterruptEndsACallWithATimeoutAndIsKept() {
    PostId id = blog.newPost(ann);
    BlogStore patient = blog.store().withTimeout(Duration.ofMinutes(1));
    for (Consumer<BlogStore> call :
        List.<Consumer<BlogStore>>of(
            store -> store.findPost(id), store -> store.likesOf(id, PageRequest.first(10)))) {
      noResponseArrives();
      Thread.currentThread().interrupt();
      try {
        assertThatThrownBy(() -> call.accept(patient))
            .isInstanceOf(StoreUnavailableException.class);
      } finally {
        assertThat(Thread.interrupted()).isTrue();
        cosmos.requireLocal().clearFaults();
      }
    }
  }

  /** The first command of a database reads the blog's settings before it runs. */
  @Test
  void theTimeoutIncludesTheCheckOfTheSettings() {
    cosmos
        .requireLocal()
        .faults(
            FaultPlan.builder()
                .rule(
                    FaultRule.onAny()
                        .container("feed")
                        .from(1)
                        .then(Fault.delay(Duration.ofSeconds(3))))
                .build());
    try {
      BlogStore hurried = other.withTimeout(Duration.ofSeconds(1));
      assertThatThrownBy(() -> hurried.createUser("Dan"))
          .isInstanceOf(StoreUnavailableException.class);
    } finally {
      cosmos.requireLocal().clearFaults();
    }
  }

  @Test
  void aTimeoutCanDependOnTheCaller() {
    PostId id = blog.newPost(ann);
    AtomicReference<Duration> timeout = new AtomicReference<>();
    BlogStore view = blog.store().withTimeout(() -> Optional.ofNullable(timeout.get()));
    cosmos
        .requireLocal()
        .faults(
            FaultPlan.builder()
                .rule(
                    FaultRule.onAny()
                        .container("posts")
                        .from(1)
                        .then(Fault.delay(Duration.ofMillis(500))))
                .build());
    try {
      assertThat(view.findPost(id)).isPresent();
      timeout.set(Duration.ofMillis(50));
      assertThatThrownBy(() -> view.findPost(id)).isInstanceOf(StoreUnavailableException.class);
      timeout.set(Duration.ofDays(2));
      assertThatThrownBy(() -> view.findPost(id)).isInstanceOf(InvalidInputException.class);
    } finally {
      cosmos.requireLocal().clearFaults();
    }
  }

  @Test
  void aTimeoutOutOfBoundsIsRejected() {
    for (Duration timeout : List.of(Duration.ZERO, Duration.ofNanos(-1), Duration.ofDays(2))) {
      assertThatThrownBy(() -> other.withTimeout(timeout))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("timeout must be between PT0.001S and PT24H");
    }
  }

  /** Reads until no replica misses the post in the other client's session. */
  private void awaitCopies(PostId id) {
    while (other.findPost(id).isEmpty()) {
      reports.clear();
    }
  }
}
