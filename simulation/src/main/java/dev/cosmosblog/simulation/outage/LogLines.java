package dev.cosmosblog.simulation.outage;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The lines that SLF4J's simple logger writes for the library, instead of to the errors. */
final class LogLines extends OutputStream {
  private static final String SETTING = "org.slf4j.simpleLogger.";

  private final PrintStream before = System.err;

  // Guarded by this.
  private final StringBuilder line = new StringBuilder();
  private final List<String> lines = new ArrayList<>();

  private LogLines() {}

  /** Silences all other loggers, and must be called before the library's are created. */
  static LogLines ofLibrary() {
    // Another program of this module silences the library.
    System.getProperties().keySet().removeIf(key -> key.toString().startsWith(SETTING + "log."));
    System.setProperty(SETTING + "defaultLogLevel", "off");
    System.setProperty(SETTING + "log.dev.cosmosblog", "info");
    System.setProperty(SETTING + "showDateTime", "true");
    System.setProperty(SETTING + "dateTimeFormat", "HH:mm:ss");
    System.setProperty(SETTING + "showShortLogName", "true");
    LogLines lines = new LogLines();
    System.setErr(new PrintStream(lines, true, StandardCharsets.UTF_8));
    return lines;
  }

  @Override
  public synchronized void write(int one) {
    if (one == '\n') {
      lines.add(line.toString());
      line.setLength(0);
    } else {
      line.append((char) one);
    }
  }

  synchronized List<String> lines() {
    return List.copyOf(lines);
  }

  synchronized void clear() {
    lines.clear();
  }

  @Override
  public void close() {
    System.setErr(before);
  }
}
