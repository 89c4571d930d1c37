package dev.cosmosblog.examples.console;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * The result of running a program in a test.
 *
 * @param exitCode its exit code
 * @param output its output
 * @param errors its error output
 */
public record Run(int exitCode, String output, String errors) {
  /**
   * Runs a program to its end.
   *
   * @param program the program
   * @param words its options
   * @return the result
   */
  public static Run of(Program program, String... words) {
    String name = new CommandLine(program).getCommandName();
    return of(
        List.of(program), Stream.concat(Stream.of(name), Stream.of(words)).toArray(String[]::new));
  }

  /**
   * Runs one of several programs to its end.
   *
   * @param programs the programs
   * @param words the program's name and options
   * @return the result
   */
  public static Run of(List<? extends Program> programs, String... words) {
    StringWriter output = new StringWriter();
    StringWriter errors = new StringWriter();
    Screen screen = new Screen(new PrintWriter(output), false);
    int code = Launcher.launch("programs", programs, screen, new PrintWriter(errors), words);
    return new Run(code, output.toString(), errors.toString());
  }

  /**
   * Returns the lines of the output.
   *
   * @return the lines
   */
  public List<String> lines() {
    return output.lines().toList();
  }
}
