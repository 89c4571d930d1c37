package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.CosmosStoredProcedureRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import dev.cosmosblog.local.LocalCosmos;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.testing.Trap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The stored procedure under what seldom happens to it: no time left, writers between, split pages.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CountedWriteScriptTest {
  /** Runs the script with a collection whose functions a test has changed. */
  private static final String SPIED =
      """
      function spied(by, postId, count, item) {
        var service = getContext();
        var real = service.getCollection();
        var spy = Object.create(real);
        %s
        (function (getContext) {
          (%s)(by, postId, count, item);
        })(function () {
          return { getCollection: function () { return spy; } };
        });
      }
      """;

  private final LocalCosmos account = LocalCosmos.start();
  private final CosmosClient client = client(account);
  private final CosmosDatabase database =
      BlogSchema.withDefaultNames().withScripts().provision(client, "blog", Optional.empty());
  private final BlogStore store =
      BlogStore.builder().database(database).writePath(WritePath.SCRIPTS).build();
  private final UserId user = UserId.of("user");

  @BeforeAll
  void createUser() {
    store.createUser(CreateUser.named("user").withId(user));
  }

  @AfterAll
  void close() {
    client.close();
    account.close();
  }

  private static CosmosClient client(LocalCosmos account) {
    return new CosmosClientBuilder()
        .endpoint(account.endpoint())
        .key(account.key())
        .gatewayMode()
        .consistencyLevel(ConsistencyLevel.SESSION)
        .buildClient();
  }

  private PostId newPost(String id) {
    return store.createPost(CreatePost.of(user, "t", "c").withId(PostId.of(id))).value().id();
  }

  private static PostItem stored(CosmosDatabase database, PostId id) {
    return database
        .getContainer("posts")
        .readItem(id.value(), new PartitionKey(id.value()), PostItem.class)
        .getItem();
  }

  private static void hasNothing(CosmosDatabase database, PostId post) {
    assertThat(stored(database, post))
        .extracting(PostItem::version, PostItem::commentCount, PostItem::likeCount)
        .containsExactly(0L, 0L, 0L);
    assertThat(Blog.count(database.getContainer("posts"))).as("the post alone").isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  @Trap(1)
  void anAddThatRunsOutOfTimeThrowsAndLeavesNothing(int operations) {
    try (LocalCosmos short_ = LocalCosmos.builder().scriptOperations(operations).start();
        CosmosClient own = client(short_)) {
      CosmosDatabase blog =
          BlogSchema.withDefaultNames().withScripts().provision(own, "blog", Optional.empty());
      BlogStore scripted = onceByScript(blog);
      scripted.createUser(CreateUser.named("user").withId(user));
      PostId post = PostId.of("post");
      scripted.createPost(CreatePost.of(user, "t", "c").withId(post));

      StoreUnavailableException thrown =
          catchThrowableOfType(
              StoreUnavailableException.class, () -> scripted.likePost(LikePost.of(post, user)));

      assertThat(thrown.statusCode()).isEqualTo(408);
      hasNothing(blog, post);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  @Trap(1)
  void aRemovalThatRunsOutOfTimeThrowsAndTakesNothing(int operations) {
    try (LocalCosmos short_ = LocalCosmos.builder().scriptOperations(operations).start();
        CosmosClient own = client(short_)) {
      CosmosDatabase blog =
          BlogSchema.withDefaultNames().withScripts().provision(own, "blog", Optional.empty());
      BlogStore batched = BlogStore.builder().database(blog).build();
      batched.createUser(CreateUser.named("user").withId(user));
      PostId post = PostId.of("post");
      batched.createPost(CreatePost.of(user, "t", "c").withId(post));
      batched.likePost(LikePost.of(post, user));
      BlogStore scripted = onceByScript(blog);

      assertThat(
              catchThrowableOfType(
                  StoreUnavailableException.class, () -> scripted.unlikePost(post, user)))
          .isNotNull();

      assertThat(stored(blog, post).likeCount()).isEqualTo(1);
      assertThat(scripted.likesOf(post, PageRequest.first(10)).items()).hasSize(1);
    }
  }

  /** The answer comes again each time. */
  private static BlogStore onceByScript(CosmosDatabase blog) {
    return BlogStore.builder()
        .database(blog)
        .writePath(WritePath.SCRIPTS)
        .retryPolicy(RetryPolicy.none())
        .build();
  }

  /**
   * Runs the script on a collection of which some functions are others; the error, if it throws.
   */
  private Optional<CosmosException> spied(String name, String functions, PostId post) {
    CosmosContainer posts = database.getContainer("posts");
    String body = SPIED.formatted(functions, Script.COUNTED_WRITE.body());
    posts.getScripts().createStoredProcedure(new CosmosStoredProcedureProperties(name, body));
    Map<String, Object> item = Map.of("id", name, "type", "comment", "postId", post.value());
    CosmosStoredProcedureRequestOptions options =
        new CosmosStoredProcedureRequestOptions().setPartitionKey(new PartitionKey(post.value()));
    return Optional.ofNullable(
        catchThrowableOfType(
            CosmosException.class,
            () ->
                posts
                    .getScripts()
                    .getStoredProcedure(name)
                    .execute(List.of(1, post.value(), "commentCount", item), options)));
  }

  @Test
  void aWriterBetweenTheReadAndTheWriteOfThePostIsFoundByItsETag() {
    PostId post = newPost("contended");

    Optional<CosmosException> thrown =
        spied(
            "other-writer",
            """
            spy.replaceDocument = function (link, body, options, callback) {
              real.replaceDocument(link, body, {}, function () {});
              return real.replaceDocument(link, body, options, callback);
            };
            """,
            post);

    assertThat(thrown)
        .hasValueSatisfying(e -> assertThat(CosmosErrors.thrownByScript(e)).isEqualTo(449));
    assertThat(stored(database, post).commentCount()).isZero();
  }

  @Test
  @Trap(2)
  void aPostThatIsNotOnTheFirstPageIsLookedForOnTheNext() {
    PostId post = newPost("zwei Seiten");

    Optional<CosmosException> thrown =
        spied(
            "empty-page",
            """
            spy.queryDocuments = function (link, query, options, callback) {
              return real.queryDocuments(link, query, {}, function (error, items) {
                if (options.continuation) {
                  callback(error, items, {});
                } else {
                  callback(error, [], { continuation: 'more' });
                }
              });
            };
            """,
            post);

    assertThat(thrown).isEmpty();
    assertThat(stored(database, post).commentCount()).isEqualTo(1);
  }

  @Test
  void anErrorOfTheServiceIsToldByItsOwnNumber() {
    PostId post = newPost("full");

    Optional<CosmosException> thrown =
        spied(
            "too-large",
            """
            spy.replaceDocument = function (link, body, options, callback) {
              callback({ number: 413 });
              return true;
            };
            """,
            post);

    assertThat(thrown)
        .hasValueSatisfying(e -> assertThat(CosmosErrors.thrownByScript(e)).isEqualTo(413));
    assertThat(store.commentsOf(post, PageRequest.first(10)).items()).isEmpty();
  }

  @Test
  void aConflictIsToldAsOneAndCountsNothing() {
    PostId post = newPost("conflict");
    CreateComment command = CreateComment.of(post, user, "Hm").withId(CommentId.of("comment"));
    store.createComment(command);

    assertThat(store.createComment(command).alreadyDone()).isTrue();

    assertThat(stored(database, post).commentCount()).isEqualTo(1);
    assertThat(stored(database, post).version()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"it's", "\" OR true --", "100 %+", "日本", "a b", "~-_", "..."})
  @Trap(4)
  void whateverTheIdsTheyAreOnlyIds(String id) {
    PostId post = newPost(id);
    CommentId comment = CommentId.of(id + "c");
    store.createComment(CreateComment.of(post, user, "Hm").withId(comment));
    assertThat(stored(database, post).commentCount()).isEqualTo(1);

    assertThat(store.deleteComment(post, comment)).isTrue();
    assertThat(store.deleteComment(post, comment)).isFalse();
    assertThat(stored(database, post).commentCount()).isZero();
  }

  @Test
  void whatHasAnotherTypeIsNotRemoved() {
    PostId post = newPost("typed");
    Blog.write(
        database.getContainer("posts"), Map.of("id", "note", "postId", "typed", "type", "note"));

    assertThat(store.deleteComment(post, CommentId.of("note"))).isFalse();

    assertThat(stored(database, post).version()).isZero();
  }

  @Test
  void aCountThatIsNoNumberIsRefusedAndLeavesNothing() {
    Blog.write(
        database.getContainer("posts"),
        Map.of("id", "odd", "postId", "odd", "type", "post", "likeCount", "many"));

    assertThat(
            catchThrowableOfType(
                StoreRejectedException.class,
                () -> store.likePost(LikePost.of(PostId.of("odd"), user))))
        .isNotNull();

    assertThat(store.likesOf(PostId.of("odd"), PageRequest.first(10)).items()).isEmpty();
  }

  @Test
  void aStoreWhoseScriptsAreNotThereSaysHowToProvisionThem() {
    CosmosDatabase without =
        BlogSchema.withDefaultNames().provision(client, "without", Optional.empty());
    BlogStore scripted = BlogStore.builder().database(without).writePath(WritePath.SCRIPTS).build();
    scripted.createUser(CreateUser.named("user").withId(user));

    assertThat(
            catchThrowableOfType(
                SchemaMissingException.class,
                () -> scripted.likePost(LikePost.of(PostId.of("post"), user))))
        .hasMessageContaining("BlogSchema.withScripts()")
        .hasMessageContaining(Script.COUNTED_WRITE.id());
  }

  @Test
  void registeringAgainDoesNothingAndAnotherVersionStaysBesideIt() {
    CosmosContainer posts = database.getContainer("posts");
    Script older = new Script("countedWrite-000000000000", "function () {}");
    new Procedures(posts).register(older);
    String etag = etag(posts, Script.COUNTED_WRITE);

    BlogSchema.withDefaultNames().withScripts().provision(database);

    assertThat(etag(posts, Script.COUNTED_WRITE)).isEqualTo(etag);
    assertThat(etag(posts, older)).isNotEmpty();
  }

  private static String etag(CosmosContainer container, Script script) {
    return container.getScripts().getStoredProcedure(script.id()).read().getProperties().getETag();
  }
}
