package dev.cosmosblog.changefeed;

import static java.time.Instant.ofEpochSecond;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.changefeed.observe.DeadLetter;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.RequestCounter;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Items that another program wrote end no copy of ours, and hang nothing. */
@Timeout(value = 90, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ForeignItemsContractTest {
  private static final UserId ANN = UserId.of("ann");
  private static final RequestCounter REQUESTS = new RequestCounter();

  @RegisterExtension
  static final LocalCosmosExtension cosmos =
      Backend.local(Backend.emulator(Conditions.SERVICE).physicalPartitions(2).listener(REQUESTS));

  private TestBlog blog;
  private SteppedChangeFeed changeFeed;

  @BeforeEach
  void aBlog() {
    blog = TestBlog.on(cosmos);
    changeFeed = blog.changeFeed().buildStepped();
    blog.createUser(ANN, "Ann");
  }

  private PostId post(UserId author, String id, int second) {
    CreatePost post = CreatePost.of(author, "Title", "Content").withId(PostId.of(id));
    return blog.store.createPost(post.writtenAt(ofEpochSecond(second))).value().id();
  }

  /** Creates an item from JSON in single quotes. */
  private void foreign(String container, String json) {
    try {
      ObjectNode item = (ObjectNode) new ObjectMapper().readTree(json.replace('\'', '"'));
      blog.container(container).createItem(item);
    } catch (IOException e) {
      throw new IllegalArgumentException(json, e);
    }
  }

  private List<DeadLetter> deadLetters() {
    return blog.changeFeed().buildStepped().deadLetters().page(PageRequest.first(100)).items();
  }

  /**
   * It is newer than all others. No point read finds it: a refill that takes it for a post finds it
   * gone, and asks again.
   */
  @TestFactory
  @Invariant("I10")
  Stream<DynamicTest> aPostThatNoPointReadFindsIsDeadLetteredAndTheFrontPageIsRight() {
    Map<String, String> keys =
        Map.of(
            "a number", "'postId':7,",
            "missing", "",
            "null", "'postId':null,",
            "another text", "'postId':'another',");
    return keys.entrySet().stream()
        .map(key -> DynamicTest.dynamicTest(key.getKey(), () -> stopsNothing(key.getValue())));
  }

  private void stopsNothing(String key) {
    aBlog();
    String date = "'creationDate':'2999-01-01T00:00:00.000Z'";
    foreign("posts", "{'id':'7','type':'post'," + key + "'userId':'ann','version':3," + date + "}");
    IntStream.rangeClosed(1, 7).forEach(n -> post(ANN, "p" + n, n));
    REQUESTS.reset();

    changeFeed.drain();
    blog.store.deletePost(PostId.of("p7"));
    changeFeed.drain();

    assertThat(REQUESTS.totals().requests()).as("requests").isLessThan(400);
    assertThat(blog.frontPage())
        .extracting(PostId::value)
        .containsExactly("p6", "p5", "p4", "p3", "p2");
    assertThat(deadLetters()).extracting(letter -> letter.key().itemId()).containsExactly("7");
    assertThat(blog.store.postsOf(ANN, PageRequest.first(10)).items())
        .extracting(copy -> copy.id().value())
        .containsExactly("p6", "p5", "p4", "p3", "p2", "p1");
  }

  /** Its key is the number 7, that of ours is the text "7": two items in two partitions. */
  @Test
  @Invariant("I10")
  void aForeignTombstoneWithANumericKeyDoesNotDeleteAPost() {
    PostId ours = post(ANN, "7", 1);
    blog.store.createComment(CreateComment.of(ours, ANN, "Mine"));
    foreign("posts", "{'id':'7','type':'post','postId':7,'userId':'ann','deleted':true}");

    changeFeed.drain();

    assertThat(blog.frontPage()).containsExactly(ours);
    assertThat(blog.store.postsOf(ANN, PageRequest.first(10)).items()).hasSize(1);
    assertThat(blog.store.commentsOf(ours, PageRequest.first(10)).items()).hasSize(1);
    assertThat(deadLetters()).extracting(letter -> letter.key().itemId()).containsExactly("7");
  }

  /** Its copy's place is where its author is. Databases that number their items have such posts. */
  @Test
  @Invariant("I10")
  void deletingAPostWithItsAuthorsIdKeepsTheUser() {
    UserId author = UserId.of("7");
    blog.createUser(author, "Ben");
    PostId post = PostId.of("7");
    foreign(
        "posts",
        "{'id':'7','type':'post','postId':'7','userId':'7','userUsername':'Ben','title':'T',"
            + "'content':'C','creationDate':'2026-01-01T00:00:00.000Z','version':0}");
    changeFeed.drain();
    assertThat(blog.frontPage()).as("it is a post as any other").containsExactly(post);
    assertThat(deadLetters()).extracting(letter -> letter.key().itemId()).containsExactly("7");

    blog.store.deletePost(post);
    changeFeed.drain();

    assertThat(blog.store.findUser(author)).as("the author").isPresent();
    assertThat(blog.frontPage()).isEmpty();
  }

  @Test
  @Invariant("I10")
  void aForeignItemWithACopysIdStays() {
    foreign("users", "{'id':'p1','type':'settings','userId':'ann','theme':'dark'}");
    PostId post = post(ANN, "p1", 1);
    PostId other = post(ANN, "p2", 2);
    changeFeed.drain();
    assertThat(deadLetters()).extracting(letter -> letter.key().itemId()).containsExactly("p1");
    assertThat(blog.store.postsOf(ANN, PageRequest.first(10)).items())
        .extracting(PostSummary::id)
        .containsExactly(other);
    assertThat(blog.frontPage()).containsExactly(other, post);

    blog.store.deletePost(post);
    changeFeed.drain();

    JsonNode item =
        blog.container("users").readItem("p1", new PartitionKey("ann"), JsonNode.class).getItem();
    assertThat(item.path("theme").asText()).isEqualTo("dark");
    assertThat(item.has("ttl")).isFalse();
    assertThat(blog.frontPage()).containsExactly(other);
  }

  /** There is no tombstone, as after a failover that lost a write. */
  @Test
  @Invariant("I10")
  void aPostDeletedWithoutATombstoneDoesNotBlockTheFrontPage() {
    IntStream.rangeClosed(1, 7).forEach(n -> post(ANN, "p" + n, n));
    changeFeed.drain();
    PartitionKey key = new PartitionKey("p6");
    blog.container("posts").deleteItem("p6", key, new CosmosItemRequestOptions());
    blog.store.deletePost(PostId.of("p7"));
    changeFeed.drain();

    post(ANN, "p8", 8);
    changeFeed.drain();

    assertThat(blog.frontPage()).extracting(PostId::value).startsWith("p8").doesNotContain("p7");
  }
}
