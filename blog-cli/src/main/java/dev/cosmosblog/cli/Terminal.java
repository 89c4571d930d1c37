package dev.cosmosblog.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.PrintStream;
import java.time.Duration;
import java.util.function.LongSupplier;
import picocli.CommandLine.Help.Ansi;

/**
 * Standard output for results, and standard error for progress. On a terminal, progress is one line
 * that is rewritten; elsewhere it is a line every ten seconds. Thread-safe.
 */
final class Terminal {
  /** ECMA-48: erase to the end of the line. */
  private static final String ERASE = "\r\u001b[K";

  private static final int WIDTH = 110;
  private static final String INDENT = "  ";
  private static final Duration INTERVAL = Duration.ofSeconds(10);
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final PrintStream out;
  private final PrintStream err;
  private final boolean rewrites;
  private final LongSupplier nanoTime;

  /** Guarded by this. */
  private boolean progressShown;

  /** Guarded by this. */
  private long shownAt;

  Terminal(PrintStream out, PrintStream err, boolean rewrites, LongSupplier nanoTime) {
    this.out = out;
    this.err = err;
    this.rewrites = rewrites;
    this.nanoTime = nanoTime;
    this.shownAt = nanoTime.getAsLong();
  }

  static Terminal ofProcess() {
    return new Terminal(System.out, System.err, Ansi.AUTO.enabled(), System::nanoTime);
  }

  PrintStream out() {
    return out;
  }

  PrintStream err() {
    return err;
  }

  /** Prints a line of the result, wrapped at 110 characters. */
  void print(String line) {
    printUnwrapped(wrap(line));
  }

  /** Prints the result as JSON. */
  void printJson(Object result) {
    try {
      printUnwrapped(JSON.writeValueAsString(result));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private synchronized void printUnwrapped(String text) {
    eraseProgress();
    out.println(text);
    out.flush();
  }

  /** Prints a line on standard error; elsewhere than on a terminal, it may be a log. */
  synchronized void error(String line) {
    eraseProgress();
    err.println(rewrites ? wrap(line) : line);
  }

  /** Divides a line at spaces, and indents what follows. Longer words stay whole. */
  private static String wrap(String line) {
    StringBuilder wrapped = new StringBuilder();
    String rest = line;
    while (rest.length() > WIDTH) {
      int end = rest.lastIndexOf(' ', WIDTH);
      if (end < 0 || rest.substring(0, end).isBlank()) {
        end = rest.indexOf(' ', WIDTH);
      }
      if (end < 0) {
        break;
      }
      wrapped.append(rest, 0, end).append(System.lineSeparator());
      rest = INDENT + rest.substring(end + 1);
    }
    return wrapped + rest;
  }

  synchronized void progress(String line) {
    if (rewrites) {
      err.print(ERASE + line);
      err.flush();
      progressShown = true;
    } else if (nanoTime.getAsLong() - shownAt >= INTERVAL.toNanos()) {
      err.println(line);
      shownAt = nanoTime.getAsLong();
    }
  }

  synchronized void eraseProgress() {
    if (progressShown) {
      err.print(ERASE);
      err.flush();
      progressShown = false;
    }
  }
}
