package dev.cosmosblog.examples.search;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.view.ViewConfig;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.console.Program;
import dev.cosmosblog.examples.console.Results;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Searches the texts of posts with Apache Lucene. Each host keeps the whole index in memory and
 * fills it from the beginning of the change feed at each start, so a restart also rebuilds it.
 */
@Command(
    name = "search",
    description = "maintains a full-text index of the posts as a custom view, and searches it")
public final class Search implements Program {
  private static final String VIEW = "search";
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @Option(names = "--words", paramLabel = "<text>", description = "the words to search for")
  private String words = "partition key";

  /** The content of {@code search.json}: the titles that each search found. */
  record Result(
      String words,
      List<String> found,
      List<String> afterAnErasure,
      List<String> afterARebuild,
      int postsInIndex) {}

  @Override
  public boolean run(Screen screen) throws IOException, InterruptedException {
    try (LocalCosmos emulator = LocalCosmos.start();
        BlogDatabase database = Endpoint.of(emulator).connect("blog", "search").provision()) {
      BlogStore blog = BlogStore.on(database);
      User ann = writePosts(blog);
      List<String> found;
      List<String> afterErasure;
      try (PostIndex index = new PostIndex(Clock.systemUTC());
          BlogChangeFeed changeFeed = start(database, index)) {
        found = search("at first", words, index, blog, screen);
        blog.eraseUser(EraseUser.remove(ann.id()));
        changeFeed.view(VIEW).awaitDrained(PATIENCE);
        afterErasure = search("after Ann is erased", words, index, blog, screen);
      }
      try (PostIndex index = new PostIndex(Clock.systemUTC());
          BlogChangeFeed rebuilt = start(database, index)) {
        List<String> again = search("after a restart", words, index, blog, screen);
        int size = index.size();
        Result result = new Result(words, found, afterErasure, again, size);
        screen.line("written to " + Results.write("search", result));
        boolean isHealthy = rebuilt.view(VIEW).health().problem().isEmpty();
        return isHealthy && again.equals(afterErasure);
      }
    }
  }

  /** Starts a change feed with the view and waits until the index contains all posts. */
  private static BlogChangeFeed start(BlogDatabase database, PostIndex index)
      throws InterruptedException {
    BlogChangeFeed changeFeed =
        BlogChangeFeed.builder(database)
            .pollInterval(Duration.ofMillis(100))
            .view(VIEW, index, ViewConfig.DEFAULT.onEveryHost())
            .build();
    changeFeed.start();
    changeFeed.view(VIEW).awaitDrained(PATIENCE);
    return changeFeed;
  }

  private static User writePosts(BlogStore blog) {
    User ann = blog.createUser("Ann").value();
    User ben = blog.createUser("Ben").value();
    blog.createPost(ann, "Choosing a partition key", "A good key spreads what is written.");
    blog.createPost(ann, "Counting likes", "Each like and its count are one transaction.");
    blog.createPost(ben, "One query, one partition", "It has the key of what it asks for.");
    blog.createPost(ben, "What a point read costs", "One request unit for a kilobyte.");
    return ann;
  }

  private static List<String> search(
      String when, String words, PostIndex index, BlogStore blog, Screen screen)
      throws IOException {
    List<String> titles = new ArrayList<>();
    for (PostId id : index.find(words)) {
      blog.findPost(id).map(Post::title).ifPresent(titles::add);
    }
    screen.line("'%s' %s: %s", words, when, titles);
    return titles;
  }
}
