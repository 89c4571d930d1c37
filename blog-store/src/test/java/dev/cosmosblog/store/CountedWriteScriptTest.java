package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.CosmosStoredProcedureRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.config.WritePath;
import dev.cosmosblog.store.error.SchemaMissingException;
import dev.cosmosblog.store.error.StoreRejectedException;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.internal.schema.Script;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.Trap;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
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

  @RegisterExtension static final LocalCosmosExtension cosmos = Backend.fivePartitions();

  private Blog blog;
  private BlogStore store;
  private UserId user;

  @BeforeAll
  void provision() {
    Backend.Feature.SCRIPTS.required();
    blog = Blog.on(cosmos, WritePath.SCRIPTS);
    store = blog.store();
    user = blog.newUser();
  }

  /** A blog on an emulator whose scripts time out after a number of operations. */
  private static void onAccountWithShortScripts(int operations, Consumer<Blog> test) {
    LocalCosmosExtension account =
        Backend.local(LocalCosmos.builder().scriptOperations(operations)).open();
    try {
      account.requireLocal();
      test.accept(Blog.on(account, WritePath.SCRIPTS));
    } finally {
      account.close();
    }
  }

  private static void hasNothing(Blog blog, PostId post) {
    assertThat(blog.stored(post))
        .extracting(PostItem::version, PostItem::commentCount, PostItem::likeCount)
        .containsExactly(0L, 0L, 0L);
    assertThat(Blog.count(blog.posts())).as("the post alone").isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  @Trap(1)
  void anAddThatTimesOutThrowsAndWritesNothing(int operations) {
    onAccountWithShortScripts(
        operations,
        blog -> {
          BlogStore scripted = withoutRetries(blog);
          UserId liker = blog.newUser();
          PostId post = blog.newPost(liker);

          StoreUnavailableException thrown =
              catchThrowableOfType(
                  StoreUnavailableException.class,
                  () -> scripted.likePost(LikePost.of(post, liker)));

          assertThat(thrown.statusCode()).isEqualTo(408);
          hasNothing(blog, post);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  @Trap(1)
  void aRemovalThatTimesOutThrowsAndDeletesNothing(int operations) {
    onAccountWithShortScripts(
        operations,
        blog -> {
          BlogStore scripted = withoutRetries(blog);
          UserId liker = blog.newUser();
          PostId post = blog.newPost(liker);
          blog.writtenBy(WritePath.BATCH).store().likePost(LikePost.of(post, liker));

          assertThat(
                  catchThrowableOfType(
                      StoreUnavailableException.class, () -> scripted.unlikePost(post, liker)))
              .isNotNull();

          assertThat(blog.stored(post).likeCount()).isEqualTo(1);
          assertThat(scripted.likesOf(post, PageRequest.first(10)).items()).hasSize(1);
        });
  }

  /** A script that ran out of time runs out of it each time. */
  private static BlogStore withoutRetries(Blog blog) {
    return blog.store(settings -> settings.retryPolicy(RetryPolicy.none()));
  }

  /**
   * Runs the script on a collection of which some functions are others; the error, if it throws.
   */
  private Optional<CosmosException> spied(String name, String functions, PostId post) {
    CosmosContainer posts = blog.posts();
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

  /** An error that a script throws is a 400 with the script's own number as the substatus. */
  private static int numberThrownBy(CosmosException e) {
    assertThat(e.getStatusCode()).isEqualTo(400);
    return e.getSubStatusCode();
  }

  @Test
  void aConcurrentWriteOfThePostIsDetectedByItsETag() {
    PostId post = blog.newPost(user, "contended");

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

    assertThat(thrown).hasValueSatisfying(e -> assertThat(numberThrownBy(e)).isEqualTo(449));
    assertThat(blog.stored(post).commentCount()).isZero();
  }

  @Test
  @Trap(2)
  void aPostOnALaterPageIsFound() {
    PostId post = blog.newPost(user, "zwei Seiten");

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
    assertThat(blog.stored(post).commentCount()).isEqualTo(1);
  }

  @Test
  void aServiceErrorIsThrownWithItsStatus() {
    PostId post = blog.newPost(user, "full");

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

    assertThat(thrown).hasValueSatisfying(e -> assertThat(numberThrownBy(e)).isEqualTo(413));
    assertThat(store.commentsOf(post, PageRequest.first(10)).items()).isEmpty();
  }

  @Test
  void aConflictIsReportedAndNotCounted() {
    PostId post = blog.newPost(user, "conflict");
    CreateComment command = CreateComment.of(post, user, "Hm").withId(CommentId.of("comment"));
    store.createComment(command);

    assertThat(store.createComment(command).alreadyDone()).isTrue();

    assertThat(blog.stored(post).commentCount()).isEqualTo(1);
    assertThat(blog.stored(post).version()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"it's", "\" OR true --", "100 %+", "日本", "a b", "~-_", "..."})
  @Trap(4)
  void idsWithSpecialCharactersAreNotInterpreted(String id) {
    PostId post = blog.newPost(user, id);
    CommentId comment = CommentId.of(id + "c");
    store.createComment(CreateComment.of(post, user, "Hm").withId(comment));
    assertThat(blog.stored(post).commentCount()).isEqualTo(1);

    assertThat(store.deleteComment(post, comment).alreadyDone()).isFalse();
    assertThat(store.deleteComment(post, comment).alreadyDone()).isTrue();
    assertThat(blog.stored(post).commentCount()).isZero();
  }

  @Test
  void anItemOfAnotherTypeIsNotRemoved() {
    PostId post = blog.newPost(user, "typed");
    Blog.write(blog.posts(), Map.of("id", "note", "postId", "typed", "type", "note"));

    assertThat(store.deleteComment(post, CommentId.of("note")).alreadyDone()).isTrue();

    assertThat(blog.stored(post).version()).isZero();
  }

  /** The queue may have its entry, which the change feed removes only after a tombstone. */
  @Test
  @Invariant("I9")
  void aCommentWithAnUnreadablePendingMarkLeavesATombstone() {
    PostId post = blog.newPost(user, "marked");
    CommentId comment = store.createComment(CreateComment.of(post, user, "Text")).value().id();
    blog.posts()
        .patchItem(
            comment.value(),
            new PartitionKey(post.value()),
            CosmosPatchOperations.create().set("/pending", "yes"),
            Object.class);

    assertThat(store.deleteComment(post, comment).alreadyDone()).isFalse();

    assertThat(blog.stored(post).commentCount()).isZero();
    Map<?, ?> tombstone =
        blog.posts().readItem(comment.value(), new PartitionKey(post.value()), Map.class).getItem();
    assertThat(tombstone.get("type")).isEqualTo("removedComment");
  }

  @Test
  void aCountThatIsNotANumberIsRefusedAndNothingIsWritten() {
    Blog.write(
        blog.posts(), Map.of("id", "odd", "postId", "odd", "type", "post", "likeCount", "many"));

    assertThat(
            catchThrowableOfType(
                StoreRejectedException.class,
                () -> store.likePost(LikePost.of(PostId.of("odd"), user))))
        .isNotNull();

    assertThat(store.likesOf(PostId.of("odd"), PageRequest.first(10)).items()).isEmpty();
  }

  @Test
  void missingScriptsAreReportedWithARemedy() {
    Blog without = Blog.on(cosmos, WritePath.BATCH).writtenBy(WritePath.SCRIPTS);
    BlogStore scripted = without.store();
    UserId liker = without.newUser();

    assertThat(
            catchThrowableOfType(
                SchemaMissingException.class,
                () -> scripted.likePost(LikePost.of(PostId.of("post"), liker))))
        .hasMessageContaining("BlogSchema.withScripts()")
        .hasMessageContaining(Script.COUNTED_WRITE.id());
  }

  @Test
  void registeringIsIdempotentAndKeepsOtherVersions() {
    CosmosContainer posts = blog.posts();
    Script older = new Script("countedWrite-000000000000", "function () {}");
    posts
        .getScripts()
        .createStoredProcedure(new CosmosStoredProcedureProperties(older.id(), older.body()));
    String etag = etag(posts, Script.COUNTED_WRITE);

    blog.database().schema().withScripts().provision();

    assertThat(etag(posts, Script.COUNTED_WRITE)).isEqualTo(etag);
    assertThat(etag(posts, older)).isNotEmpty();
  }

  private static String etag(CosmosContainer container, Script script) {
    return container.getScripts().getStoredProcedure(script.id()).read().getProperties().getETag();
  }
}
