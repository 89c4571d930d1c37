package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.changefeed.internal.handler.BlogChange;
import dev.cosmosblog.changefeed.internal.handler.Changes;
import dev.cosmosblog.changefeed.internal.handler.ItemTasks;
import dev.cosmosblog.changefeed.internal.handler.PostCopyHandler;
import dev.cosmosblog.changefeed.internal.handler.TimeLimit;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.internal.item.CopyOutcome;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.store.query.Visibility;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.TestItems;
import dev.cosmosblog.testsupport.Trap;
import dev.cosmoslocal.RequestCounter;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import dev.cosmoslocal.request.RequestKind;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The copies and their sources, on any number of physical partitions. */
@Tag("slow")
abstract class CopiesContract implements PendingCommentsContract {
  private final LocalCosmosExtension cosmos;
  private final int physicalPartitions;

  /** Counts requests that the emulator accepted; stays empty on another endpoint. */
  private final RequestCounter requests;

  TestBlog blog;
  SteppedChangeFeed changeFeed;

  CopiesContract(LocalCosmosExtension cosmos, int physicalPartitions, RequestCounter requests) {
    this.cosmos = cosmos;
    this.physicalPartitions = physicalPartitions;
    this.requests = requests;
  }

  @BeforeEach
  void twoUsersAndAChangeFeed() {
    blog = TestBlog.on(cosmos);
    changeFeed = blog.changeFeed().buildStepped();
    blog.createUser(ANN, "Ann");
    blog.createUser(BEN, "Ben");
  }

  @Override
  public LocalCosmosExtension cosmos() {
    return cosmos;
  }

  @Override
  public TestBlog blog() {
    return blog;
  }

  @Override
  public SteppedChangeFeed changeFeed() {
    return changeFeed;
  }

  @Test
  @Invariant("I3")
  void aPostIsCopiedToItsAuthorAndTheFrontPageWithItsCounts() {
    PostId id = published(1);
    blog.store.createComment(CreateComment.of(id, BEN, "Nice"));
    blog.store.likePost(LikePost.of(id, BEN));

    changeFeed.drain();

    Post source = blog.store.findPost(id).orElseThrow();
    assertThat(source.commentCount()).isEqualTo(1);
    assertThat(blog.store.postsOf(ANN, PageRequest.first(10)).items())
        .containsExactly(source.summary());
    assertThat(blog.store.recentPosts(1)).containsExactly(source.summary());
  }

  @Test
  @Invariant("I11")
  void theChosenPropertiesOfAPostAreCopied() {
    BlogDatabase database =
        TestBlog.changed(blog.databaseBuilder().summaryProperties("topics", "subtitle"));
    BlogStore store = BlogStore.on(database);
    SteppedChangeFeed feed = TestBlog.changeFeed(database).buildStepped();
    CustomProperties own =
        CustomProperties.of(Map.of("topics", List.of("java"), "subtitle", "a", "note", "whole"));
    PostId id = PostId.of("p1");
    store.createPost(CreatePost.of(ANN, "Title", "Content").withId(id).properties(own));
    feed.drain();
    hasInCopies(id, own.without("note"));

    store.likePost(LikePost.of(id, BEN));
    store.editPost(EditPost.of(id).property("topics", List.of("java", "new")));
    store.renameUser(ANN, "Anna");
    feed.drain();
    hasInCopies(id, own.without("note").with("topics", List.of("java", "new")));
    assertThat(blog.store.recentPosts(1).get(0).userUsername()).isEqualTo("Anna");
    assertThat(store.findPost(id).orElseThrow().properties().text("note")).contains("whole");

    store.editPost(EditPost.of(id).withoutProperty("topics").withoutProperty("subtitle"));
    feed.drain();
    hasInCopies(id, CustomProperties.NONE);
  }

  @Test
  @Invariant("I3")
  void summariesHaveTheChosenLength() {
    BlogDatabase database = TestBlog.changed(blog.databaseBuilder().summaryLength(12));
    BlogStore store = BlogStore.on(database);
    PostId id = store.createPost(CreatePost.of(ANN, "Title", "Some words here")).value().id();
    TestBlog.changeFeed(database).buildStepped().drain();
    store.likePost(LikePost.of(id, BEN));
    TestBlog.changeFeed(database).buildStepped().drain();

    assertThat(store.recentPosts(1).get(0))
        .returns("Some words", PostSummary::summary)
        .returns(1L, PostSummary::likeCount);
    assertThat(store.postsOf(ANN, PageRequest.first(10)).items().get(0).summary())
        .isEqualTo("Some words");
  }

  private void hasInCopies(PostId id, CustomProperties expected) {
    assertThat(blog.store.recentPosts(1).get(0).properties()).isEqualTo(expected);
    assertThat(blog.store.postsOf(ANN, PageRequest.first(10)).items())
        .singleElement()
        .satisfies(post -> assertThat(post.id()).isEqualTo(id))
        .satisfies(post -> assertThat(post.properties()).isEqualTo(expected));
  }

  @Test
  @Invariant("I5")
  void theFrontPageHoldsExactlyTheNewestPosts() {
    List<Integer> numbers = IntStream.rangeClosed(1, 12).boxed().collect(Collectors.toList());
    Collections.shuffle(numbers, new Random(1));
    numbers.forEach(this::published);

    changeFeed.drain();

    assertThat(blog.frontPage()).isEqualTo(StatusesContract.ids(12, 8));
    assertThat(blog.items("feed", "SELECT p.id FROM c JOIN p IN c.posts"))
        .hasSize(TestBlog.FRONT_PAGE_SIZE);
    assertThat(postsOfAnn(Visibility.LISTED)).isEqualTo(StatusesContract.ids(12, 1));
  }

  @Test
  @Trap(5)
  void aLikeOfAnOldPostDoesNotChangeTheFrontPage() {
    IntStream.rangeClosed(1, 6).forEach(this::published);
    changeFeed.drain();

    blog.store.likePost(LikePost.of(PostId.of("p1"), BEN));
    blog.store.likePost(LikePost.of(PostId.of("p6"), BEN));
    changeFeed.drain();

    assertThat(blog.frontPage()).isEqualTo(StatusesContract.ids(6, 2));
    assertThat(blog.store.recentPosts(1).get(0).likeCount()).isEqualTo(1);
  }

  @Test
  @Invariant("I8")
  void aRenameReachesEveryItemOfTheUserAndEveryCopy() {
    PostId id = published(1);
    blog.store.createComment(CreateComment.of(id, ANN, "Mine"));
    blog.store.likePost(LikePost.of(id, ANN));
    blog.store.createComment(CreateComment.of(id, BEN, "His"));
    changeFeed.drain();

    blog.store.renameUser(ANN, "Anna");
    changeFeed.drain();

    assertThat(blog.items("posts", "SELECT * FROM c WHERE c.userId = 'ann'"))
        .hasSize(3)
        .allSatisfy(item -> assertThat(item.path("userUsername").asText()).isEqualTo("Anna"));
    assertThat(blog.items("posts", "SELECT * FROM c WHERE c.userId = 'ben'"))
        .singleElement()
        .satisfies(item -> assertThat(item.path("userUsername").asText()).isEqualTo("Ben"));
    assertThat(blog.store.recentPosts(1).get(0).userUsername()).isEqualTo("Anna");
    assertThat(blog.store.postsOf(ANN, PageRequest.first(1)).items().get(0).userUsername())
        .isEqualTo("Anna");
    assertThat(blog.store.likesOf(id, PageRequest.first(1)).items())
        .extracting(Like::userUsername)
        .containsExactly("Anna");
  }

  @Test
  @Trap(12)
  @Invariant("I8")
  void aCommentWrittenWithTheOldNameDuringARenameGetsTheNewName() {
    PostId id = published(1);
    blog.store.renameUser(ANN, "Anna");
    drain(ChangeSource.USERS);
    CommentItem late = TestItems.comment("late", "p1").by("ann", "Ann").build();
    blog.container("posts").createItem(late);

    drain(ChangeSource.POSTS);

    assertThat(blog.store.commentsOf(id, PageRequest.first(1)).items())
        .singleElement()
        .satisfies(comment -> assertThat(comment.id()).isEqualTo(CommentId.of("late")))
        .satisfies(comment -> assertThat(comment.userUsername()).isEqualTo("Anna"));
  }

  @Test
  @Invariant("I8")
  void itemsWrittenWithAUserReadBeforeARenameGetTheNewName() {
    PostId id = published(1);
    User ann = blog.store.findUser(ANN).orElseThrow();
    blog.store.renameUser(ANN, "Anna");
    changeFeed.drain();

    PostId late = blog.store.createPost(ann, "Late", "Content").value().id();
    blog.store.createComment(late, ann, "Late");
    blog.store.likePost(LikePost.of(id, ann));
    changeFeed.drain();

    assertThat(blog.items("posts", "SELECT * FROM c WHERE c.userId = 'ann'"))
        .hasSize(4)
        .allSatisfy(item -> assertThat(item.path("userUsername").asText()).isEqualTo("Anna"));
    assertThat(blog.store.recentPosts(2))
        .extracting(PostSummary::userUsername)
        .containsOnly("Anna");
    assertThat(blog.store.postsOf(ANN, PageRequest.first(2)).items())
        .extracting(PostSummary::userUsername)
        .containsExactly("Anna", "Anna");
  }

  @Test
  @Invariant("I9")
  void itemsWrittenForAUserErasedMeanwhileAreErased() {
    PostId id = published(1);
    User ben = blog.store.findUser(BEN).orElseThrow();
    blog.store.eraseUser(EraseUser.remove(BEN));
    changeFeed.drain();

    blog.store.createComment(id, ben, "Late");
    blog.store.likePost(LikePost.of(id, ben));
    changeFeed.drain();

    assertThat(blog.items("posts", "SELECT * FROM c WHERE c.userId = 'ben'")).isEmpty();
    assertThat(blog.store.findPost(id))
        .hasValueSatisfying(
            post -> {
              assertThat(post.commentCount()).isZero();
              assertThat(post.likeCount()).isZero();
            });
  }

  private void drain(ChangeSource source) {
    int idle = 0;
    while (idle < 2 * physicalPartitions) {
      idle = changeFeed.step(source) == 0 ? idle + 1 : 0;
    }
  }

  @Test
  @Trap(11)
  @Invariant("I4")
  void aLateChangeNeverRevertsACopy() {
    PostId id = published(1);
    JsonNode old = blog.items("posts", "SELECT * FROM c").get(0);
    blog.store.editPost(new EditPost(id, "New title", "New content"));
    changeFeed.drain();

    PostSummaryItem late =
        TestItems.post("p1")
            .by("ann", "Ann")
            .title(old.path("title").asText())
            .at(old.path("creationDate").asText())
            .version(old.path("version").asLong())
            .summary();
    assertThat(blog.repositories().summaries().put(late)).isEqualTo(CopyOutcome.UNCHANGED);
    blog.repositories().frontPage().update(List.of(late), Set.of(), TestBlog.FRONT_PAGE_SIZE);

    assertThat(blog.store.recentPosts(1).get(0).title()).isEqualTo("New title");
    assertThat(blog.store.postsOf(ANN, PageRequest.first(1)).items().get(0).title())
        .isEqualTo("New title");
  }

  @Test
  void aReplayFromTheBeginningWritesNothing() {
    IntStream.rangeClosed(1, 8).forEach(this::published);
    blog.store.likePost(LikePost.of(PostId.of("p8"), BEN));
    blog.store.renameUser(ANN, "Anna");
    changeFeed.drain();
    long before = writes();
    List<String> etags = etags();

    changeFeed.rewind();
    changeFeed.drain();
    blog.changeFeed().buildStepped().drain();

    assertThat(etags()).isEqualTo(etags);
    assertThat(writes()).isEqualTo(before);
    assertThat(blog.frontPage()).isEqualTo(StatusesContract.ids(8, 4));
  }

  /** The versions of all items, which change with each write. */
  private List<String> etags() {
    return Stream.of("users", "posts", "feed")
        .flatMap(container -> blog.items(container, "SELECT c.id, c._etag FROM c").stream())
        .map(JsonNode::toString)
        .sorted()
        .toList();
  }

  private long writes() {
    return Stream.of(
            RequestKind.CREATE_ITEM,
            RequestKind.REPLACE_ITEM,
            RequestKind.PATCH_ITEM,
            RequestKind.DELETE_ITEM,
            RequestKind.UPSERT_ITEM,
            RequestKind.BATCH)
        .mapToLong(requests.totals()::of)
        .sum();
  }

  @Test
  @Trap(13)
  void theWritesOfTheChangeFeedCauseNoFurtherChanges() {
    IntStream.rangeClosed(1, 3).forEach(this::published);

    assertThat(changeFeed.drain()).as("changes until nothing is new").isPositive();
    long before = writes();
    List<String> etags = etags();
    assertThat(changeFeed.drain()).isZero();
    assertThat(etags()).isEqualTo(etags);
    assertThat(writes()).isEqualTo(before);
  }

  @Test
  @Trap(14)
  @Invariant("I9")
  void aDeletedPostsCopiesAreRemovedAndTheNextPostTakesItsPlace() {
    IntStream.rangeClosed(1, 7).forEach(this::published);
    PostId last = PostId.of("p7");
    blog.store.createComment(CreateComment.of(last, BEN, "Nice"));
    blog.store.likePost(LikePost.of(last, BEN));
    changeFeed.drain();

    assertThat(blog.store.deletePost(last).alreadyDone()).isFalse();
    assertThat(blog.store.deletePost(last).alreadyDone()).as("a second time").isTrue();
    changeFeed.drain();

    assertThat(blog.frontPage()).isEqualTo(StatusesContract.ids(6, 2));
    assertThat(postsOfAnn(Visibility.LISTED)).isEqualTo(StatusesContract.ids(6, 1));
    assertThat(blog.store.findPost(last)).isEmpty();
    assertThat(blog.items("posts", "SELECT * FROM c WHERE c.postId = 'p7'"))
        .as("the mark that is left, without the texts")
        .singleElement()
        .satisfies(mark -> assertThat(mark.path("content").asText()).isEmpty())
        .satisfies(mark -> assertThat(mark.path("ttl").asLong()).isPositive());
  }

  @Test
  @Trap(11)
  @Invariant("I9")
  void aStaleHostDoesNotRestoreADeletedPost() {
    PostId id = published(1);
    PostSummaryItem stale =
        TestItems.post("p1").by(ANN.value(), "Ann").at(Instant.ofEpochSecond(1)).summary();
    changeFeed.drain();
    blog.store.deletePost(id);
    changeFeed.drain();
    long before = writes();

    new PostCopyHandler(
            blog.repositories(),
            Changes.unshared(blog.repositories().frontPage(), TestBlog.FRONT_PAGE_SIZE),
            ItemTasks.IN_ORDER,
            new TimeLimit(Clock.systemUTC(), Duration.ofMinutes(1)))
        .handle(List.of(new BlogChange.PostChange(stale)));

    assertThat(writes()).as("not even for a moment").isEqualTo(before);
    assertThat(blog.frontPage()).isEmpty();
    assertThat(blog.items("users", "SELECT * FROM c WHERE c.type = 'post'")).isEmpty();
  }

  @Test
  void afterADeletionALikeOfTheRefilledPostUpdatesTheFrontPageFromAnyHost() {
    IntStream.rangeClosed(1, 6).forEach(this::published);
    changeFeed.drain();
    SteppedChangeFeed other = blog.changeFeed().buildStepped();
    other.drain();
    blog.store.deletePost(PostId.of("p6"));
    changeFeed.drain();

    blog.store.likePost(LikePost.of(PostId.of("p1"), BEN));
    other.drain();

    assertThat(blog.store.recentPosts(TestBlog.FRONT_PAGE_SIZE))
        .last()
        .satisfies(post -> assertThat(post.id()).isEqualTo(PostId.of("p1")))
        .satisfies(post -> assertThat(post.likeCount()).isEqualTo(1));
  }

  @Test
  void aMalformedItemDoesNotBlockOthers() {
    blog.container("posts")
        .createItem(
            Map.of("id", "bad", "postId", "bad", "type", "post", "title", List.of(1)),
            new PartitionKey("bad"),
            new CosmosItemRequestOptions());
    published(1);

    changeFeed.drain();

    assertThat(blog.frontPage()).containsExactly(PostId.of("p1"));
  }
}
