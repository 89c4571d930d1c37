package dev.cosmoslocal.app;

import dev.cosmoslocal.Setting;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * An option of the command line.
 *
 * @param name the name without dashes
 * @param label the placeholder of its value in the help; empty without a value
 * @param description what it does
 */
record Option(String name, String label, String description) {
  static final Option EXPORT =
      new Option(
          "export",
          "DIR",
          "exports all containers at the end in the format of --contents; DIR must be empty");
  static final Option FAULTS =
      new Option("faults", "SEED", "injects all kinds of faults, determined by the seed");
  static final Option CLOCK_MS =
      new Option(
          "clock-ms",
          "N",
          "the maximum by which faults shift the clock, in ms; by default unlimited");
  static final Option ORDERS =
      new Option(
          "orders",
          "stdin",
          "reads commands line by line until the input ends: disturb and calm start and stop"
              + " faults, counts, split DATABASE CONTAINER, failover MILLISECONDS");
  static final Option HELP = new Option("help", "", "shows this help (-h)");
  static final Option VERSION = new Option("version", "", "shows the version (-V)");

  /** The settings whose default differs from that of the builder. */
  static final Map<Setting, String> DEFAULTS =
      Map.of(Setting.PORT, "8081", Setting.PHYSICAL_PARTITIONS, "0");

  private static final int WIDTH = 110;
  private static final int COLUMN = 38;

  /** All options, in the order of the help. */
  static List<Option> all() {
    return Stream.concat(
            Arrays.stream(Setting.values()).map(Option::of),
            Stream.of(EXPORT, FAULTS, CLOCK_MS, ORDERS, HELP, VERSION))
        .toList();
  }

  private static Option of(Setting setting) {
    String standard = DEFAULTS.getOrDefault(setting, setting.defaultValue());
    boolean shown = !setting.placeholder().isEmpty() && !standard.isEmpty();
    return new Option(
        setting.optionName(),
        setting.placeholder(),
        setting.description() + (shown ? " (default: " + standard + ")" : ""));
  }

  /** The text that {@code --help} shows. */
  static String help() {
    StringBuilder help = new StringBuilder();
    help.append("Runs an emulator of Azure Cosmos DB on this machine until it is stopped.\n\n")
        .append("Usage: java -jar cosmos-local.jar [OPTION]…\n");
    all().forEach(option -> option.describe(help));
    return help.append("\n\nA key can also be in the environment variable COSMOS_LOCAL_KEY.")
        .append(" GET /ready and GET /alive return 200 without a\n")
        .append("key once the emulator is ready. SIGTERM and Ctrl-C stop it with exit code 0.")
        .append(" Invalid options or files, and\n")
        .append("a port or directory in use, end it with a message and exit code 2.")
        .toString();
  }

  private void describe(StringBuilder help) {
    String start = "  --" + name + " " + label;
    StringBuilder line = new StringBuilder(start).append(" ".repeat(COLUMN - start.length()));
    for (String word : description.split(" ")) {
      if (line.length() + 1 + word.length() > WIDTH) {
        help.append('\n').append(line);
        line = new StringBuilder(" ".repeat(COLUMN));
      }
      line.append(line.length() == COLUMN ? "" : " ").append(word);
    }
    help.append('\n').append(line);
  }
}
