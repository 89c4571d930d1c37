package dev.cosmosblog.examples.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;

/**
 * Where an example writes.
 *
 * @param screen its lines
 * @param errors why it failed
 */
public record Streams(Screen screen, PrintStream errors) {
  /**
   * The process's own output and errors. Not {@link System#out}: in Maven's process that is a
   * stream of Jansi's, to which Jansi's own shutdown hook writes as well, and which is not safe for
   * two threads; a line that an example writes when it is stopped would fail now and then.
   *
   * @return the streams
   */
  public static Streams standard() {
    Charset charset =
        Charset.forName(
            System.getProperty("stdout.encoding", System.getProperty("native.encoding", "UTF-8")));
    PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, charset);
    PrintStream errors = new PrintStream(new FileOutputStream(FileDescriptor.err), true, charset);
    return new Streams(new Screen(out, Screen.isTerminal(System.console())), errors);
  }
}
