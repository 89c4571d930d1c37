package dev.cosmoslocal.app;

import java.util.Arrays;
import java.util.Optional;

/** The options of the command line, in the order of the help. */
enum Option {
  PORT("--port", "N", "the port; default 8081, 0 for any free port", 0, 65_535),
  HOST("--host", "NAME", "another host name that clients use; may be repeated"),
  DIRECTORY("--directory", "DIR", "stores data in a file there; by default it is lost at the end"),
  DURABILITY(
      "--durability",
      "WHAT",
      "what stored writes survive: process (default, the end of the process) or power-loss"),
  PARTITIONS(
      "--partitions",
      "N",
      "physical partitions of each container, at most 1,000; by default one for each 10,000 RU/s,"
          + " as in Azure",
      1,
      1_000),
  ENFORCE_THROUGHPUT(
      "--enforce-throughput", "", "refuses requests beyond a container's throughput with 429"),
  TLS(
      "--tls",
      "FILE",
      "uses HTTPS with the key and certificate of a PKCS12 file, whose password is in"
          + " COSMOS_LOCAL_TLS_PASSWORD"),
  KEY(
      "--key",
      "BASE64",
      "the key of clients, or the environment variable COSMOS_LOCAL_KEY; by default the"
          + " well-known key of Microsoft's emulators"),
  SEED(
      "--seed",
      "DIR",
      "loads containers that don't exist yet from DIR/DATABASE/CONTAINER.jsonl: the definition in"
          + " the first line, an item in each other line"),
  EXPORT(
      "--export",
      "DIR",
      "exports all containers at the end in the format of --seed; DIR must be empty"),
  EXPLORER(
      "--explorer",
      "",
      "serves a data explorer to browsers on this machine, and prints its secret address"),
  FAULTS(
      "--faults",
      "SEED",
      "injects all kinds of faults, determined by the seed",
      0,
      Integer.MAX_VALUE),
  CLOCK_MS(
      "--clock-ms",
      "N",
      "the maximum by which faults shift the clock, in ms; by default unlimited",
      0,
      3_600_000),
  SERVICE_CONDITIONS(
      "--service-conditions",
      "SEED",
      "simulates latency, replica lag, throttling, partition limits and index builds as Azure"
          + " documents them",
      0,
      Integer.MAX_VALUE),
  ORDERS(
      "--orders",
      "stdin",
      "reads commands line by line until the input ends: disturb and calm start and stop faults,"
          + " counts, split DATABASE CONTAINER, failover MILLISECONDS"),
  HELP("--help", "", "shows this help (-h)"),
  VERSION("--version", "", "shows the version (-V)");

  private static final int WIDTH = 80;
  private static final int COLUMN = 28;

  private final String text;
  private final String label;
  private final String description;
  private final boolean number;
  private final int least;
  private final int most;

  Option(String text, String label, String description) {
    this(text, label, description, false, 0, 0);
  }

  /** An option whose value is a whole number in a range. */
  Option(String text, String label, String description, int least, int most) {
    this(text, label, description, true, least, most);
  }

  Option(String text, String label, String description, boolean number, int least, int most) {
    this.text = text;
    this.label = label;
    this.description = description;
    this.number = number;
    this.least = least;
    this.most = most;
  }

  /** Finds the option of a word. */
  static Optional<Option> of(String word) {
    String full = word.equals("-h") ? HELP.text : word.equals("-V") ? VERSION.text : word;
    return Arrays.stream(values()).filter(option -> option.text.equals(full)).findFirst();
  }

  /** The option with its dashes. */
  /** The placeholder of its value in the help; empty without a value. */
  String label() {
    return label;
  }

  /**
   * Checks a value.
   *
   * @throws IllegalArgumentException if a number is expected, but not found or out of range
   */
  void check(String value) {
    if (number && !isInRange(value)) {
      throw new IllegalArgumentException(
          "%s: '%s' is not a whole number from %d to %d".formatted(text, value, least, most));
    }
  }

  private boolean isInRange(String value) {
    try {
      int parsed = Integer.parseInt(value);
      return parsed >= least && parsed <= most;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  boolean mayBeRepeated() {
    return this == HOST;
  }

  /** The text that {@code --help} shows. */
  static String help() {
    StringBuilder help = new StringBuilder();
    help.append("Runs an emulator of Azure Cosmos DB on 127.0.0.1 until it is stopped.\n\n")
        .append("Usage: java -jar cosmos-local.jar [OPTION]…\n");
    for (Option option : values()) {
      option.describe(help);
    }
    return help.append(
            "\n\nGET /ready and GET /alive return 200 without a key once the emulator is ready.")
        .append("\nSIGTERM and Ctrl-C stop it with exit code 0. Invalid options or files, and a")
        .append("\nport or directory in use, end it with a message and exit code 2.")
        .toString();
  }

  private void describe(StringBuilder help) {
    String name = "  " + (label.isEmpty() ? text : text + " " + label);
    StringBuilder line = new StringBuilder(name).append(" ".repeat(COLUMN - name.length()));
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
