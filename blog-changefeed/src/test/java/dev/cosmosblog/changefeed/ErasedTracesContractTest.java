package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.changefeed.observe.DeadLetter;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The traces of an erased user in the containers, and how long they stay. */
@Tag("slow")
class ErasedTracesContractTest {
  private static final String ID = "erased-4711";
  private static final UserId ERASED = UserId.of(ID);
  private static final UserId OTHER = UserId.of("other");
  private static final PostId POST = PostId.of("post-of-other");

  @RegisterExtension
  static final LocalCosmosExtension cosmos = Backend.fivePartitions(Conditions.SERVICE);

  private TestBlog blog;
  private SteppedChangeFeed changeFeed;

  @BeforeEach
  void aUserSomeOfWhoseItemsAreDeadLettered() {
    blog = TestBlog.on(cosmos);
    changeFeed = blog.changeFeed().buildStepped();
    blog.createUser(ERASED, "Personal-name");
    blog.createUser(OTHER, "Other");
    blog.store.createPost(CreatePost.of(OTHER, "t", "c").withId(POST));
    blog.store.createPost(CreatePost.of(ERASED, "t", "c").withId(PostId.of("own")));
    blog.store.createComment(CreateComment.of(PostId.of("own"), OTHER, "?"));
    blog.store.createComment(CreateComment.of(POST, ERASED, "?"));
    blog.store.likePost(LikePost.of(POST, ERASED));
    changeFeed.drain();
    String like = "like~" + ID;
    CosmosPatchOperations damage = CosmosPatchOperations.create().set("/userVersion", "three");
    blog.patch("posts", POST.value(), like, damage);
    bad("bad", "bad", "post", "title");
    bad("bad-comment", POST.value(), "comment", "userVersion");
    changeFeed.drain();
  }

  private void bad(String id, String post, String type, String property) {
    blog.container("posts")
        .createItem(
            Map.of("id", id, "postId", post, "type", type, "userId", ID, property, List.of("?")),
            new PartitionKey(post),
            null);
  }

  private Stream<JsonNode> traces() {
    return Stream.of("users", "posts", "feed", "leases")
        .flatMap(container -> blog.items(container, "SELECT * FROM c").stream())
        .filter(item -> item.toString().contains(ID));
  }

  private List<DeadLetter> deadLetters() {
    return changeFeed.deadLetters().page(PageRequest.first(10)).items();
  }

  @Test
  void deadLettersOfARemovedUserAreRemovedWithTheItems() {
    assertThat(deadLetters())
        .extracting(letter -> letter.key().itemId())
        .containsExactlyInAnyOrder("like~" + ID, "bad", "bad-comment");

    blog.store.eraseUser(EraseUser.remove(ERASED));
    changeFeed.drain();

    assertThat(deadLetters()).isEmpty();
    assertThat(blog.items("leases", "SELECT * FROM c"))
        .noneMatch(document -> document.toString().contains(ID));
  }

  @Test
  void theDeadLetterOfAnAnonymizedItemExpires() {
    blog.store.eraseUser(EraseUser.anonymize(ERASED));
    changeFeed.drain();

    assertThat(deadLetters()).isNotEmpty();
    assertThat(blog.items("leases", "SELECT * FROM c"))
        .isNotEmpty()
        .allSatisfy(record -> assertThat(record.path("ttl").asLong()).isPositive())
        .noneMatch(record -> record.toString().contains("Personal-name"));
  }

  @Test
  void deadLettersOfOtherUsersStay() {
    blog.container("posts")
        .createItem(
            Map.of("id", "x", "postId", "x", "type", "post", "userId", "other", "title", List.of()),
            new PartitionKey("x"),
            null);
    changeFeed.drain();

    blog.store.eraseUser(EraseUser.remove(ERASED));
    changeFeed.drain();

    assertThat(deadLetters()).extracting(letter -> letter.key().itemId()).containsExactly("x");
  }

  @Test
  void remainingItemsWithTheIdOfARemovedUserExpire() {
    blog.store.eraseUser(EraseUser.remove(ERASED));
    changeFeed.drain();

    assertThat(traces())
        .as("the marks of the user, of the posts and of their copies")
        .isNotEmpty()
        .allSatisfy(
            item ->
                assertThat(item.path("ttl").asLong()).as(item.toString()).isBetween(1L, 604_800L))
        .allSatisfy(
            item ->
                assertThat(item.path("type").asText()).isIn("erasedUser", "removedPost", "post"))
        .noneMatch(item -> item.toString().contains("Personal-name"));
  }
}
