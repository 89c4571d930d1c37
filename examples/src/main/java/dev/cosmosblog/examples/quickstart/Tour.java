package dev.cosmosblog.examples.quickstart;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.examples.blog.BlogConnection;
import dev.cosmosblog.examples.blog.Drain;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.User;
import dev.cosmosblog.store.BlogStore;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/** What the quickstart shows on a blog that has been written: requests, a rename, the copies. */
final class Tour {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final BlogConnection blog;
  private final BlogChangeFeed feed;
  private final Screen screen;

  Tour(BlogConnection blog, BlogChangeFeed feed, Screen screen) {
    this.blog = blog;
    this.feed = feed;
    this.screen = screen;
  }

  /**
   * What was found.
   *
   * @param requests what each request took
   * @param renamed whether all copies followed the rename
   * @param copies how the copies compare with their sources
   */
  record Findings(List<Measurement> requests, boolean renamed, CopyReport copies) {}

  Findings take(GeneratedBlog generated, BlogStore measured, Measure measure)
      throws InterruptedException {
    Drain.await(feed, PATIENCE, screen);
    PostPlan post = liveliest(generated);
    List<Measurement> requests =
        new TenRequests(measured, GeneratedBlog.userId(post.author()), GeneratedBlog.postId(post))
            .all().stream().map(measure::of).toList();
    Drain.await(feed, PATIENCE, screen);
    boolean renamed = rename();
    Drain.await(feed, PATIENCE, screen);
    BlogStore store = blog.store();
    CopyReport copies = CopyCheck.of(BlogItems.read(blog.database()), store.feedSize());
    return new Findings(requests, renamed, copies);
  }

  /** The post that most is written about, so that its lists have something to show. */
  private static PostPlan liveliest(GeneratedBlog blog) {
    return blog.plans().stream()
        .max(Comparator.comparingInt(plan -> plan.comments() + plan.likes()))
        .orElseThrow();
  }

  /** Somebody whose posts are in the feed, so that there are copies of every kind. */
  private boolean rename() {
    BlogStore store = blog.store();
    PostSummary newest =
        store.recentPosts(store.feedSize()).stream()
            .filter(post -> post.userUsername().startsWith(GeneratedBlog.NAME))
            .findFirst()
            .orElseThrow();
    User user = store.findUser(newest.userId()).orElseThrow();
    String newName = "Renamed " + user.username();
    return new RenameDemo(store, blog.database(), screen).rename(user, newName);
  }
}
