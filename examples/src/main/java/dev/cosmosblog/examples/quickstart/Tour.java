package dev.cosmosblog.examples.quickstart;

import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.examples.blog.Drain;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.Tag;
import dev.cosmosblog.model.User;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.LikePost;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Shows features beyond the ten requests: a rename, a draft, tags, and the posts that a user liked.
 * It reports when the copies are updated.
 */
final class Tour {
  /** The custom property that post summaries contain. */
  private static final Duration PAUSE = Duration.ofMillis(20);

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final CosmosDatabase database;
  private final int frontPageSize;
  private final BlogStore store;
  private final BlogChangeFeed feed;
  private final Screen screen;

  Tour(BlogDatabase blog, BlogStore store, BlogChangeFeed feed, Screen screen) {
    this.database = blog.unwrap(CosmosDatabase.class);
    this.frontPageSize = blog.frontPageSize();
    this.store = store;
    this.feed = feed;
    this.screen = screen;
  }

  /** The kinds of items that copy a username, and the FROM clause that finds them as {@code c}. */
  private enum NameCopy {
    POSTS("posts", "posts", "c", "post"),
    COMMENTS("comments", "posts", "c", "comment"),
    LIKES("likes", "posts", "c", "like"),
    SUMMARIES("post summaries", "users", "c", "post"),
    FRONT_PAGE("posts on the front page", "feed", "c IN feed.posts", "post");

    private final String label;
    private final String container;
    private final String from;
    private final String type;

    NameCopy(String label, String container, String from, String type) {
      this.label = label;
      this.container = container;
      this.from = from;
      this.type = type;
    }
  }

  /**
   * Runs the tour with the author of the newest post whose name has a prefix.
   *
   * @return whether each copy followed in time
   */
  boolean go(String prefix) throws InterruptedException {
    User user =
        store.recentPosts(frontPageSize).stream()
            .filter(post -> post.userUsername().startsWith(prefix))
            .findFirst()
            .flatMap(post -> store.findUser(post.userId()))
            .orElseThrow();
    boolean renamed = rename(user);
    boolean published = publish(user);
    return renamed && published && tagAndLike(user);
  }

  private boolean rename(User user) {
    String name = "Renamed " + user.username();
    Map<NameCopy, Integer> before = new LinkedHashMap<>();
    for (NameCopy copy : NameCopy.values()) {
      before.put(copy, count(copy, user, user.username()));
    }
    long start = System.nanoTime();
    store.renameUser(user.id(), name);
    screen.line("");
    screen.line("renamed '" + user.username() + "' to '" + name + "'; the copies followed:");
    Map<NameCopy, Long> followed = watch(user, start);
    Table table = new Table("copies", "with the new name", "after ms");
    for (NameCopy copy : NameCopy.values()) {
      String after = followed.containsKey(copy) ? String.valueOf(followed.get(copy)) : "never";
      table.row(copy.label, count(copy, user, name) + " of " + before.get(copy), after);
    }
    table.print(screen);
    screen.line("");
    return followed.size() == NameCopy.values().length;
  }

  /** Publishes a draft, which then appears at the top of the front page. */
  private boolean publish(User user) throws InterruptedException {
    CreatePost command = CreatePost.of(user.id(), "A draft", "Nobody sees it yet.").draft();
    PostId draft = store.createPost(command).value().id();
    Drain.await(feed, PATIENCE, screen);
    boolean hidden = !newest().id().equals(draft);
    store.publishPost(draft);
    Drain.await(feed, PATIENCE, screen);
    boolean shown = newest().id().equals(draft);
    screen.line("a draft is on the front page once it is published: " + (hidden && shown));
    return hidden && shown;
  }

  /** Adds tags and a like to the newest post; the front page then shows both. */
  private boolean tagAndLike(User user) throws InterruptedException {
    PostId post = newest().id();
    store.editPost(EditPost.of(post).tags(List.of(Tag.of("first"), Tag.of("cosmos-db"))));
    store.likePost(LikePost.of(post, user.id()));
    Drain.await(feed, PATIENCE, screen);
    List<PostSummary> page = store.recentPosts(5);
    Set<PostId> liked = store.likedPosts(user.id(), page.stream().map(PostSummary::id).toList());
    for (PostSummary each : page) {
      String heart = liked.contains(each.id()) ? "♥" : "♡";
      screen.line("%s %d  %s %s".formatted(heart, each.likeCount(), each.title(), each.tags()));
    }
    return liked.contains(post) && !newest().tags().isEmpty();
  }

  private PostSummary newest() {
    return store.recentPosts(1).get(0);
  }

  /** Returns, for each kind of copy, the milliseconds until all have the new name. */
  private Map<NameCopy, Long> watch(User user, long start) {
    Map<NameCopy, Long> followed = new HashMap<>();
    long passed = 0;
    while (followed.size() < NameCopy.values().length && passed < PATIENCE.toMillis()) {
      for (NameCopy copy : NameCopy.values()) {
        if (!followed.containsKey(copy) && count(copy, user, user.username()) == 0) {
          followed.put(copy, (System.nanoTime() - start) / 1_000_000);
        }
      }
      LockSupport.parkNanos(PAUSE.toNanos());
      passed = (System.nanoTime() - start) / 1_000_000;
    }
    return followed;
  }

  private int count(NameCopy copy, User user, String username) {
    SqlQuerySpec query =
        new SqlQuerySpec(
            "SELECT c.id FROM "
                + copy.from
                + " WHERE c.type = @type AND c.userId = @user AND c.userUsername = @name",
            new SqlParameter("@type", copy.type),
            new SqlParameter("@user", user.id().value()),
            new SqlParameter("@name", username));
    return (int)
        database
            .getContainer(copy.container)
            .queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class)
            .stream()
            .count();
  }
}
