package dev.cosmosblog.examples.console;

import dev.cosmosblog.model.BlogException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.AnnotatedElement;
import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.nio.file.FileSystemException;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** Runs one of several programs by its name, and reports failures and invalid options. */
@Command(
    scope = ScopeType.INHERIT,
    showDefaultValues = true,
    sortOptions = false,
    usageHelpWidth = 100)
public final class Launcher {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "shows the options")
  private boolean help;

  private Launcher() {}

  /**
   * Runs one of several programs and ends the process with its exit code.
   *
   * @param module the name of the programs' module
   * @param programs the programs
   * @param words the program's name and options
   */
  public static void main(String module, List<? extends Program> programs, String[] words) {
    // Not System.out: in Maven's process that is a stream of Jansi's, to which Jansi's own shutdown
    // hook writes, too, and which is not safe for two threads. A line that a program writes while
    // it is being stopped would fail now and then.
    Screen screen = new Screen(writer(FileDescriptor.out), Screen.isTerminal(System.console()));
    System.exit(launch(module, programs, screen, writer(FileDescriptor.err), words));
  }

  private static PrintWriter writer(FileDescriptor descriptor) {
    String encoding = System.getProperty("native.encoding", "UTF-8");
    Charset charset = Charset.forName(System.getProperty("stdout.encoding", encoding));
    return new PrintWriter(new OutputStreamWriter(new FileOutputStream(descriptor), charset), true);
  }

  /** Runs the program that the first word names; returns an exit code of {@link ExitCode}. */
  static int launch(
      String module,
      List<? extends Program> programs,
      Screen screen,
      PrintWriter errors,
      String... words) {
    CommandLine all = new CommandLine(new Launcher()).setCommandName(module);
    programs.forEach(all::addSubcommand);
    return all.setOut(screen.writer())
        .setErr(errors)
        .setExpandAtFiles(false)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionStrategy(parsed -> run(parsed, screen))
        .setParameterExceptionHandler((e, given) -> misused(e.getCommandLine(), message(e, given)))
        .execute(words);
  }

  private static int run(ParseResult parsed, Screen screen) {
    Integer helped = CommandLine.executeHelpRequest(parsed);
    if (helped != null) {
      return helped;
    }
    List<CommandLine> commands = parsed.asCommandLineList();
    CommandLine command = commands.get(commands.size() - 1);
    if (!(command.getCommand() instanceof Program program)) {
      return misused(command, "Give the name of a program");
    }
    try {
      command.getParseResult().matchedOptions().forEach(option -> check(option, command));
      return program.run(screen) ? ExitCode.OK : ExitCode.SOFTWARE;
    } catch (UsageException e) {
      return misused(command, e.getMessage());
    } catch (BlogException | IOException | InterruptedException | UncheckedIOException e) {
      boolean isVague = e instanceof FileSystemException || e.getMessage() == null;
      command
          .getErr()
          .println(command.getCommandName() + ": " + (isVague ? e.toString() : e.getMessage()));
    } catch (RuntimeException e) {
      // Unexpected, so the stack trace helps.
      e.printStackTrace(command.getErr());
    }
    return ExitCode.SOFTWARE;
  }

  private static void check(OptionSpec option, CommandLine command) {
    Range range = ((AnnotatedElement) option.userObject()).getAnnotation(Range.class);
    if (range == null) {
      return;
    }
    Object value = option.getValue();
    for (Object each : value instanceof Collection<?> several ? several : List.of(value)) {
      double number = ((Number) each).doubleValue();
      if (number < range.min() || number > range.max()) {
        throw new UsageException(
            "Invalid value for option '%s': '%s' is not a number from %s to %s"
                .formatted(option.longestName(), each, plain(range.min()), plain(range.max())));
      }
    }
  }

  private static String plain(double bound) {
    return BigDecimal.valueOf(bound).stripTrailingZeros().toPlainString();
  }

  private static @Nullable String message(ParameterException e, String... words) {
    @Nullable String problem =
        e.getCommandLine().getCommand() instanceof Launcher
            ? "There is no program '" + words[0] + "'"
            : e.getMessage();
    List<String> similar =
        e instanceof UnmatchedArgumentException unmatched ? unmatched.getSuggestions() : List.of();
    return similar.isEmpty()
        ? problem
        : "%s; did you mean %s?".formatted(problem, String.join(" or ", similar));
  }

  private static int misused(CommandLine command, @Nullable String problem) {
    command.getErr().println(command.getCommandName() + ": " + problem);
    command.usage(command.getErr());
    return ExitCode.USAGE;
  }
}
