package dev.cosmosblog.examples.ldbc;

import dev.cosmosblog.examples.blog.Workers;
import dev.cosmosblog.examples.console.Progress;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.ldbc.Addition.AddComment;
import dev.cosmosblog.examples.ldbc.Addition.AddPost;
import dev.cosmosblog.examples.ldbc.Addition.AddUser;
import dev.cosmosblog.examples.ldbc.Row.MalformedRowException;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.error.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Loads the initial state of a data set into a blog, replays its updates, and counts the results.
 * Adding a row again has no effect, because ids come from the data set.
 */
final class Loader {
  private static final Map<Class<? extends Addition>, String> KINDS = kinds();

  private final BlogStore store;
  private final Workers workers;
  private final Screen screen;
  private final ReplyChains replies = new ReplyChains();
  private final Map<String, AtomicLong> created = counters();
  private final Map<String, AtomicLong> alreadyThere = counters();
  private final AtomicLong malformedRows = new AtomicLong();
  private final Set<Long> users = new ConcurrentSkipListSet<>();
  private final Set<Long> posts = new ConcurrentSkipListSet<>();

  Loader(BlogStore store, Workers workers, Screen screen) {
    this.store = store;
    this.workers = workers;
    this.screen = screen;
  }

  private static Map<Class<? extends Addition>, String> kinds() {
    Map<Class<? extends Addition>, String> kinds = new LinkedHashMap<>();
    kinds.put(AddUser.class, "users");
    kinds.put(AddPost.class, "posts");
    kinds.put(AddComment.class, "comments");
    kinds.put(Addition.AddLike.class, "likes");
    return kinds;
  }

  private static Map<String, AtomicLong> counters() {
    Map<String, AtomicLong> counters = new LinkedHashMap<>();
    KINDS.values().forEach(kind -> counters.put(kind, new AtomicLong()));
    return counters;
  }

  /** Loads the data set and replays its updates; returns the number of skipped updates. */
  long load(SnbFiles files) throws IOException, InterruptedException {
    SnbFiles.Updates updates = files.updates(this::malformed);
    learnReplies(files, updates.additions());
    for (SnbFiles.Table table : SnbFiles.Table.values()) {
      for (Path file : files.of(table)) {
        load(file, table);
      }
    }
    try (Progress progress = new Progress("replay updates", updates.additions().size(), screen)) {
      new LiveTraffic(this, replies, workers.executor()).play(updates.additions(), progress);
    }
    return updates.skipped();
  }

  /** Runs first, because a comment may reply to a later one or to one in another file. */
  private void learnReplies(SnbFiles files, List<Addition> updates) throws IOException {
    for (Path file : files.of(SnbFiles.Table.COMMENT)) {
      // Malformed rows are reported when they are loaded.
      try (RowReader.Additions rows =
          new RowReader.Additions(file, SnbFiles.Table.COMMENT, malformed -> {})) {
        rows.forEachRemaining(this::learn);
      }
    }
    updates.forEach(this::learn);
  }

  private void learn(Addition addition) {
    if (addition instanceof AddComment comment) {
      replies.add(comment);
    }
  }

  private void load(Path file, SnbFiles.Table table) throws IOException, InterruptedException {
    long total = Math.max(0, RowReader.count(file) - 1);
    try (RowReader.Additions rows = new RowReader.Additions(file, table, this::malformed);
        Progress progress = new Progress("load " + file.getFileName(), total, screen)) {
      workers.forEach(
          rows,
          addition -> {
            add(addition);
            progress.step();
          });
    }
  }

  /** Adds one row, from any thread. */
  void add(Addition addition) {
    try {
      CommandResult<?> result = Workers.untilDone(() -> addition.addTo(store, replies));
      count(result.alreadyDone() ? alreadyThere : created, addition);
    } catch (StoreException e) {
      throw e;
    } catch (MalformedRowException | BlogException e) {
      malformed(addition.row().place() + ": " + e.getMessage());
    }
  }

  private void count(Map<String, AtomicLong> counters, Addition addition) {
    String kind = KINDS.getOrDefault(addition.getClass(), "");
    counters.getOrDefault(kind, new AtomicLong()).incrementAndGet();
    if (addition instanceof AddUser user) {
      users.add(user.id());
    } else if (addition instanceof AddPost post) {
      posts.add(post.id());
    }
  }

  private void malformed(String message) {
    malformedRows.incrementAndGet();
    screen.line(message);
  }

  Map<String, AtomicLong> created() {
    return created;
  }

  Map<String, AtomicLong> alreadyThere() {
    return alreadyThere;
  }

  long malformedRows() {
    return malformedRows.get();
  }

  /** Returns the sorted ids of the users in the blog. */
  List<Long> users() {
    return List.copyOf(users);
  }

  /** Returns the sorted ids of the posts in the blog. */
  List<Long> posts() {
    return List.copyOf(posts);
  }
}
