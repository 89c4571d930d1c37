package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.changefeed.DeadLetters.ReplayOutcome;
import dev.cosmosblog.changefeed.DeadLetters.ReplayReport;
import dev.cosmosblog.changefeed.internal.processor.DeadLetterRecords;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.changefeed.observe.DeadLetter;
import dev.cosmosblog.changefeed.view.BlogView;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.query.ContinuationToken;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmosblog.testsupport.Backend.Feature;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.TestItems;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * An item that cannot be handled is dead-lettered where it outlives the host, and can be replayed.
 */
class DeadLettersContractTest {
  private static final UserId ANN = UserId.of("ann");

  @RegisterExtension
  static final LocalCosmosExtension cosmos = Backend.fivePartitions(Conditions.SERVICE);

  private TestBlog blog;
  private SteppedChangeFeed changeFeed;

  @BeforeEach
  void aBlog() {
    blog = TestBlog.on(cosmos);
    changeFeed = blog.changeFeed().buildStepped();
    blog.createUser(ANN, "Ann");
  }

  private void badPost(String id) {
    blog.container("posts")
        .createItem(
            Map.of("id", id, "postId", id, "type", "post", "title", List.of("secret")),
            new PartitionKey(id),
            new CosmosItemRequestOptions());
  }

  /** As another host would see it. */
  private DeadLetters deadLetters() {
    return blog.changeFeed().buildStepped().deadLetters();
  }

  private List<DeadLetter> all() {
    return deadLetters().page(PageRequest.first(100)).items();
  }

  @Test
  void aDeadLetterHasKeysAndReasonButNoTexts() {
    badPost("bad");

    changeFeed.drain();

    assertThat(all())
        .singleElement()
        .satisfies(item -> assertThat(item.key().source()).isEqualTo(ChangeSource.POSTS))
        .satisfies(item -> assertThat(item.key().itemId()).isEqualTo("bad"))
        .satisfies(item -> assertThat(item.key().partition()).isEqualTo("bad"))
        .satisfies(item -> assertThat(item.attempts()).isEqualTo(1));
    List<JsonNode> records = blog.items("leases", "SELECT * FROM c");
    assertThat(records).singleElement().asString().doesNotContain("secret");
    assertThat(records.get(0).path("ttl").asLong()).isEqualTo(30L * 24 * 3600);
  }

  @Test
  void deadLetteringAnItemAgainCountsTheAttempt() {
    badPost("bad");
    changeFeed.drain();
    changeFeed.rewind();
    changeFeed.drain();

    assertThat(all()).singleElement().extracting(DeadLetter::attempts).isEqualTo(2);
  }

  @Test
  @Invariant("I10")
  void aDamagedRecordIsWrittenAgainAndStopsNeitherItsRangeNorTheList() {
    badPost("bad");
    changeFeed.drain();
    String record =
        DeadLetterRecords.id(
            new DeadLetter.Key(ChangeSource.POSTS, "bad", "bad", Optional.empty()));
    blog.patch(
        "leases",
        record,
        record,
        CosmosPatchOperations.create()
            .set("/since", 5)
            .set("/feed", "text")
            .set("/reason", List.of())
            .set("/attempts", "text"));
    assertThat(all()).as("not a record any more").isEmpty();

    changeFeed.rewind();
    changeFeed.drain();

    assertThat(all()).singleElement().extracting(DeadLetter::attempts).isEqualTo(1);
    blog.patch("leases", record, record, CosmosPatchOperations.create().set("/since", "text"));
    assertThat(all()).singleElement().extracting(DeadLetter::attempts).isEqualTo(1);
  }

  @Test
  void aReplayAfterARepairHandlesTheItemInItsCurrentState() {
    blog.store.createPost(CreatePost.of(ANN, "Title", "Content").withId(PostId.of("p1")));
    blog.patch("posts", "p1", "p1", CosmosPatchOperations.create().set("/likeCount", "three"));
    changeFeed.drain();
    assertThat(blog.store.recentPosts(1)).isEmpty();
    assertThat(deadLetters().replayAll()).isEqualTo(new ReplayReport(0, 0, 1));
    assertThat(all()).singleElement().extracting(DeadLetter::attempts).isEqualTo(2);

    blog.patch("posts", "p1", "p1", CosmosPatchOperations.create().set("/likeCount", 3));

    assertThat(deadLetters().replayAll()).isEqualTo(new ReplayReport(1, 0, 0));
    assertThat(all()).isEmpty();
    assertThat(blog.store.recentPosts(1)).extracting(PostSummary::likeCount).containsExactly(3L);
  }

  @Test
  void aReplayOfADeletedItemRemovesItsRecord() {
    badPost("bad");
    changeFeed.drain();
    blog.container("posts")
        .deleteItem("bad", new PartitionKey("bad"), new CosmosItemRequestOptions());
    DeadLetter item = all().get(0);

    assertThat(deadLetters().replay(item.key())).isEqualTo(ReplayOutcome.GONE);
    assertThat(deadLetters().replay(item.key())).as("again").isEqualTo(ReplayOutcome.GONE);
    assertThat(all()).isEmpty();
  }

  /** A host sets the item aside in a later state while an earlier one is replayed. */
  @Test
  void aReplayKeepsADeadLetterThatWasWrittenMeanwhile() {
    PostId post = PostId.of("p1");
    blog.store.createPost(CreatePost.of(ANN, "Title", "Content").withId(post));
    DeadLetter.Key key = new DeadLetter.Key(ChangeSource.POSTS, "p1", "p1", Optional.of("v"));
    String record = DeadLetterRecords.id(key);
    BlogView view =
        posts ->
            blog.patch(
                "leases", record, record, CosmosPatchOperations.create().set("/attempts", 2));
    DeadLetters items = blog.changeFeed().view("v", view).buildStepped().deadLetters();
    blog.container("leases")
        .createItem(
            Map.of(
                "id",
                record,
                "feed",
                "POSTS",
                "itemId",
                "p1",
                "partition",
                "p1",
                "view",
                "v",
                "reason",
                "reason",
                "since",
                "1970-01-01T00:00:00Z",
                "attempts",
                1));

    assertThat(items.replay(key)).isEqualTo(ReplayOutcome.REMAINING);
    assertThat(all()).singleElement().extracting(DeadLetter::attempts).isEqualTo(2);
  }

  @Test
  void anItemWithoutPartitionKeyCanBeReplayed() {
    blog.container("posts").createItem(Map.of("id", "lost", "type", "comment", "userId", "ann"));

    changeFeed.drain();

    assertThat(deadLetters().replay(all().get(0).key())).isEqualTo(ReplayOutcome.REMAINING);
  }

  /** The query for a renamed user's items must find only items that can be read. */
  @Test
  @Invariant("I10")
  void foreignItemsOfAUserDoNotBlockARename() {
    PostId post = PostId.of("p1");
    blog.store.createPost(CreatePost.of(ANN, "Title", "Content").withId(post));
    Map<String, Object> inNoPartition = Map.of("id", "x1", "type", "draft", "userId", ANN.value());
    blog.container("posts")
        .createItem(inNoPartition, PartitionKey.NONE, new CosmosItemRequestOptions());
    Map<String, Object> ofNoType =
        Map.of("id", "x2", "postId", "x2", "type", Map.of("a", 1), "userId", ANN.value());
    blog.container("posts")
        .createItem(ofNoType, new PartitionKey("x2"), new CosmosItemRequestOptions());
    changeFeed.drain();

    blog.store.renameUser(ANN, "Anna");
    changeFeed.drain();

    assertThat(all()).isEmpty();
    assertThat(blog.store.findPost(post)).map(Post::userUsername).contains("Anna");
    assertThat(blog.items("posts", "SELECT c.userUsername FROM c WHERE c.id IN ('x1', 'x2')"))
        .allSatisfy(item -> assertThat(item).isEmpty());
  }

  /** Its id may be that of another item. */
  @Test
  @Invariant("I10")
  void aPostInNoPartitionIsReplayedWithoutAnEffect() {
    PostId post = PostId.of("p1");
    blog.store.createPost(CreatePost.of(ANN, "Title", "Content").withId(post));
    blog.container("posts")
        .createItem(
            Map.of("id", "p1", "type", "post", "userId", ANN.value()),
            PartitionKey.NONE,
            new CosmosItemRequestOptions());
    changeFeed.drain();

    assertThat(deadLetters().replay(all().get(0).key())).isEqualTo(ReplayOutcome.REMAINING);
  }

  @Test
  void theListIsPaged() {
    for (int i = 0; i < 5; i++) {
      badPost("bad" + i);
    }
    changeFeed.drain();

    List<String> ids = new ArrayList<>();
    PageRequest request = PageRequest.first(2);
    Page<DeadLetter> page = deadLetters().page(request);
    page.items().forEach(item -> ids.add(item.key().itemId()));
    while (page.next().isPresent()) {
      page = deadLetters().page(request.after(page.next().get()));
      page.items().forEach(item -> ids.add(item.key().itemId()));
    }

    assertThat(ids).containsExactlyInAnyOrder("bad0", "bad1", "bad2", "bad3", "bad4");
    PageRequest foreign = request.after(new ContinuationToken("of another list"));
    assertThatThrownBy(() -> deadLetters().page(foreign))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("previous page");
  }

  @Test
  @Invariant("I10")
  void anItemThatWouldGrowTooLargeDoesNotBlockOthers() {
    Feature.ITEMS_OF_2_MB.required();
    int size = 2 * 1024 * 1024 - 380;
    PostId id = PostId.of("p1");
    blog.store.createPost(CreatePost.of(ANN, "Title", "Content").withId(id));
    blog.container("posts")
        .createItem(TestItems.comment("large", "p1").content("x".repeat(size)).build());
    blog.container("posts").createItem(TestItems.comment("small", "p1").build());
    changeFeed.drain();
    assertThat(all()).as("as long as the name is short").isEmpty();

    blog.store.renameUser(ANN, "A".repeat(255));
    changeFeed.drain();

    assertThat(blog.store.findPost(id).orElseThrow().userUsername()).startsWith("AAA");
    assertThat(blog.items("posts", "SELECT * FROM c WHERE c.id = 'small'"))
        .singleElement()
        .satisfies(item -> assertThat(item.path("userUsername").asText()).startsWith("AAA"));
    assertThat(all())
        .singleElement()
        .satisfies(item -> assertThat(item.key().itemId()).isEqualTo("large"))
        .satisfies(item -> assertThat(item.reason()).contains("413"));
  }

  /** It is among the newest posts, and no point read finds it: refills would never end. */
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  @Invariant("I10")
  void aPostInTheWrongPartitionDoesNotBlockOthers() {
    PostId id = PostId.of("p1");
    blog.store.createPost(CreatePost.of(ANN, "Title", "Content").withId(id));
    PostItem misplaced =
        TestItems.post("stray").inPartition("p2").by("ann").at("2999-01-01T00:00:00Z").build();
    blog.container("posts").createItem(misplaced);

    changeFeed.drain();

    assertThat(blog.store.recentPosts(2)).extracting(PostSummary::id).containsExactly(id);
    assertThat(all())
        .singleElement()
        .satisfies(item -> assertThat(item.key().itemId()).isEqualTo("stray"))
        .satisfies(item -> assertThat(item.reason()).contains("its id is not its 'postId'"));
  }
}
