package dev.cosmosblog.examples.ldbc;

import dev.cosmosblog.examples.blog.Workers;
import dev.cosmosblog.examples.console.Progress;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.store.BlogStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Loads a data set's state, then plays its updates. */
final class Import {
  private final DataSet data;
  private final Workers workers;
  private final Screen screen;
  private final ReplyChains replies = new ReplyChains();
  private final Tally tally = new Tally();
  private final MalformedRows malformed;
  private final Loader loader;

  Import(DataSet data, BlogStore store, Workers workers, Screen screen) {
    this.data = data;
    this.workers = workers;
    this.screen = screen;
    this.malformed = new MalformedRows(screen);
    this.loader = new Loader(store, replies, tally, malformed);
  }

  Tally tally() {
    return tally;
  }

  long malformedRows() {
    return malformed.count();
  }

  /** Returns how many updates a blog has nothing for. */
  long run() throws IOException, InterruptedException {
    Updates updates = Updates.read(data.updateStreams(), malformed);
    learnReplies(updates.all());
    for (DataTable table : DataTable.values()) {
      load(table);
    }
    try (Progress progress = new Progress("play updates", updates.all().size(), screen)) {
      new LiveTraffic(loader, replies, workers.executor()).play(updates.all(), progress);
    }
    return updates.skipped();
  }

  /** A comment may reply to one that stands further on, or in another file. */
  private void learnReplies(List<Update> updates) throws IOException {
    for (Path file : data.of(DataTable.COMMENT)) {
      // What is malformed is named when it is loaded.
      try (DataRows rows = new DataRows(file, DataTable.COMMENT, (source, reason) -> {})) {
        rows.forEachRemaining(this::learn);
      }
    }
    updates.forEach(update -> learn(update.addition()));
  }

  private void learn(Addition addition) {
    if (addition instanceof AddComment comment) {
      replies.add(comment);
    }
  }

  private void load(DataTable table) throws IOException, InterruptedException {
    for (Path file : data.of(table)) {
      long total = Math.max(0, LineReader.count(file) - 1);
      try (DataRows rows = new DataRows(file, table, malformed::add);
          Progress progress = new Progress("load " + file.getFileName(), total, screen)) {
        workers.forEach(
            rows,
            addition -> {
              loader.add(addition);
              progress.step();
            });
      }
    }
  }
}
