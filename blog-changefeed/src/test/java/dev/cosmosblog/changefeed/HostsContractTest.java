package dev.cosmosblog.changefeed;

import static java.time.Instant.ofEpochSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.azure.cosmos.CosmosAsyncClient;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener.BatchReport;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmosblog.testsupport.Trap;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The SDK's change feed processor with real leases, in one and in several hosts. */
@Tag("slow")
class HostsContractTest {
  @RegisterExtension
  static final LocalCosmosExtension cosmos = Backend.partitions(4, Conditions.SERVICE);

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final UserId ANN = UserId.of("ann");

  private static void write(TestBlog blog, int from, int to) {
    IntStream.range(from, to)
        .parallel()
        .forEach(
            number -> {
              PostId id = PostId.of("p" + number);
              CreatePost post = CreatePost.of(ANN, "Title " + number, "Content");
              blog.store.createPost(post.withId(id).writtenAt(ofEpochSecond(number)));
              blog.store.likePost(LikePost.of(id, ANN));
            });
  }

  private static void assertCopiesOf(TestBlog blog, int posts, String username) {
    // Under service conditions, replicas lag behind the hosts' writes.
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(blog.findings()).isEmpty());
    assertThat(blog.store.postsOf(ANN, PageRequest.first(1_000)).items())
        .as("the posts beside their author")
        .hasSize(posts)
        .allSatisfy(copy -> assertThat(copy.userUsername()).isEqualTo(username))
        .extracting(PostSummary::likeCount)
        .containsOnly(1L);
  }

  @Test
  void twoHostsShareTheWorkAndOneCarriesOnWhenTheOtherCloses() throws InterruptedException {
    TestBlog blog = TestBlog.on(cosmos);
    try (BlogChangeFeed first = blog.changeFeed().build();
        BlogChangeFeed second = blog.changeFeed().build()) {
      blog.createUser(ANN, "Ann");
      first.start();
      second.start();
      write(blog, 0, 50);
      assertThat(first.awaitDrained(PATIENCE)).as("both hosts drained").isTrue();
      assertCopiesOf(blog, 50, "Ann");

      assertThat(first.close(PATIENCE)).as("nothing in flight is cut off").isTrue();
      blog.store.renameUser(ANN, "Anna");
      write(blog, 50, 80);
      assertThat(second.awaitDrained(PATIENCE)).as("the second host drained").isTrue();
      assertCopiesOf(blog, 80, "Anna");
    }
  }

  @Test
  void awaitDrainedWritesTheFrontPageThatAnotherHostPostponed() throws InterruptedException {
    TestBlog blog = TestBlog.on(cosmos);
    Duration interval = Duration.ofMinutes(1);
    try (BlogChangeFeed postponing = blog.changeFeed().frontPageInterval(interval).build();
        BlogChangeFeed waiting = blog.changeFeed().build()) {
      blog.createUser(ANN, "Ann");
      postponing.start();
      // A host writes the front page at once, marks it at the next change, and postpones later
      // ones.
      for (int number = 1; number <= 3; number++) {
        write(blog, number, number + 1);
        PostId id = PostId.of("p" + number);
        await()
            .atMost(PATIENCE)
            .ignoreExceptionsInstanceOf(BlogException.class)
            .untilAsserted(
                () -> {
                  assertThat(blog.store.postsOf(ANN, PageRequest.first(10)).items())
                      .anyMatch(copy -> copy.id().equals(id) && copy.likeCount() == 1);
                  assertThat(postponing.lag().isZero()).isTrue();
                });
      }
      assumeThat(blog.frontPage()).as("slower than a minute").doesNotContain(PostId.of("p3"));

      waiting.start();
      assertThat(waiting.awaitDrained(PATIENCE)).isTrue();
      assertThat(blog.frontPage()).contains(PostId.of("p3"));
    }
  }

  @Test
  void aRestartedHostContinuesFromItsLeases() throws InterruptedException {
    Set<String> batches = ConcurrentHashMap.newKeySet();
    ChangeFeedListener listener =
        new ChangeFeedListener() {
          @Override
          public void onBatch(BatchReport report) {
            if (report.source() == ChangeSource.POSTS) {
              batches.add(report.toString());
            }
          }
        };
    TestBlog blog = TestBlog.on(cosmos);
    blog.createUser(ANN, "Ann");
    try (BlogChangeFeed before = blog.changeFeed().build()) {
      before.start();
      write(blog, 0, 10);
      assertThat(before.awaitDrained(PATIENCE)).isTrue();
    }
    try (BlogChangeFeed after = blog.changeFeed().listener(listener).build()) {
      after.start();
      assertThat(after.awaitDrained(PATIENCE)).isTrue();
      assertThat(batches).as("redelivered changes").isEmpty();
      write(blog, 10, 20);
      assertThat(after.awaitDrained(PATIENCE)).isTrue();
    }
    assertThat(batches).isNotEmpty();
    assertCopiesOf(blog, 20, "Ann");
  }

  @Test
  @Trap(15)
  void aClientWithoutContentInWriteResponsesIsRefused() {
    try (CosmosAsyncClient client =
        cosmos.clientBuilder().contentResponseOnWriteEnabled(false).buildAsyncClient()) {
      BlogDatabase database = TestBlog.on(cosmos).databaseBuilder(client).build();
      BlogChangeFeedBuilder builder = BlogChangeFeed.builder(database);
      assertThatThrownBy(builder::build)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("contentResponseOnWriteEnabled(true)");
    }
  }
}
