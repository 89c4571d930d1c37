package dev.cosmosblog.examples.console;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of running a program in a test.
 *
 * @param exitCode its exit code
 * @param output its output
 * @param errors its error output
 */
public record Run(int exitCode, String output, String errors) {
  /**
   * Runs an example to its end.
   *
   * @param example the program
   * @param words its arguments
   * @return the result
   */
  public static Run of(Example example, String... words) {
    Capture output = new Capture();
    Capture errors = new Capture();
    int code = launch(example, output.screen(false), errors.stream(), words);
    return new Run(code, output.text(), errors.text());
  }

  /**
   * Runs an example to its end.
   *
   * @param example the program
   * @param screen takes its output
   * @param errors takes its error output
   * @param words its arguments
   * @return its exit code
   */
  public static int launch(Example example, Screen screen, PrintStream errors, String... words) {
    List<String> all = new ArrayList<>(List.of(example.usage().name()));
    all.addAll(List.of(words));
    return new Launcher(List.of(example), screen, errors).launch(all);
  }

  /**
   * Returns the lines of the output.
   *
   * @return the lines
   */
  public List<String> lines() {
    return output.lines().toList();
  }

  /** Records what is written to it. */
  public static final class Capture {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    /**
     * Returns the recorded stream.
     *
     * @return the stream
     */
    public PrintStream stream() {
      return stream;
    }

    /**
     * Returns a screen on the stream.
     *
     * @param terminal whether the screen is a terminal
     * @return the screen
     */
    public Screen screen(boolean terminal) {
      return new Screen(stream, terminal);
    }

    /**
     * Returns the recorded text.
     *
     * @return the text
     */
    public String text() {
      return bytes.toString(StandardCharsets.UTF_8);
    }
  }
}
