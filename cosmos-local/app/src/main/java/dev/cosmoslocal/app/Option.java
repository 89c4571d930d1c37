package dev.cosmoslocal.app;

import java.util.Arrays;
import java.util.Optional;

/** The options of the command line, in the order of the help. */
enum Option {
  PORT("--port", "N", "by default 8081; 0 for any that is free", 0, 65_535),
  HOST("--host", "NAME", "a further name by which clients reach the account; may be repeated"),
  DIRECTORY(
      "--directory", "DIR", "keeps the data in a file there; by default it is lost at the end"),
  DURABILITY(
      "--durability",
      "WHAT",
      "what a write to the directory outlives: process (default) or power-loss"),
  PARTITIONS(
      "--partitions",
      "N",
      "physical partitions of each container, at most 1,000; by default one for each 10,000 RU/s,"
          + " as in the service",
      1,
      1_000),
  ENFORCE_THROUGHPUT(
      "--enforce-throughput", "", "answers 429 beyond the throughput of a container"),
  TLS(
      "--tls",
      "FILE",
      "encrypts, with the key and certificate of a PKCS12 file; its password is in"
          + " COSMOS_LOCAL_TLS_PASSWORD"),
  KEY(
      "--key",
      "BASE64",
      "the account's key, also from the environment, COSMOS_LOCAL_KEY; by default the published"
          + " one of Microsoft's emulators"),
  SEED(
      "--seed",
      "DIR",
      "loads the containers that the account does not have: DIR/DATABASE/CONTAINER.jsonl, the"
          + " definition in the first line, an item in each other one"),
  EXPORT(
      "--export",
      "DIR",
      "writes all containers at the end, as --seed reads them; DIR must be empty"),
  EXPLORER(
      "--explorer",
      "",
      "serves a data explorer to browsers on this machine, and prints its address, which is"
          + " secret"),
  FAULTS(
      "--faults",
      "SEED",
      "makes every kind of fault happen, as the seed decides",
      0,
      Integer.MAX_VALUE),
  CLOCK_MS(
      "--clock-ms",
      "N",
      "the most by which faults may shift the account's clock, in ms; by default, any",
      0,
      3_600_000),
  SERVICE_CONDITIONS(
      "--service-conditions",
      "SEED",
      "makes replicas lag, delays answers, limits partitions and builds indexes slowly, as Azure"
          + " documents it",
      0,
      Integer.MAX_VALUE),
  ORDERS(
      "--orders",
      "stdin",
      "takes orders line by line until the input ends: disturb, calm, counts, split DATABASE"
          + " CONTAINER, failover MILLISECONDS; the faults wait for 'disturb' then"),
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

  /** As it is written. */
  String text() {
    return text;
  }

  /** The name of its value in the help; empty if it has none. */
  String label() {
    return label;
  }

  /**
   * Checks a value.
   *
   * @throws IllegalArgumentException if it must be a number, and is none or out of range
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

  CosmosLocal.OptionText described() {
    return new CosmosLocal.OptionText(
        text.substring(2), label, description, mayBeRepeated(), number, least, most);
  }

  boolean mayBeRepeated() {
    return this == HOST;
  }

  /** The text that {@code --help} shows. */
  static String help() {
    StringBuilder help = new StringBuilder();
    help.append("Runs a Cosmos-compatible account on 127.0.0.1 until it is stopped.\n\n")
        .append("Usage: java -jar cosmos-local.jar [OPTION]…\n");
    for (Option option : values()) {
      option.describe(help);
    }
    return help.append("\n\nGET /ready and GET /alive answer 200 without a key when the account")
        .append(" serves.\nSIGTERM and Ctrl-C end it: exit code 0. A wrong option or file, a port")
        .append(" or a\ndirectory in use: one sentence, exit code 2.")
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
