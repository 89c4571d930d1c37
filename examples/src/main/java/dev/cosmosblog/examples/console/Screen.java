package dev.cosmosblog.examples.console;

import java.io.Console;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** Where an example writes: lines, and on a terminal one status line that is redrawn in place. */
public final class Screen {
  /** ECMA-48: erase from here to the end of the line. */
  private static final String ERASE = "\r\u001b[K";

  private final PrintStream out;
  private final boolean terminal;

  /** Guarded by this. */
  private boolean statusShown;

  /**
   * A screen.
   *
   * @param out where the lines go
   * @param terminal whether that is a terminal
   */
  public Screen(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /**
   * There is a console where standard input and output are a terminal; from Java 22 on also where
   * they are not, and a method that tells.
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
   * Whether a status line can be redrawn in place.
   *
   * @return whether this is a terminal
   */
  public boolean terminal() {
    return terminal;
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
   * Redraws the status line on a terminal, and does nothing elsewhere.
   *
   * @param text what it says from now on
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
