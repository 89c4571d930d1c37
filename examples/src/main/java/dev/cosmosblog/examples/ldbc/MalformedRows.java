package dev.cosmosblog.examples.ldbc;

import dev.cosmosblog.examples.console.Screen;
import java.util.concurrent.atomic.AtomicLong;

/** Names and counts the rows that were skipped because no sense could be made of them. */
final class MalformedRows {
  private final AtomicLong count = new AtomicLong();
  private final Screen screen;

  MalformedRows(Screen screen) {
    this.screen = screen;
  }

  void add(Source source, String reason) {
    count.incrementAndGet();
    screen.line(source + ": " + reason);
  }

  long count() {
    return count.get();
  }
}
