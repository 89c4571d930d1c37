package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.changefeed.internal.handler.BlogChange;
import dev.cosmosblog.changefeed.internal.handler.ItemTasks;
import dev.cosmosblog.changefeed.internal.handler.RecheckSchedule;
import dev.cosmosblog.changefeed.internal.handler.RenameHandler;
import dev.cosmosblog.changefeed.internal.handler.RenamePass;
import dev.cosmosblog.changefeed.internal.handler.RenameRechecks;
import dev.cosmosblog.changefeed.internal.handler.TimeLimit;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.SummaryRule;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.ErasureReport;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A post whose logical partition has reached its limit, where no item may become larger. */
class FullPartitionContractTest {
  private static final UserId ANN = UserId.of("ann");
  private static final UserId BOB = UserId.of("bob");
  private static final List<String> POSTS = List.of("p0", "p1", "full", "p3", "p4");
  private static final int LIMIT = 10_000;

  @RegisterExtension
  static final LocalCosmosExtension cosmos =
      Backend.local(LocalCosmos.builder().physicalPartitions(2).logicalPartitionStorage(LIMIT));

  private TestBlog blog;

  @BeforeAll
  static void anAccountWithSmallPartitions() {
    cosmos.requireLocal();
  }

  @BeforeEach
  void commentsOfWhichOneIsInAFullPartition() {
    blog = TestBlog.on(cosmos);
    blog.createUser(ANN, "Ann");
    blog.createUser(BOB, "Bob");
    for (String post : POSTS) {
      PostId id = PostId.of(post);
      blog.store.createPost(CreatePost.of(BOB, "t", "c").withId(id));
      CommentId comment = CommentId.of("of-ann-on-" + post);
      blog.store.createComment(CreateComment.of(id, ANN, "?").withId(comment));
    }
    fill("full");
  }

  private void fill(String post) {
    int fits = 0;
    for (int more = LIMIT; more > 0; more /= 2) {
      Map<String, Object> filler =
          Map.of("id", "filler", "postId", post, "text", "x".repeat(fits + more));
      try {
        blog.container("posts").upsertItem(filler);
        fits += more;
      } catch (CosmosException e) {
        assertThat(e.getSubStatusCode()).as("the partition is full").isEqualTo(1014);
      }
    }
  }

  private List<String> names() {
    return blog.items("posts", "SELECT c.id, c.userUsername FROM c WHERE c.userId = 'ann'").stream()
        .map(item -> item.path("id").asText() + " by " + item.path("userUsername").asText())
        .toList();
  }

  private static String[] anonymizedButTheFull() {
    return POSTS.stream()
        .map(post -> "of-ann-on-" + post + (post.equals("full") ? " by Ann" : " by [deleted]"))
        .toArray(String[]::new);
  }

  @Test
  @Invariant("I10")
  void anItemInAFullPartitionDoesNotBlockTheAnonymizationOfOthers() {
    List<String> leftOut = new ArrayList<>();
    BlogStore store =
        BlogStore.on(blog.databaseBuilder().listener(r -> leftOut.addAll(r.malformed())).build());

    ErasureReport report = store.eraseUser(EraseUser.anonymize(ANN)).value();

    assertThat(report.posts().anonymized()).isEqualTo(POSTS.size() - 1);
    assertThat(names()).containsExactlyInAnyOrder(anonymizedButTheFull());
    assertThat(leftOut).containsOnly("of-ann-on-full");
  }

  @Test
  @Invariant("I10")
  void theRecheckOfAnErasureEndsDespiteAnItemInAFullPartition() {
    blog.store.eraseUser(EraseUser.anonymize(ANN));
    SteppedClock clock = new SteppedClock();
    clock.pass(Duration.between(clock.instant(), Instant.now()));
    Duration lag = Duration.ofMinutes(1);
    List<RuntimeException> deadLetters = new ArrayList<>();
    RecheckSchedule schedule = new RecheckSchedule(blog.leaseDocuments(), clock, lag);
    RenamePass pass =
        new RenamePass(
            blog.repositories(),
            (item, author, failure) -> deadLetters.add(failure),
            progress -> {},
            ItemTasks.IN_ORDER,
            new TimeLimit(clock, lag));
    CosmosContainer users = blog.container("users");
    StoredItem mark = users.readItem("ann", new PartitionKey("ann"), StoredItem.class).getItem();
    new RenameHandler(pass, schedule)
        .handle(BlogChange.read(ChangeSource.USERS, mark, SummaryRule.DEFAULT));
    clock.pass(lag.multipliedBy(2));

    new RenameRechecks(pass, schedule).run();

    assertThat(deadLetters).as("the user is not at fault").isEmpty();
    assertThat(blog.leaseDocuments().page("rename~", "", 10, JsonNode.class)).isEmpty();
    assertThat(names()).containsExactlyInAnyOrder(anonymizedButTheFull());
  }
}
