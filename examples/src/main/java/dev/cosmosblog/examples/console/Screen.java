package dev.cosmosblog.examples.console;

import java.io.Console;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The output of a program: lines, and on a terminal one status line that is redrawn in place. */
public final class Screen {
  /** The maximum length of a line, except for a word that is longer. */
  static final int WIDTH = 110;

  private static final String INDENT = "  ";

  /** ECMA-48: erase from here to the end of the line. */
  private static final String ERASE = "\r\u001b[K";

  private final PrintWriter out;
  private final boolean terminal;

  /** Guarded by this. */
  private boolean statusShown;

  /**
   * Creates a screen.
   *
   * @param out where the lines go
   * @param terminal whether that is a terminal
   */
  public Screen(PrintWriter out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /**
   * Returns whether a console is a terminal. Up to Java 21 every console is; later ones have a
   * method that tells.
   */
  static boolean isTerminal(@Nullable Console console) {
    if (console == null) {
      return false;
    }
    try {
      return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }

  /**
   * Returns whether a status line can be redrawn in place.
   *
   * @return true on a terminal
   */
  public boolean terminal() {
    return terminal;
  }

  PrintWriter writer() {
    return out;
  }

  /**
   * Writes a line, wrapped at 110 characters.
   *
   * @param text the line
   */
  public synchronized void line(String text) {
    eraseStatus();
    int width = text.length() <= WIDTH ? WIDTH : WIDTH - INDENT.length();
    out.println(String.join(System.lineSeparator() + INDENT, wrap(text, width)));
    out.flush();
  }

  /** Divides a text at spaces into lines of a width. Longer words stay whole. */
  static List<String> wrap(String text, int width) {
    List<String> lines = new ArrayList<>();
    String rest = text;
    while (rest.length() > width) {
      int end = rest.lastIndexOf(' ', width);
      if (end < 0 || rest.substring(0, end).isBlank()) {
        end = rest.indexOf(' ', width);
      }
      if (end < 0) {
        break;
      }
      lines.add(rest.substring(0, end).stripTrailing());
      rest = rest.substring(end + 1);
    }
    lines.add(rest);
    return lines;
  }

  /**
   * Writes a line, wrapped at 110 characters.
   *
   * @param format its text, as in {@link String#format}
   * @param values the values in it
   */
  public void line(String format, Object... values) {
    line(String.format(Locale.ROOT, format, values));
  }

  /**
   * Redraws the status line on a terminal, and does nothing elsewhere.
   *
   * @param text its new text
   */
  public synchronized void status(String text) {
    if (terminal) {
      out.print(ERASE + text);
      out.flush();
      statusShown = true;
    }
  }

  private void eraseStatus() {
    if (statusShown) {
      out.print(ERASE);
      statusShown = false;
    }
  }
}
