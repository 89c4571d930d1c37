package dev.cosmosblog.benchmarks.testing;

import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Launcher;
import dev.cosmosblog.examples.console.Screen;
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
  /** Runs an example to its end. */
  public static Run of(Example example, String... words) {
    Capture output = new Capture();
    Capture errors = new Capture();
    int code = launch(example, output.screen(false), errors.stream(), words);
    return new Run(code, output.text(), errors.text());
  }

  /** Runs an example to its end and returns its exit code. */
  public static int launch(Example example, Screen screen, PrintStream errors, String... words) {
    List<String> all = new ArrayList<>(List.of(example.usage().name()));
    all.addAll(List.of(words));
    return new Launcher(List.of(example), screen, errors).launch(all);
  }

  /** Returns the lines of the output. */
  public List<String> lines() {
    return output.lines().toList();
  }

  /** Records what is written to it. */
  public static final class Capture {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    /** Returns the stream that is recorded. */
    public PrintStream stream() {
      return stream;
    }

    /** Returns a screen on the stream. */
    public Screen screen(boolean terminal) {
      return new Screen(stream, terminal);
    }

    /** Returns what was written. */
    public String text() {
      return bytes.toString(StandardCharsets.UTF_8);
    }
  }
}
