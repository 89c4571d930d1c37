package dev.cosmosblog.benchmarks.testing;

import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Programs;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Streams;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * An example that was run.
 *
 * @param exitCode its exit code
 * @param output what it said
 * @param errors why it failed
 */
public record Run(int exitCode, String output, String errors) {
  /** Runs an example to its end. */
  public static Run of(Example example, String... words) {
    Capture output = new Capture();
    Capture errors = new Capture();
    Streams streams = new Streams(output.screen(false), errors.stream());
    int code = Programs.run(example, List.of(words), streams, () -> "usage");
    return new Run(code, output.text(), errors.text());
  }

  /** The lines of the output. */
  public List<String> lines() {
    return output.lines().toList();
  }

  /** Keeps what is written to it. */
  public static final class Capture {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    /** Where to write. */
    public PrintStream stream() {
      return stream;
    }

    /** Where an example writes. */
    public Screen screen(boolean terminal) {
      return new Screen(stream, terminal);
    }

    /** What was written. */
    public String text() {
      return bytes.toString(StandardCharsets.UTF_8);
    }
  }
}
