package dev.cosmosblog.changefeed;

import static java.time.Instant.ofEpochSecond;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.request.RequestKind;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.internal.item.CopyOutcome;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testing.Invariant;
import dev.cosmosblog.testing.Trap;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What must be true of the copies, on any number of physical partitions. */
abstract class CopiesContract {
  static final UserId ANN = UserId.of("ann");
  static final UserId BEN = UserId.of("ben");

  private final int physicalPartitions;
  TestBlog blog;
  SteppedChangeFeed changeFeed;

  CopiesContract(int physicalPartitions) {
    this.physicalPartitions = physicalPartitions;
  }

  @BeforeEach
  void twoUsersAndAChangeFeed() {
    blog = new TestBlog(physicalPartitions);
    changeFeed = blog.changeFeed().buildStepped();
    blog.store.createUser(CreateUser.named("Ann").withId(ANN));
    blog.store.createUser(CreateUser.named("Ben").withId(BEN));
  }

  @AfterEach
  void close() {
    blog.close();
  }

  private PostId post(int number) {
    PostId id = PostId.of("p" + number);
    CreatePost post = CreatePost.of(ANN, "Title " + number, "Content " + number);
    blog.store.createPost(post.withId(id).writtenAt(ofEpochSecond(number)));
    return id;
  }

  private List<PostId> feed() {
    return blog.store.recentPosts(TestBlog.FEED_SIZE).stream().map(PostSummary::id).toList();
  }

  private List<PostId> postsOfAnn() {
    return blog.store.postsOf(ANN, PageRequest.first(100)).items().stream()
        .map(PostSummary::id)
        .toList();
  }

  private static List<PostId> ids(int from, int to) {
    return IntStream.iterate(from, n -> n >= to, n -> n - 1)
        .mapToObj(n -> PostId.of("p" + n))
        .toList();
  }

  @Test
  @Invariant("I3")
  void aPostAppearsBesideItsAuthorAndInTheFeedWithItsCounts() {
    PostId id = post(1);
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
  @Invariant("I5")
  void theFeedHoldsExactlyTheNewestPosts() {
    List<Integer> numbers = IntStream.rangeClosed(1, 12).boxed().collect(Collectors.toList());
    Collections.shuffle(numbers, new Random(1));
    numbers.forEach(this::post);

    changeFeed.drain();

    assertThat(feed()).isEqualTo(ids(12, 8));
    assertThat(blog.items("feed", "SELECT p.id FROM c JOIN p IN c.posts"))
        .hasSize(TestBlog.FEED_SIZE);
    assertThat(postsOfAnn()).isEqualTo(ids(12, 1));
  }

  @Test
  @Trap(5)
  void aLikeOfAnOldPostDoesNotPutItIntoTheFeedNorPushAnotherOut() {
    IntStream.rangeClosed(1, 6).forEach(this::post);
    changeFeed.drain();

    blog.store.likePost(LikePost.of(PostId.of("p1"), BEN));
    blog.store.likePost(LikePost.of(PostId.of("p6"), BEN));
    changeFeed.drain();

    assertThat(feed()).isEqualTo(ids(6, 2));
    assertThat(blog.store.recentPosts(1).get(0).likeCount()).isEqualTo(1);
  }

  @Test
  @Invariant("I8")
  void aRenameReachesEveryItemOfTheUserAndEveryCopy() {
    PostId id = post(1);
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
  void aCommentThatWasWrittenWithTheOldNameWhileTheRenameSpreadIsMended() {
    PostId id = post(1);
    blog.store.renameUser(ANN, "Anna");
    drain(SourceFeed.USERS);
    CommentItem late =
        new CommentItem(
            "late", ItemType.COMMENT, "p1", "ann", "Ann", 0, "Hm", "2026-01-01T00:00:00.000Z");
    blog.container("posts").createItem(late);

    drain(SourceFeed.POSTS);

    assertThat(blog.store.commentsOf(id, PageRequest.first(1)).items())
        .singleElement()
        .satisfies(comment -> assertThat(comment.id()).isEqualTo(CommentId.of("late")))
        .satisfies(comment -> assertThat(comment.userUsername()).isEqualTo("Anna"));
  }

  private void drain(SourceFeed feed) {
    int idle = 0;
    while (idle < 2 * physicalPartitions) {
      idle = changeFeed.step(feed) == 0 ? idle + 1 : 0;
    }
  }

  @Test
  @Trap(11)
  @Invariant("I4")
  void aChangeThatComesLateNeverTakesACopyBack() {
    PostId id = post(1);
    JsonNode old = blog.items("posts", "SELECT * FROM c").get(0);
    blog.store.editPost(new EditPost(id, "New title", "New content"));
    changeFeed.drain();

    PostItem late =
        new PostItem(
            "p1",
            "post",
            "p1",
            "ann",
            "Ann",
            0,
            old.path("title").asText(),
            "Content 1",
            0,
            0,
            old.path("creationDate").asText(),
            old.path("version").asLong(),
            null);
    assertThat(blog.store.copies().copyToUser(late)).isEqualTo(CopyOutcome.UNCHANGED);
    blog.store.copies().updateFeed(List.of(late), Set.of(), TestBlog.FEED_SIZE);

    assertThat(blog.store.recentPosts(1).get(0).title()).isEqualTo("New title");
    assertThat(blog.store.postsOf(ANN, PageRequest.first(1)).items().get(0).title())
        .isEqualTo("New title");
  }

  @Test
  void aReplayFromTheBeginningWritesNothing() {
    IntStream.rangeClosed(1, 8).forEach(this::post);
    blog.store.likePost(LikePost.of(PostId.of("p8"), BEN));
    blog.store.renameUser(ANN, "Anna");
    changeFeed.drain();
    long before = writes();

    changeFeed.rewind();
    changeFeed.drain();
    blog.changeFeed().buildStepped().drain();

    assertThat(writes()).isEqualTo(before);
    assertThat(feed()).isEqualTo(ids(8, 4));
  }

  private long writes() {
    return Stream.of(
            RequestKind.CREATE_ITEM,
            RequestKind.REPLACE_ITEM,
            RequestKind.PATCH_ITEM,
            RequestKind.DELETE_ITEM,
            RequestKind.UPSERT_ITEM,
            RequestKind.BATCH)
        .mapToLong(blog.requests.totals()::of)
        .sum();
  }

  @Test
  @Trap(13)
  void theCopiesThatAreWrittenFeedNoLoop() {
    IntStream.rangeClosed(1, 3).forEach(this::post);

    assertThat(changeFeed.drain()).as("changes until nothing is new").isPositive();
    long before = writes();
    assertThat(changeFeed.drain()).isZero();
    assertThat(writes()).isEqualTo(before);
  }

  @Test
  @Trap(14)
  @Invariant("I9")
  void aDeletedPostLeavesNoCopyAndThe101stComesBack() {
    IntStream.rangeClosed(1, 7).forEach(this::post);
    PostId last = PostId.of("p7");
    blog.store.createComment(CreateComment.of(last, BEN, "Nice"));
    blog.store.likePost(LikePost.of(last, BEN));
    changeFeed.drain();

    assertThat(blog.store.deletePost(last)).isTrue();
    assertThat(blog.store.deletePost(last)).as("a second time").isFalse();
    changeFeed.drain();

    assertThat(feed()).isEqualTo(ids(6, 2));
    assertThat(postsOfAnn()).isEqualTo(ids(6, 1));
    assertThat(blog.store.findPost(last)).isEmpty();
    assertThat(blog.items("posts", "SELECT * FROM c WHERE c.postId = 'p7'"))
        .as("what is left is the mark, without the texts")
        .singleElement()
        .satisfies(mark -> assertThat(mark.path("content").asText()).isEmpty())
        .satisfies(mark -> assertThat(mark.path("ttl").asLong()).isPositive());
  }

  @Test
  @Trap(11)
  @Invariant("I9")
  void aStaleHostDoesNotBringADeletedPostBack() {
    PostId id = post(1);
    PostItem stale = Changes.postItem("p1", 1, 0);
    blog.store.deletePost(id);
    changeFeed.drain();
    long before = writes();

    new PostCopies(
            blog.store.copies(),
            new FeedWriter(
                blog.store.copies(), TestBlog.FEED_SIZE, Duration.ZERO, System::nanoTime))
        .handle(List.of(new BlogChange.PostChange(stale)));

    assertThat(writes()).as("not even for a moment").isEqualTo(before);
    assertThat(feed()).isEmpty();
    assertThat(blog.items("users", "SELECT * FROM c WHERE c.type = 'post'")).isEmpty();
  }

  @Test
  void afterADeletionALikeOfThePostThatCameBackReachesTheFeedFromAnyHost() {
    IntStream.rangeClosed(1, 6).forEach(this::post);
    changeFeed.drain();
    SteppedChangeFeed other = blog.changeFeed().buildStepped();
    other.drain();
    blog.store.deletePost(PostId.of("p6"));
    changeFeed.drain();

    blog.store.likePost(LikePost.of(PostId.of("p1"), BEN));
    other.drain();

    assertThat(blog.store.recentPosts(TestBlog.FEED_SIZE))
        .last()
        .satisfies(post -> assertThat(post.id()).isEqualTo(PostId.of("p1")))
        .satisfies(post -> assertThat(post.likeCount()).isEqualTo(1));
  }

  @Test
  void anItemOfAnotherWriterThatCannotBeReadStopsNothing() {
    blog.container("posts")
        .createItem(
            Map.of("id", "bad", "postId", "bad", "type", "post", "title", List.of(1)),
            new PartitionKey("bad"),
            new CosmosItemRequestOptions());
    post(1);

    changeFeed.drain();

    assertThat(feed()).containsExactly(PostId.of("p1"));
  }
}
