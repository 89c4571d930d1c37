package dev.cosmosblog.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.SteppedChangeFeed;
import dev.cosmosblog.model.ArchivedMonth;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.ListedPost;
import dev.cosmosblog.model.ListedTag;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.Tag;
import dev.cosmosblog.model.User;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.query.CommentOrder;
import dev.cosmosblog.store.query.ContinuationToken;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.store.query.SessionToken;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The Java examples of docs/lists.md. */
class ListsSnippetsTest {
  private static final int COMMENTS = 45;

  @RegisterExtension
  static final LocalCosmosExtension cosmos = LocalCosmosExtension.builder().build();

  private final List<Comment> shown = new ArrayList<>();
  private BlogDatabase database;
  private BlogStore blog;
  private PostId postId;

  @BeforeEach
  void writeComments() {
    database = BlogDatabase.connect(cosmos.clientBuilder(), cosmos.freshDatabase().getId());
    blog = BlogStore.on(database.provision());
    User ann = blog.createUser("Ann").value();
    postId = blog.createPost(ann, "Hello", "My first post").value().id();
    for (int number = 1; number <= COMMENTS; number++) {
      blog.createComment(postId, ann, "Comment " + number);
    }
  }

  @AfterEach
  void close() {
    database.close();
  }

  private void show(Comment comment) {
    shown.add(comment);
  }

  @Test
  void readsCommentsAsAStream() {
    // region all-pages
    try (Stream<Comment> all =
        Page.stream(PageRequest.first(20), page -> blog.commentsOf(postId, page))) {
      all.limit(25).forEach(this::show);
    }
    // endregion
    assertThat(shown).extracting(Comment::id).hasSize(25).doesNotHaveDuplicates();
  }

  @Test
  void continuesWithATokenFromABrowser() {
    Page<Comment> page = blog.commentsOf(postId, PageRequest.first(20));
    String tokenFromBrowser = page.next().orElseThrow().value();
    // region token
    Optional<String> link = page.next().map(ContinuationToken::value);
    // later, in the next HTTP request
    PageRequest request = PageRequest.first(20).after(new ContinuationToken(tokenFromBrowser));
    Page<Comment> nextPage = blog.commentsOf(postId, request);
    // endregion
    assertThat(link).contains(tokenFromBrowser);
    assertThat(nextPage.items()).hasSize(20).doesNotContainAnyElementsOf(page.items());
  }

  @Test
  void readsTheWritesOfASession() {
    User ann = blog.createUser("Ben").value();
    // region session
    CommandResult<Post> written = blog.createPost(ann, "News", "From host 1");
    String cookie = written.sessionToken().value();
    // later, on another host
    BlogStore view = blog.withSession(SessionToken.orEmpty(cookie));
    Optional<Post> read = view.findPost(written.value().id());
    // endregion
    assertThat(read).contains(written.value());
    assertThat(view.sessionToken()).isEqualTo(written.sessionToken());
  }

  @Test
  void readsTheOldestCommentsFirst() {
    // region order
    Page<Comment> oldest =
        blog.commentsOf(postId, PageRequest.first(20), CommentOrder.OLDEST_FIRST);
    // endregion
    assertThat(oldest.items()).isSortedAccordingTo(Comparator.comparing(Comment::creationDate));
  }

  @Test
  void readsTheArchiveByMonth() {
    try (LocalCosmos emulator = LocalCosmos.start();
        BlogDatabase withListings = withListings(emulator.clientBuilder())) {
      BlogStore blog = BlogStore.on(withListings);
      User ann = blog.createUser("Ann").value();
      for (String day : List.of("2026-10-31", "2026-11-01", "2026-11-02")) {
        Instant date = Instant.parse(day + "T12:00:00Z");
        blog.createPost(CreatePost.of(ann, day, "Hello").writtenAt(date));
      }
      BlogChangeFeed.builder(withListings).buildStepped().drain();

      // region months
      Page<ListedPost> newest = blog.archive(PageRequest.first(20));
      List<ArchivedMonth> months = blog.archiveMonths(PageRequest.first(12)).items();
      Page<ListedPost> ofAMonth = blog.archive(months.get(0).month(), PageRequest.first(20));
      // endregion

      assertThat(newest.items()).extracting(ListedPost::title).startsWith("2026-11-02");
      assertThat(months)
          .containsExactly(
              new ArchivedMonth(YearMonth.of(2026, 11), 2),
              new ArchivedMonth(YearMonth.of(2026, 10), 1));
      assertThat(ofAMonth.items()).hasSize(2);
    }
  }

  @Test
  void listsPostsByTag() {
    try (LocalCosmos emulator = LocalCosmos.start();
        BlogDatabase withListings = withListings(emulator.clientBuilder())) {
      BlogStore blog = BlogStore.on(withListings);
      User ann = blog.createUser("Ann").value();
      SteppedChangeFeed changeFeed = BlogChangeFeed.builder(withListings).buildStepped();
      // region tags
      Tag java = Tag.of("java");
      blog.createPost(
          CreatePost.of(ann, "Records", "…").tags(List.of(java, Tag.from("Cosmos DB"))));
      // after the change feed's lag
      Page<ListedPost> posts = blog.postsByTag(java, PageRequest.first(20));
      List<ListedTag> tags = blog.tags(PageRequest.first(50)).items(); // cosmos-db 1, java 1
      // endregion
      assertThat(posts.items()).isEmpty();
      assertThat(tags).isEmpty();
      changeFeed.drain();
      assertThat(blog.postsByTag(java, PageRequest.first(20)).items())
          .extracting(ListedPost::title)
          .containsExactly("Records");
      assertThat(blog.tags(PageRequest.first(50)).items().toString())
          .isEqualTo(
              List.of(new ListedTag(Tag.of("cosmos-db"), 1), new ListedTag(java, 1)).toString());
    }
  }

  private static BlogDatabase withListings(CosmosClientBuilder clientBuilder) {
    // region listings
    BlogDatabase database =
        BlogDatabase.builder().connect(clientBuilder, "blog").listings().build().provision();
    // endregion
    return database;
  }
}
