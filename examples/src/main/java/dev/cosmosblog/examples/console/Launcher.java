package dev.cosmosblog.examples.console;

import dev.cosmosblog.model.BlogException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** Runs one of several programs by its name, and reports failures and wrong arguments. */
public final class Launcher {
  private final List<Example> programs;
  private final Screen screen;
  private final PrintStream errors;

  /**
   * Creates a launcher.
   *
   * @param programs the programs, the default one first
   * @param screen where they write
   * @param errors where failures are reported
   */
  public Launcher(List<? extends Example> programs, Screen screen, PrintStream errors) {
    this.programs = List.copyOf(programs);
    this.screen = screen;
    this.errors = errors;
  }

  /**
   * Runs one of several programs and ends the process with its exit code.
   *
   * @param programs the programs, the default one first
   * @param words the program's name and arguments
   */
  public static void main(List<? extends Example> programs, String[] words) {
    // Not System.out: in Maven's process that is a stream of Jansi's, to which Jansi's own shutdown
    // hook writes, too, and which is not safe for two threads. A line that a program writes while
    // it is being stopped would fail now and then.
    PrintStream out = stream(FileDescriptor.out);
    Screen screen = new Screen(out, Screen.isTerminal(System.console()));
    System.exit(new Launcher(programs, screen, stream(FileDescriptor.err)).launch(List.of(words)));
  }

  private static PrintStream stream(FileDescriptor descriptor) {
    String encoding = System.getProperty("native.encoding", "UTF-8");
    Charset charset = Charset.forName(System.getProperty("stdout.encoding", encoding));
    return new PrintStream(new FileOutputStream(descriptor), true, charset);
  }

  /**
   * Runs a single program and ends the process with its exit code.
   *
   * @param program the program
   * @param words its arguments
   */
  public static void main(Example program, String[] words) {
    String[] all = new String[words.length + 1];
    all[0] = program.usage().name();
    System.arraycopy(words, 0, all, 1, words.length);
    main(List.of(program), all);
  }

  /**
   * Runs the program that the first word names, or the first program if there are no words.
   *
   * @param words the program's name and arguments
   * @return its exit code, or {@link Example#MISUSED} if there is no such program or an argument is
   *     invalid
   */
  public int launch(List<String> words) {
    String name = words.isEmpty() ? programs.get(0).usage().name() : words.get(0);
    for (Example program : programs) {
      if (program.usage().name().equals(name)) {
        return run(program, words.isEmpty() ? words : words.subList(1, words.size()));
      }
    }
    if (List.of("-h", "--help").contains(name)) {
      screen.line(names());
      return 0;
    }
    return misused("There is no program '" + name + "'.", names());
  }

  private int run(Example program, List<String> words) {
    Usage usage = program.usage();
    String name = usage.name();
    try {
      Arguments arguments = Arguments.parse(usage, words);
      if (arguments.help()) {
        screen.line(usage.text());
        return 0;
      }
      return program.run(arguments, screen);
    } catch (UsageException e) {
      return misused(name + ": " + e.getMessage(), usage.text());
    } catch (BlogException | IOException e) {
      return failed(name, e);
    } catch (UncheckedIOException e) {
      return failed(name, Objects.requireNonNull(e.getCause()));
    } catch (InterruptedException e) {
      errors.println(name + ": interrupted");
      return Example.FAILED;
    } catch (RuntimeException e) {
      // Unexpected, so the stack trace helps.
      e.printStackTrace(errors);
      return Example.FAILED;
    }
  }

  private int failed(String name, Exception e) {
    String message = e instanceof FileSystemException ? e.toString() : e.getMessage();
    errors.println(name + ": " + message);
    return Example.FAILED;
  }

  private int misused(String problem, String help) {
    errors.println(problem);
    errors.println(help);
    return Example.MISUSED;
  }

  private String names() {
    return programs.stream()
        .map(Example::usage)
        .map(usage -> "%n  %-16s %s".formatted(usage.name(), usage.purpose()))
        .collect(
            Collectors.joining(
                "", "Give one of these names; NAME --help lists the options of a program.", ""));
  }
}
