package dev.cosmosblog.cli;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.UnmatchedArgumentException;

/** Takes options that the command line doesn't have from the environment, then from a file. */
final class OptionDefaults implements IDefaultValueProvider {
  private static final String CONFIG = "config";

  private final Map<String, String> environment;
  private final Properties file;

  private OptionDefaults(Map<String, String> environment, Properties file) {
    this.environment = environment;
    this.file = file;
  }

  /** Reads the file that the command line or the environment names. */
  static OptionDefaults of(List<String> words, Map<String, String> environment, CommandLine cli) {
    String path = configFile(words);
    if (path == null) {
      path = environment.get(variable(CONFIG));
    }
    Properties file = path == null || path.isEmpty() ? new Properties() : read(path);
    Set<String> known =
        cli.getSubcommands().values().stream()
            .flatMap(command -> command.getCommandSpec().options().stream())
            .map(OptionDefaults::name)
            .collect(Collectors.toSet());
    for (String name : file.stringPropertyNames()) {
      if (!known.contains(name)) {
        throw new InvalidOptionException(
            "The file %s sets '%s', but no command has this option%s"
                .formatted(path, name, BlogCli.didYouMean(similar(name, cli))));
      }
    }
    return new OptionDefaults(environment, file);
  }

  private static List<String> similar(String name, CommandLine cli) {
    return cli.getSubcommands().values().stream()
        .map(command -> new UnmatchedArgumentException(command, List.of("--" + name)))
        .flatMap(unmatched -> unmatched.getSuggestions().stream())
        .map(option -> option.substring(2))
        .distinct()
        .toList();
  }

  private static @Nullable String configFile(List<String> words) {
    int separate = words.indexOf("--" + CONFIG);
    if (separate >= 0 && separate + 1 < words.size()) {
      return words.get(separate + 1);
    }
    String prefix = "--" + CONFIG + "=";
    return words.stream()
        .filter(word -> word.startsWith(prefix))
        .map(word -> word.substring(prefix.length()))
        .findFirst()
        .orElse(null);
  }

  private static Properties read(String path) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(Path.of(path))) {
      properties.load(reader);
      return properties;
    } catch (NoSuchFileException | InvalidPathException e) {
      throw new InvalidOptionException("There is no file " + path);
    } catch (IOException | IllegalArgumentException e) {
      throw new InvalidOptionException("The file %s can't be read: %s".formatted(path, e));
    }
  }

  private static String name(OptionSpec option) {
    return option.longestName().substring(2);
  }

  private static String variable(String name) {
    return "COSMOSBLOG_" + name.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  @Override
  public @Nullable String defaultValue(ArgSpec argument) {
    if (!(argument instanceof OptionSpec option) || option.usageHelp() || option.versionHelp()) {
      return null;
    }
    String value = environment.get(variable(name(option)));
    return value == null || value.isEmpty() ? file.getProperty(name(option)) : value;
  }
}
