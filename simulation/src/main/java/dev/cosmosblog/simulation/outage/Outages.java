package dev.cosmosblog.simulation.outage;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.HealthStatus;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.console.Program;
import dev.cosmosblog.examples.console.Range;
import dev.cosmosblog.examples.console.Results;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.User;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Stops the emulator of a change feed with default settings again and again, and measures the time
 * from its return until a new post and a new username are copied.
 */
@Command(
    name = "outages",
    description = "measures how soon copies are current after outages of the account")
public final class Outages implements Program {
  /** Within this time after the account's return, copies must be current. */
  private static final double LIMIT_SECONDS = 30;

  private static final int GIVE_UP_SECONDS = 300;
  private static final int ALL_POSTS = 100;
  private static final String DATABASE = "outages";

  @Option(names = "--outages", description = "how often the account stops")
  @Range(max = 1_000)
  private int outages = 20;

  @Option(names = "--shortest", description = "the seconds of the shortest outage")
  @Range(max = 3_600)
  private int shortest = 10;

  @Option(names = "--longest", description = "the seconds of the longest outage")
  @Range(max = 3_600)
  private int longest = 120;

  @Option(names = "--seed", description = "decides the order and the pauses")
  private long seed = 1;

  private final CountDownLatch never = new CountDownLatch(1);

  /**
   * One outage.
   *
   * @param degradedAfter the seconds after which health reported it; -1 if it didn't
   * @param logLines the lines that the library logged at INFO or above
   */
  record Outage(
      int seconds,
      double degradedAfter,
      int restarts,
      List<String> logLines,
      @JsonUnwrapped Recovery recovery) {}

  /**
   * The change feed's recovery after the account's return.
   *
   * @param currentAfter the seconds until the copies were current
   * @param wrongSeconds how long health was UP although the copies weren't current
   */
  record Recovery(double currentAfter, double wrongSeconds) {}

  @Override
  public boolean run(Screen screen) throws IOException, InterruptedException {
    Random random = new Random(seed);
    Path directory = Files.createTempDirectory("outages");
    List<Outage> all = new ArrayList<>();
    LocalCosmos emulator = LocalCosmos.builder().directory(directory).start();
    Endpoint endpoint = Endpoint.of(emulator);
    try (LogLines log = LogLines.ofLibrary();
        BlogDatabase blog = endpoint.connect(DATABASE, "change-feed").provision();
        BlogDatabase ofWriter = endpoint.connect(DATABASE, "writer");
        BlogChangeFeed feed = BlogChangeFeed.start(blog)) {
      BlogStore store = BlogStore.on(ofWriter);
      User author = store.createUser("Author").value();
      for (int i = 0; i < outages; i++) {
        int seconds = outages == 1 ? longest : shortest + (longest - shortest) * i / (outages - 1);
        // The outage begins at any time between two checks.
        pause(5 + random.nextDouble() * 17);
        int restarts = restarts(feed);
        log.clear();
        emulator.close();
        double degradedAfter = awaitDegraded(feed, seconds);
        emulator = LocalCosmos.builder().directory(directory).port(emulator.port()).start();
        Recovery recovery = awaitCurrent(new Written(store, author, i), feed);
        awaitHealthy(feed);
        all.add(
            new Outage(seconds, degradedAfter, restarts(feed) - restarts, log.lines(), recovery));
        screen.line("%s", all.get(i));
      }
    } finally {
      emulator.close();
    }
    return report(all, screen);
  }

  private double awaitDegraded(BlogChangeFeed feed, int seconds) throws InterruptedException {
    double degradedAfter = -1;
    long begun = System.nanoTime();
    while (since(begun) < seconds) {
      if (degradedAfter < 0 && feed.health().status() != HealthStatus.UP) {
        degradedAfter = round(since(begun));
      }
      pause(0.1);
    }
    return degradedAfter;
  }

  private Recovery awaitCurrent(Written written, BlogChangeFeed feed) throws InterruptedException {
    long begun = System.nanoTime();
    double wrong = 0;
    boolean current = false;
    while (!current && since(begun) < GIVE_UP_SECONDS) {
      long before = System.nanoTime();
      pause(0.2);
      current = tried(written::isCopied);
      if (!current && feed.health().status() == HealthStatus.UP) {
        wrong += since(before);
      }
    }
    return new Recovery(round(since(begun)), round(wrong));
  }

  /** Also waits for the line that an outage ends with. */
  private void awaitHealthy(BlogChangeFeed feed) throws InterruptedException {
    long begun = System.nanoTime();
    while (feed.health().status() != HealthStatus.UP && since(begun) < GIVE_UP_SECONDS) {
      pause(0.2);
    }
    pause(3);
  }

  /** A post and a name that are written once the account is back. */
  private static final class Written {
    private final BlogStore store;
    private final User author;
    private final String name;
    private boolean done;

    Written(BlogStore store, User author, int number) {
      this.store = store;
      this.author = author;
      this.name = "Author " + number;
    }

    boolean isCopied() {
      if (!done) {
        store.renameUser(author.id(), name);
        store.createPost(author, name, "Text");
        done = true;
      }
      List<PostSummary> posts = store.recentPosts(ALL_POSTS);
      return posts.stream().anyMatch(post -> post.title().equals(name))
          && posts.stream().allMatch(post -> post.userUsername().equals(name));
    }
  }

  private static boolean tried(BooleanSupplier attempt) {
    try {
      return attempt.getAsBoolean();
    } catch (StoreException notYet) {
      return false;
    }
  }

  private static boolean report(List<Outage> all, Screen screen) throws IOException {
    Table table =
        new Table(
            "outage", "degraded after", "restarts", "log lines", "current after", "wrongly UP");
    all.forEach(
        one ->
            table.format(
                "%d s|%.1f s|%d|%d|%.1f s|%.1f s",
                one.seconds(),
                one.degradedAfter(),
                one.restarts(),
                one.logLines().size(),
                one.recovery().currentAfter(),
                one.recovery().wrongSeconds()));
    table.print(screen);
    screen.line("written to " + Results.write("outages", all));
    return all.stream().allMatch(one -> one.recovery().currentAfter() <= LIMIT_SECONDS);
  }

  private static int restarts(BlogChangeFeed feed) {
    ChangeFeedHealth health = feed.health();
    return health.users().restarts() + health.posts().restarts();
  }

  private void pause(double seconds) throws InterruptedException {
    if (never.await((long) (seconds * 1e9), TimeUnit.NANOSECONDS)) {
      throw new AssertionError();
    }
  }

  private static double since(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }

  private static double round(double seconds) {
    return Math.round(seconds * 10) / 10.0;
  }
}
