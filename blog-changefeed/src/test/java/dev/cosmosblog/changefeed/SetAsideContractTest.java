package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.query.ContinuationToken;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testing.Invariant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** I10: what can't be handled is set aside where it outlives the host, and can be replayed. */
class SetAsideContractTest {
  private static final UserId ANN = UserId.of("ann");

  private TestBlog blog;
  private SteppedChangeFeed changeFeed;

  @BeforeEach
  void aBlog() {
    blog = new TestBlog(2);
    changeFeed = blog.changeFeed().buildStepped();
    blog.store.createUser(CreateUser.named("Ann").withId(ANN));
  }

  @AfterEach
  void close() {
    blog.close();
  }

  private void badPost(String id) {
    blog.container("posts")
        .createItem(
            Map.of("id", id, "postId", id, "type", "post", "title", List.of("secret")),
            new PartitionKey(id),
            new CosmosItemRequestOptions());
  }

  /** As another host would see it. */
  private SetAsideItems setAside() {
    return blog.changeFeed().buildStepped().setAside();
  }

  private List<SetAside> all() {
    return setAside().page(PageRequest.first(100)).items();
  }

  @Test
  void whatIsSetAsideOutlivesTheHostWithItsKeysAndReasonAndNeverItsText() {
    badPost("bad");

    changeFeed.drain();

    assertThat(all())
        .singleElement()
        .satisfies(item -> assertThat(item.feed()).isEqualTo(SourceFeed.POSTS))
        .satisfies(item -> assertThat(item.itemId()).isEqualTo("bad"))
        .satisfies(item -> assertThat(item.partition()).isEqualTo("bad"))
        .satisfies(item -> assertThat(item.attempts()).isEqualTo(1));
    List<JsonNode> records = blog.items("leases", "SELECT * FROM c");
    assertThat(records).singleElement().asString().doesNotContain("secret");
    assertThat(records.get(0).path("ttl").asLong()).isEqualTo(30L * 24 * 3600);
  }

  @Test
  void theSameItemSetAsideAgainIsCountedAndNoSecondRecord() {
    badPost("bad");
    changeFeed.drain();
    changeFeed.rewind();
    changeFeed.drain();

    assertThat(all()).singleElement().extracting(SetAside::attempts).isEqualTo(2);
  }

  @Test
  void aReplayAfterTheItemWasMendedHandlesItAsItIsNow() {
    blog.store.createPost(CreatePost.of(ANN, "Title", "Content").withId(PostId.of("p1")));
    blog.container("posts")
        .patchItem(
            "p1",
            new PartitionKey("p1"),
            CosmosPatchOperations.create().set("/likeCount", "three"),
            Object.class);
    changeFeed.drain();
    assertThat(blog.store.recentPosts(1)).isEmpty();
    assertThat(setAside().replayAll()).isEqualTo(new ReplayReport(0, 0, 1));
    assertThat(all()).singleElement().extracting(SetAside::attempts).isEqualTo(2);

    blog.container("posts")
        .patchItem(
            "p1",
            new PartitionKey("p1"),
            CosmosPatchOperations.create().set("/likeCount", 3),
            Object.class);

    assertThat(setAside().replayAll()).isEqualTo(new ReplayReport(1, 0, 0));
    assertThat(all()).isEmpty();
    assertThat(blog.store.recentPosts(1)).extracting(PostSummary::likeCount).containsExactly(3L);
  }

  @Test
  void aReplayOfAnItemThatIsGoneForgetsIt() {
    badPost("bad");
    changeFeed.drain();
    blog.container("posts")
        .deleteItem("bad", new PartitionKey("bad"), new CosmosItemRequestOptions());
    SetAside item = all().get(0);

    assertThat(setAside().replay(item)).isEqualTo(ReplayOutcome.GONE);
    assertThat(setAside().replay(item)).as("again").isEqualTo(ReplayOutcome.GONE);
    assertThat(all()).isEmpty();
  }

  @Test
  void anItemWithoutPartitionKeyIsFoundAgain() {
    blog.container("posts").createItem(Map.of("id", "lost", "type", "comment", "userId", "ann"));

    changeFeed.drain();

    assertThat(setAside().replay(all().get(0))).isEqualTo(ReplayOutcome.STILL_SET_ASIDE);
  }

  /** What the spread looks for must not be more than it can read. */
  @Test
  @Invariant("I10")
  void itemsOfAUserThatAreNoneOfTheBlogsStopNoRename() {
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

  @Test
  void theListIsPaged() {
    for (int i = 0; i < 5; i++) {
      badPost("bad" + i);
    }
    changeFeed.drain();

    List<String> ids = new ArrayList<>();
    PageRequest request = PageRequest.first(2);
    Page<SetAside> page = setAside().page(request);
    page.items().forEach(item -> ids.add(item.itemId()));
    while (page.next().isPresent()) {
      page = setAside().page(request.after(page.next().get()));
      page.items().forEach(item -> ids.add(item.itemId()));
    }

    assertThat(ids).containsExactlyInAnyOrder("bad0", "bad1", "bad2", "bad3", "bad4");
    PageRequest foreign = request.after(new ContinuationToken("of another list"));
    assertThatThrownBy(() -> setAside().page(foreign))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("last page");
  }

  @Test
  @Invariant("I10")
  void anItemThatWouldGrowTooLargeStopsNeitherItsBatchNorTheOthers() {
    PostId id = PostId.of("p1");
    blog.store.createPost(CreatePost.of(ANN, "Title", "Content").withId(id));
    blog.container("posts").createItem(comment("large", "x".repeat(2 * 1024 * 1024 - 380)));
    blog.container("posts").createItem(comment("small", "Hm"));
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
        .satisfies(item -> assertThat(item.itemId()).isEqualTo("large"))
        .satisfies(item -> assertThat(item.reason()).contains("413"));
  }

  /**
   * It is among the newest posts, and no point read finds it: the feed would be filled up for ever.
   */
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  @Invariant("I10")
  void aPostThatIsNotInItsOwnPlaceStopsNothing() {
    PostId id = PostId.of("p1");
    blog.store.createPost(CreatePost.of(ANN, "Title", "Content").withId(id));
    PostItem misplaced =
        new PostItem(
            "stray",
            "post",
            "p2",
            "ann",
            "Ann",
            0,
            "T",
            "C",
            0,
            0,
            "2999-01-01T00:00:00Z",
            0,
            null);
    blog.container("posts").createItem(misplaced);

    changeFeed.drain();

    assertThat(blog.store.recentPosts(2)).extracting(PostSummary::id).containsExactly(id);
    assertThat(all())
        .singleElement()
        .satisfies(item -> assertThat(item.itemId()).isEqualTo("stray"))
        .satisfies(item -> assertThat(item.reason()).contains("its id is not its 'postId'"));
  }

  private static CommentItem comment(String id, String content) {
    return new CommentItem(
        id, ItemType.COMMENT, "p1", "ann", "Ann", 0, content, "2026-01-01T00:00:00.000Z");
  }
}
