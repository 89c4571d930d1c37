package dev.cosmosblog.examples.console;

import java.io.Console;
import java.io.PrintWriter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The output of a program: lines, and on a terminal one status line that is redrawn in place. */
public final class Screen {
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
   * Writes a line.
   *
   * @param text the line
   */
  public synchronized void line(String text) {
    eraseStatus();
    out.println(text);
    out.flush();
  }

  /**
   * Writes a line.
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
