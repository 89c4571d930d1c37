package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.models.CosmosPatchOperations;
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
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.SummaryRule;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.Erasure;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The copies of an erased user's posts, and the items that the user wrote during the erasure. */
class ErasureContractTest {
  private static final String NAME = "Personal-name";
  private static final UserId ERASED = UserId.of("erased");
  private static final UserId OTHER = UserId.of("other");
  private static final PostId POST = PostId.of("post-of-other");
  private static final PostId LATE = PostId.of("late");

  @RegisterExtension
  static final LocalCosmosExtension cosmos = Backend.fivePartitions(Conditions.SERVICE);

  private TestBlog blog;
  private BlogStore store;
  private SteppedChangeFeed feed;

  @BeforeEach
  void open() {
    blog = TestBlog.on(cosmos);
    store = blog.store;
    feed = blog.changeFeed().buildStepped();
    store.createUser(CreateUser.named(NAME).withId(ERASED));
    store.createUser(CreateUser.named("Other").withId(OTHER));
    store.createPost(CreatePost.of(OTHER, "t", "c").withId(POST));
    store.createPost(CreatePost.of(ERASED, "t", "c").withId(PostId.of("own")));
    store.createComment(CreateComment.of(PostId.of("own"), OTHER, "?"));
    store.createComment(CreateComment.of(POST, ERASED, "?"));
    feed.drain();
  }

  /** A command that had read the user before the user was erased writes after that. */
  private void writeLate() {
    setType(ItemType.USER);
    store.createComment(CreateComment.of(POST, ERASED, "late"));
    store.likePost(LikePost.of(POST, ERASED));
    store.createPost(CreatePost.of(ERASED, "late", "late").withId(LATE));
    setType(ItemType.ERASED_USER);
  }

  private void setType(String type) {
    blog.patch(
        "users", ERASED.value(), ERASED.value(), CosmosPatchOperations.create().set("/type", type));
  }

  /** Returns the user's items in a container; the front page is one item with many posts. */
  private List<JsonNode> ofErased(String container) {
    if (container.equals("feed")) {
      return blog.items("feed", "SELECT VALUE p FROM c JOIN p IN c.posts").stream()
          .filter(post -> post.path("userId").asText().equals(ERASED.value()))
          .toList();
    }
    return blog.items(
        container,
        "SELECT * FROM c WHERE c.userId = 'erased' AND c.type IN ('post', 'comment', 'like')"
            + " AND NOT IS_DEFINED(c.deleted)");
  }

  private void hasCounts(int comments, int likes) {
    assertThat(store.findPost(POST).orElseThrow().commentCount()).isEqualTo(comments);
    assertThat(store.findPost(POST).orElseThrow().likeCount()).isEqualTo(likes);
    assertThat(store.recentPosts(5))
        .filteredOn(post -> post.id().equals(POST))
        .singleElement()
        .satisfies(post -> assertThat(post.commentCount()).isEqualTo(comments));
  }

  @Test
  void lateItemsOfARemovedUserAreRemovedWithTheirCountsAndCopies() {
    store.eraseUser(EraseUser.remove(ERASED));
    assertThat(store.recentPosts(5)).extracting(PostSummary::userUsername).containsExactly("Other");
    writeLate();
    feed.drain();
    for (String container : List.of("users", "posts", "feed")) {
      assertThat(ofErased(container)).as(container).isEmpty();
    }
    assertThat(store.commentsOf(PostId.of("own"), PageRequest.first(5)).items())
        .as("others' comments on the user's posts")
        .isEmpty();
    hasCounts(0, 0);
  }

  @Test
  void lateItemsOfAnAnonymizedUserLoseTheName() {
    store.eraseUser(EraseUser.anonymize(ERASED));
    assertThat(store.recentPosts(5))
        .extracting(PostSummary::userUsername)
        .containsExactlyInAnyOrder("Other", "[deleted]");
    // The patches that simulate a late writer don't change the name.
    writeLate();
    assertThat(ofErased("posts")).as("items, the late ones included").hasSize(5);
    feed.drain();
    for (String container : List.of("users", "posts", "feed")) {
      assertThat(ofErased(container))
          .as(container)
          .isNotEmpty()
          .allSatisfy(
              item -> assertThat(item.path("userUsername").asText()).isEqualTo("[deleted]"));
    }
    hasCounts(2, 1);
  }

  /**
   * The host follows the users with a delay of a month, longer than any replica lags. Nobody else
   * knows of the erasure.
   */
  @Test
  @Invariant("I7")
  void anErasureWhoseCallerDiedIsFinishedEvenIfItsChangeIsLate() {
    // All that the caller did.
    CosmosPatchOperations mark =
        CosmosPatchOperations.create()
            .set("/type", ItemType.ERASED_USER)
            .set("/username", "[deleted]")
            .set("/erasure", Erasure.REMOVE.name())
            .set("/formerUsername", NAME)
            .increment("/version", 1);
    blog.patch("users", ERASED.value(), ERASED.value(), mark);
    SteppedClock clock = new SteppedClock();
    clock.pass(Duration.between(clock.instant(), Instant.now()).plusDays(30));
    Duration lag = Duration.ofMinutes(1);
    RecheckSchedule schedule = new RecheckSchedule(blog.leaseDocuments(), clock, lag);
    RenamePass pass =
        new RenamePass(
            blog.repositories(),
            (item, author, failure) -> {},
            progress -> {},
            ItemTasks.IN_ORDER,
            new TimeLimit(clock, lag));
    StoredItem user =
        blog.container("users")
            .readItem(ERASED.value(), new PartitionKey(ERASED.value()), StoredItem.class)
            .getItem();

    new RenameHandler(pass, schedule)
        .handle(BlogChange.read(ChangeSource.USERS, user, SummaryRule.DEFAULT));
    clock.pass(lag.multipliedBy(2));
    new RenameRechecks(pass, schedule).run();
    feed.drain();

    for (String container : List.of("users", "posts", "feed")) {
      assertThat(ofErased(container)).as(container).isEmpty();
      assertThat(blog.items(container, "SELECT * FROM c"))
          .noneMatch(item -> item.toString().contains(NAME));
    }
    assertThat(store.createUser(CreateUser.named(NAME)).alreadyDone()).as("it is free").isFalse();
  }

  @Test
  @Invariant("I9")
  void aReplayOfAllChangesRestoresNothing() {
    store.eraseUser(EraseUser.remove(ERASED));
    feed.drain();
    feed.rewind();
    feed.drain();
    for (String container : List.of("users", "posts", "feed")) {
      assertThat(ofErased(container)).as(container).isEmpty();
      assertThat(blog.items(container, "SELECT * FROM c"))
          .noneMatch(item -> item.toString().contains(NAME));
    }
  }
}
