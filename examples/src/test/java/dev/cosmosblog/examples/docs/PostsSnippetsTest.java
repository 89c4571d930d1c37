package dev.cosmosblog.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.SteppedChangeFeed;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostStatus;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.User;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.EditUser;
import dev.cosmosblog.store.command.Moderation;
import dev.cosmosblog.store.error.CommentsClosedException;
import dev.cosmosblog.store.query.CommentOrder;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.store.query.Visibility;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The Java examples of docs/posts.md. */
class PostsSnippetsTest {
  @RegisterExtension
  static final LocalCosmosExtension cosmos = LocalCosmosExtension.builder().build();

  private final MovedClock clock = new MovedClock();
  private BlogDatabase database;
  private BlogStore blog;
  private SteppedChangeFeed changeFeed;
  private User ann;

  /** A clock that a test moves forward. */
  private static final class MovedClock extends Clock {
    private Duration moved = Duration.ZERO;

    void move(Duration time) {
      moved = moved.plus(time);
    }

    @Override
    public Instant instant() {
      return Instant.now().plus(moved);
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  @BeforeEach
  void createUser() {
    database =
        BlogDatabase.builder()
            .client(cosmos.client(), cosmos.freshDatabase().getId())
            .clock(clock)
            .build()
            .provision();
    blog = BlogStore.on(database);
    changeFeed = BlogChangeFeed.builder(database).buildStepped();
    ann = blog.createUser("Ann").value();
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void storesAndEditsProperties() {
    // region create
    CustomProperties properties =
        CustomProperties.of(
            Map.of(
                "subtitle", "How it all began",
                "topics", List.of("java", "cosmos"),
                "cover", Map.of("url", "https://example.org/a.png", "width", 640)));
    CreatePost command = CreatePost.of(ann, "Hello", "My first post").properties(properties);
    Post post = blog.createPost(command).value();

    String subtitle = post.properties().text("subtitle").orElse("");
    List<String> topics = post.properties().texts("topics");
    // endregion
    assertThat(subtitle).isEqualTo("How it all began");
    assertThat(topics).containsExactly("java", "cosmos");
    // region edit
    Post edited =
        blog.editPost(
                EditPost.of(post.id())
                    .title("Hello, world")
                    .property("topics", List.of("java", "cosmos", "new"))
                    .withoutProperty("cover"))
            .value();
    // endregion
    assertThat(edited.properties().asMap()).containsOnlyKeys("subtitle", "topics");
    // region edit-user
    User user = blog.editUser(EditUser.of(ann.id()).property("bio", "Writes about Java.")).value();
    // endregion
    assertThat(user.editVersion()).isEqualTo(1);
  }

  @Test
  void showsAnExcerptInLists() {
    // region excerpt
    CreatePost command =
        CreatePost.of(ann, "Tides", "A long story").excerpt("What the moon does to a harbour");
    PostSummary summary = blog.createPost(command).value().summary();
    // summary.summary() is the excerpt
    // endregion
    assertThat(summary.summary()).isEqualTo("What the moon does to a harbour");
  }

  @Test
  void findsAPostBySlug() {
    // region slug
    CreatePost command =
        CreatePost.of(ann, "Hello, world", "My first post").slug(Slug.from("Hello, world"));
    Post post = blog.createPost(command).value(); // hello-world
    // endregion
    assertThat(post.slug()).hasToString("hello-world");
    blog.editPost(EditPost.of(post.id()).slug(Slug.of("first-post")));
    // region find-by-slug
    Slug asked = Slug.of("hello-world");
    Optional<Post> found = blog.findPostBySlug(asked);
    // Redirect unless this is the asked slug:
    Optional<Slug> current = found.map(Post::slug);
    // endregion
    assertThat(current).contains(Slug.of("first-post"));
    assertThat(current).isNotEqualTo(Optional.of(asked));
  }

  @Test
  void showsPropertiesInLists() {
    try (LocalCosmos emulator = LocalCosmos.start();
        BlogDatabase withTopics = withTopics(emulator.clientBuilder())) {
      BlogStore blog = BlogStore.on(withTopics.provision());
      User bob = blog.createUser("Bob").value();
      CustomProperties properties =
          CustomProperties.of(Map.of("topics", List.of("java"), "cover", "a.png"));
      blog.createPost(CreatePost.of(bob, "Hello", "…").properties(properties));
      BlogChangeFeed.builder(withTopics).buildStepped().drain();
      // region read-summary
      PostSummary newest = blog.recentPosts(20).get(0);
      List<String> topics = newest.properties().texts("topics");
      // endregion
      assertThat(topics).containsExactly("java");
      assertThat(newest.properties().asMap()).containsOnlyKeys("topics");
    }
  }

  private static BlogDatabase withTopics(CosmosClientBuilder clientBuilder) {
    // region summary
    BlogDatabase database =
        BlogDatabase.builder()
            .connect(clientBuilder, "blog")
            .summaryProperties("topics", "subtitle")
            .build();
    // endregion
    return database;
  }

  @Test
  void publishesADraft() {
    // region draft
    Post draft = blog.createPost(CreatePost.of(ann, "Hello", "My first post").draft()).value();
    blog.editPost(EditPost.of(draft.id()).content("My first post, corrected"));
    Post published = blog.publishPost(draft.id()).value();
    // endregion
    changeFeed.drain();
    assertThat(blog.recentPosts(10)).containsExactly(published.summary());
  }

  @Test
  void publishesAScheduledPost() {
    // region schedule
    Instant tomorrow = Instant.now().plus(1, ChronoUnit.DAYS);
    CreatePost later = CreatePost.of(ann, "News", "For tomorrow").publishAt(tomorrow);
    Post scheduled = blog.createPost(later).value();
    blog.schedulePost(scheduled.id(), tomorrow.plus(1, ChronoUnit.HOURS));
    // endregion
    assertThat(blog.recentPosts(10)).isEmpty();
    // region due
    changeFeed.drain();
    clock.move(Duration.ofDays(2));
    changeFeed.publishDue();
    changeFeed.drain();
    // endregion
    assertThat(blog.recentPosts(10)).extracting(PostSummary::title).containsExactly("News");
  }

  @Test
  void hidesAPostAndAComment() {
    Post post = blog.createPost(ann, "Hello", "My first post").value();
    Comment comment = blog.createComment(post.id(), ann, "Hm").value();
    blog.createPost(CreatePost.of(ann, "Draft", "Not yet").draft());
    changeFeed.drain();
    // region moderation
    blog.hidePost(post.id());
    blog.showPost(post.id());
    blog.hideComment(post.id(), comment.id());
    Page<Comment> all =
        blog.commentsOf(
            post.id(), PageRequest.first(20), CommentOrder.NEWEST_FIRST, Visibility.ALL);
    Page<PostSummary> drafts = blog.postsOf(ann.id(), PageRequest.first(20), Visibility.UNLISTED);
    // endregion
    assertThat(all.items()).extracting(Comment::hidden).containsExactly(true);
    assertThat(drafts.items()).extracting(PostSummary::status).containsExactly(PostStatus.DRAFT);
    assertThat(blog.findPost(post.id()).orElseThrow().commentCount()).isZero();
  }

  @Test
  void approvesAPendingComment() {
    try (BlogDatabase withListings =
        BlogDatabase.builder()
            .client(cosmos.client(), cosmos.freshDatabase().getId())
            .listings()
            .build()
            .provision()) {
      BlogStore blog = BlogStore.on(withListings);
      SteppedChangeFeed changeFeed = BlogChangeFeed.builder(withListings).buildStepped();
      User ben = blog.createUser("Ben").value();
      Post post = blog.createPost(ben, "Hello", "My first post").value();
      // region pending
      CreateComment command = CreateComment.of(post.id(), ben, "Is this true?").asPending();
      Comment comment = blog.createComment(command).value();
      blog.approveComment(post.id(), comment.id());
      // or for a page of the queue
      Page<Comment> queue = blog.pendingComments(PageRequest.first(50));
      blog.moderateComments(Moderation.DELETE, queue.items());
      // endregion
      assertThat(queue.items()).isEmpty();
      assertThat(blog.findPost(post.id()).orElseThrow().commentCount()).isEqualTo(1);
      blog.createComment(CreateComment.of(post.id(), ben, "Spam").asPending());
      changeFeed.drain();
      Page<Comment> waiting = blog.pendingComments(PageRequest.first(50));
      assertThat(waiting.items()).extracting(Comment::content).containsExactly("Spam");
      blog.moderateComments(Moderation.DELETE, waiting.items());
      changeFeed.drain();
      assertThat(blog.pendingComments(PageRequest.first(50)).items()).isEmpty();
    }
  }

  @Test
  void closesTheCommentsOfAPost() {
    Post post = blog.createPost(ann, "Hello", "My first post").value();
    // region close-comments
    blog.closeComments(post.id());
    // hide
    assertThatThrownBy(() -> blog.createComment(post.id(), ann, "Am I late?"))
        .isInstanceOf(CommentsClosedException.class);
    // show
    blog.openComments(post.id());
    // endregion
    assertThat(blog.commentsOf(post.id(), PageRequest.first(20)).items()).isEmpty();
    assertThat(blog.createComment(post.id(), ann, "Not late").alreadyDone()).isFalse();
  }
}
