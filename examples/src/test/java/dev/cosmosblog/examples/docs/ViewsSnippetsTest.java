package dev.cosmosblog.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.SteppedChangeFeed;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.HealthStatus;
import dev.cosmosblog.changefeed.observe.ViewHealth;
import dev.cosmosblog.changefeed.view.BlogView;
import dev.cosmosblog.changefeed.view.PostChange;
import dev.cosmosblog.changefeed.view.ViewConfig;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The Java examples of docs/views.md. */
class ViewsSnippetsTest {
  @RegisterExtension
  static final LocalCosmosExtension cosmos = LocalCosmosExtension.builder().build();

  private BlogDatabase database;
  private BlogStore blog;
  private User ann;

  @BeforeEach
  void createUser() {
    database = BlogDatabase.connect(cosmos.clientBuilder(), cosmos.freshDatabase().getId());
    blog = BlogStore.on(database.provision());
    ann = blog.createUser("Ann").value();
  }

  @AfterEach
  void close() {
    database.close();
  }

  // region view
  /** The titles of all published posts, in memory. */
  static final class Titles implements BlogView {
    private record Title(long version, Optional<String> text) {}

    private final Map<PostId, Title> titles = new ConcurrentHashMap<>();

    @Override
    public void onPosts(List<PostChange> changes) {
      for (PostChange change : changes) {
        Title title = new Title(change.version(), change.post().map(Post::title));
        titles.merge(change.id(), title, (old, now) -> now.version() >= old.version() ? now : old);
      }
    }

    Optional<String> find(PostId id) {
      return Optional.ofNullable(titles.get(id)).flatMap(Title::text);
    }
  }

  // endregion

  @Test
  void registersAndWatchesAView() throws InterruptedException {
    Post post = blog.createPost(ann, "Hello", "My first post").value();
    // region register
    Titles titles = new Titles();
    BlogChangeFeed changeFeed =
        BlogChangeFeed.builder(database)
            .view("titles", titles, ViewConfig.DEFAULT.onEveryHost())
            .build();
    changeFeed.start();
    changeFeed.view("titles").awaitDrained(Duration.ofMinutes(1));
    // endregion
    assertThat(titles.find(post.id())).contains("Hello");
    // region watch
    ViewHealth health = changeFeed.view("titles").health();
    boolean works = health.status() == HealthStatus.UP;
    long behind = changeFeed.view("titles").lag().posts();
    // endregion
    assertThat(works).isTrue();
    assertThat(behind).isZero();
    changeFeed.close();
  }

  @Test
  void stepsAView() {
    // region test
    Titles titles = new Titles();
    SteppedChangeFeed changeFeed =
        BlogChangeFeed.builder(database).view("titles", titles).buildStepped();
    Post post = blog.createPost(ann, "Hello", "My first post").value();

    changeFeed.drain();
    assertThat(titles.find(post.id())).contains("Hello");

    blog.deletePost(post.id());
    changeFeed.drain();
    assertThat(titles.find(post.id())).isEmpty();
    // endregion
  }

  @Test
  void testsAViewWithoutADatabase() {
    // region unit
    Titles titles = new Titles();
    Post post = new Post(PostId.of("p1"), ann.id(), "Ann", "Hello", "My first post", Instant.EPOCH);

    titles.onPosts(List.of(PostChange.published(post, 1)));
    assertThat(titles.find(post.id())).contains("Hello");

    titles.onPosts(List.of(PostChange.deleted(post.id(), ann.id(), 2)));
    assertThat(titles.find(post.id())).isEmpty();
    // endregion
  }
}
