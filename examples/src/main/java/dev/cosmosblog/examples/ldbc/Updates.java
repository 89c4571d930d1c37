package dev.cosmosblog.examples.ldbc;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * All update streams merged in the order of their scheduled time. The streams themselves are not
 * quite in that order, so they are held in memory and sorted.
 *
 * @param all what adds to the blog
 * @param skipped how many rows are of a kind that a blog has nothing for
 */
record Updates(List<Update> all, long skipped) {
  Updates {
    all = List.copyOf(all);
  }

  static Updates read(List<Path> files, MalformedRows malformed) throws IOException {
    List<Update> updates = new ArrayList<>();
    long skipped = 0;
    for (Path file : files) {
      try (LineReader lines = new LineReader(file)) {
        for (Optional<Line> line = lines.next(); line.isPresent(); line = lines.next()) {
          try {
            Optional<Update> update = Update.of(line.get().row());
            update.ifPresent(updates::add);
            skipped += update.isPresent() ? 0 : 1;
          } catch (MalformedRowException e) {
            malformed.add(line.get().source(), String.valueOf(e.getMessage()));
          }
        }
      }
    }
    updates.sort(Comparator.comparingLong(Update::scheduledTime));
    return new Updates(updates, skipped);
  }
}
