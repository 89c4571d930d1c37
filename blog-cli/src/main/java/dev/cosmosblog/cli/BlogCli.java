package dev.cosmosblog.cli;

import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.store.error.SchemaMissingException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** The program {@code blog-cli}. */
@Command(
    name = "blog-cli",
    description = "Operates a blog on Azure Cosmos DB for NoSQL.",
    scope = ScopeType.INHERIT,
    mixinStandardHelpOptions = true,
    versionProvider = BlogCli.Version.class,
    sortOptions = false,
    usageHelpWidth = 100,
    exitCodeListHeading = "%nExit codes:%n",
    footer = {
      "",
      "Each option can also be set by an environment variable (--front-page-size by"
          + " COSMOSBLOG_FRONT_PAGE_SIZE) or in the file that --config names"
          + " (front-page-size=100). The command line has precedence over the environment, and the"
          + " environment over the file."
    })
public final class BlogCli {
  /** The exit code of a command that succeeded. */
  static final int OK = 0;

  /** The exit code of a command after which differences remain. */
  static final int DIFFERENCES = 1;

  /** The exit code for invalid options. */
  static final int USAGE = 2;

  /** The exit code of a command that could not do its work. */
  static final int FAILED = 3;

  private static final Map<String, String> EXIT_CODES = new LinkedHashMap<>();

  static {
    EXIT_CODES.put("0", "success; host: stopped, and all batches were completed");
    EXIT_CODES.put("1", "verify, upgrade, rebuild: differences remain; host: a batch was cut off");
    EXIT_CODES.put("2", "an option is missing or invalid");
    EXIT_CODES.put("3", "the account or database is missing, denies access or doesn't respond");
  }

  // Only for the help: OptionDefaults reads it before the other options are parsed.
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "a properties file with options",
      scope = ScopeType.INHERIT)
  private @Nullable String config;

  private BlogCli() {}

  /**
   * Runs a command and ends the process with its exit code.
   *
   * @param words the command line
   */
  public static void main(String[] words) {
    System.exit(run(List.of(words), Terminal.ofProcess(), System.getenv()));
  }

  static int run(List<String> words, Terminal terminal, Map<String, String> environment) {
    CommandLine cli =
        new CommandLine(new BlogCli())
            .addSubcommand(new HostCommand())
            .addSubcommand(new VerifyCommand(terminal))
            .addSubcommand(new UpgradeCommand(terminal))
            .addSubcommand(new RebuildCommand(terminal))
            .addSubcommand(new ProvisionCommand(terminal))
            .addSubcommand(new CapacityCommand(terminal));
    cli.setOut(new PrintWriter(terminal.out(), true));
    cli.setErr(new PrintWriter(terminal.err(), true));
    cli.setExpandAtFiles(false);
    cli.setCaseInsensitiveEnumValuesAllowed(true);
    cli.setParameterExceptionHandler(
        (e, args) -> usageError(e.getCommandLine(), message(e), terminal));
    cli.setExecutionExceptionHandler((e, command, parsed) -> failed(e, command, terminal));
    Stream.concat(Stream.of(cli), cli.getSubcommands().values().stream())
        .forEach(each -> each.getCommandSpec().usageMessage().exitCodeList(EXIT_CODES));
    try {
      cli.setDefaultValueProvider(OptionDefaults.of(words, environment, cli));
    } catch (InvalidOptionException e) {
      return usageError(cli, e.getMessage(), terminal);
    }
    return cli.execute(words.toArray(String[]::new));
  }

  /** Doesn't repeat an unknown argument's value: it may be a key after a misspelled option. */
  private static @Nullable String message(ParameterException e) {
    if (e instanceof UnmatchedArgumentException unmatched) {
      String first = unmatched.getUnmatched().get(0);
      String problem =
          e.getCommandLine().getCommand() instanceof BlogCli
              ? "Unknown command"
              : "An argument belongs to no option";
      return (first.startsWith("-") ? "Unknown option " + first.split("=", 2)[0] : problem)
          + didYouMean(unmatched.getSuggestions());
    }
    return e.getMessage();
  }

  /** Returns the end of a message about an unknown name, empty without similar names. */
  static String didYouMean(List<String> similar) {
    return similar.isEmpty() ? "" : "; did you mean " + String.join(" or ", similar) + "?";
  }

  private static int usageError(CommandLine command, @Nullable String message, Terminal terminal) {
    terminal.error(
        "%s: %s (see --help)".formatted(command.getCommandSpec().qualifiedName(), message));
    return USAGE;
  }

  private static int failed(Exception e, CommandLine command, Terminal terminal) {
    if (e instanceof InvalidOptionException) {
      return usageError(command, e.getMessage(), terminal);
    }
    if (e instanceof FailedCommandException || e instanceof BlogException) {
      String hint = e instanceof SchemaMissingException ? " (see 'blog-cli provision')" : "";
      terminal.error(command.getCommandSpec().qualifiedName() + ": " + e.getMessage() + hint);
    } else {
      e.printStackTrace(terminal.err());
    }
    return FAILED;
  }

  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = BlogCli.class.getPackage().getImplementationVersion();
      return new String[] {"blog-cli " + (version == null ? "(unpackaged)" : version)};
    }
  }
}
