package dev.cosmoslocal;

import dev.cosmoslocal.request.Consistency;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A setting of the emulator as text: an option of {@code cosmos-local.jar} and a property of {@code
 * cosmos-local-spring-boot}, in the order in which to set them: {@link #SERVICE_CONDITIONS} before
 * the single conditions.
 */
public enum Setting {
  /** Sets {@link LocalCosmosBuilder#port}. */
  PORT("N", "0", "the port; 0 for any free port"),

  /** Sets {@link LocalCosmosBuilder#address}. */
  ADDRESS("ADDRESS", "127.0.0.1", "the address to listen on; 0.0.0.0 for all interfaces"),

  /** Sets {@link LocalCosmosBuilder#hosts}. */
  HOSTS("NAME,…", "", "further host names that clients use, for example that of a container"),

  /** Sets {@link LocalCosmosBuilder#tls}. */
  TLS(
      "FILE",
      "",
      "serves HTTPS and direct mode with the key and certificate of a PKCS12 file, whose password"
          + " is in the environment variable "
          + Certificate.PASSWORD),

  /** Sets {@link LocalCosmosBuilder#key}. */
  KEY("BASE64", "", "the key of clients; by default the well-known key of Microsoft's emulators"),

  /** Sets {@link LocalCosmosBuilder#directory}. */
  DIRECTORY("DIR", "", "stores data in a file there; by default it is lost at the end"),

  /** Sets {@link LocalCosmosBuilder#durability}. */
  DURABILITY(
      "EVENT",
      "process",
      "what stored writes survive: process (the end of the process) or power-loss"),

  /** Sets {@link LocalCosmosBuilder#contents}. */
  CONTENTS(
      "DIR",
      "",
      "loads containers that don't exist yet from DIR/DATABASE/CONTAINER.jsonl: the"
          + " definition in the first line, an item in each other line"),

  /** Sets {@link LocalCosmosBuilder#explorer}. */
  EXPLORER("", "false", "serves a data explorer to browsers on this machine, at a secret address"),

  /** Sets {@link LocalCosmosBuilder#consistency}. */
  CONSISTENCY(
      "LEVEL",
      "session",
      "the default consistency level: strong, bounded-staleness, session, consistent-prefix"
          + " or eventual"),

  /** Sets {@link LocalCosmosBuilder#serviceConditions}. */
  SERVICE_CONDITIONS(
      "SEED",
      "",
      "simulates latency, replica lag, throttling, partition limits, index builds and"
          + " failovers as Azure documents them; other settings change single conditions"),

  /** Sets {@link LocalCosmosBuilder#physicalPartitions}. */
  PHYSICAL_PARTITIONS(
      "N",
      "5",
      "physical partitions of each new container; 0 for one for each 10,000 RU/s, as in"
          + " Azure"),

  /** Sets {@link LocalCosmosBuilder#enforceThroughput}. */
  ENFORCE_THROUGHPUT("", "false", "rejects requests beyond the provisioned throughput with 429"),

  /** Sets {@link LocalCosmosBuilder#physicalPartitionThroughput}. */
  PHYSICAL_PARTITION_THROUGHPUT(
      "N", "10000", "maximum RU/s of a physical partition, if throughput is enforced"),

  /** Sets {@link LocalCosmosBuilder#logicalPartitionThroughput}. */
  LOGICAL_PARTITION_THROUGHPUT(
      "N", "10000", "maximum RU/s of a logical partition, if throughput is enforced"),

  /** Sets {@link LocalCosmosBuilder#logicalPartitionStorage}. */
  LOGICAL_PARTITION_STORAGE(
      "SIZE", "", "maximum size of a logical partition, such as 20GB; by default unlimited"),

  /** Sets {@link LocalCosmosBuilder#replicaLag}. */
  REPLICA_LAG("TIME", "0s", "maximum lag of one of the four replicas, such as 100ms"),

  /** Sets {@link LocalCosmosBuilder#distance}. */
  DISTANCE(
      "TIMES",
      "none",
      "latency: none, same-region, or median and 99th percentile, such as 2ms,20ms"),

  /** Sets {@link LocalCosmosBuilder#indexBuild}. */
  INDEX_BUILD("TIME", "0s", "time until a changed indexing policy applies to existing items"),

  /** Sets {@link LocalCosmosBuilder#recoveryPoint}. */
  RECOVERY_POINT("TIME", "0s", "maximum time that a failover can go back"),

  /** Sets {@link LocalCosmosBuilder#seed}. */
  SEED("N", "0", "determines random latencies and lags"),

  /** Sets {@link dev.cosmoslocal.request.ConnectionLimits#connections}. */
  CONNECTIONS(
      "N",
      "",
      "maximum number of connections; by default one for each 256 KB of the heap, at most"
          + " 4,000"),

  /** Sets {@link dev.cosmoslocal.request.ConnectionLimits#bytesUnderWay}. */
  BYTES_UNDER_WAY(
      "SIZE",
      "",
      "maximum size of all bodies in progress; by default an eighth of the heap, at least"
          + " 16 MB"),

  /** Sets {@link dev.cosmoslocal.request.ConnectionLimits#arrival}. */
  ARRIVAL("TIME", "30s", "maximum time that a request takes to arrive"),

  /** Sets {@link dev.cosmoslocal.request.WorkLimits#queryTime}. */
  QUERY_TIME("TIME", "10s", "maximum time of a page of a query"),

  /** Sets {@link dev.cosmoslocal.request.WorkLimits#queryRows}. */
  QUERY_ROWS("N", "20000000", "maximum number of rows from joins in a page of a query"),

  /** Sets {@link dev.cosmoslocal.request.WorkLimits#queryMemory}. */
  QUERY_MEMORY(
      "SIZE", "", "maximum memory of a page; by default 64 MB, or an eighth of the heap if less"),

  /** Sets {@link dev.cosmoslocal.request.WorkLimits#scriptMemory}. */
  SCRIPT_MEMORY(
      "SIZE", "", "maximum memory of a script; by default 1 GB, or half of the heap if less"),

  /** Sets {@link LocalCosmosBuilder#scriptTime}. */
  SCRIPT_TIME("TIME", "5s", "maximum time of a script"),

  /** Sets {@link LocalCosmosBuilder#scriptOperations}. */
  SCRIPT_OPERATIONS("N", "10000", "maximum number of collection calls of a script");

  private static final Pattern TIMES = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

  /** All of them fit in a long. */
  private static final Pattern SIZES = Pattern.compile("(?!\\d{7,}TB)(\\d{1,9})(B|KB|MB|GB|TB)?");

  private final String placeholder;
  private final String defaultValue;
  private final String description;

  Setting(String placeholder, String defaultValue, String description) {
    this.placeholder = placeholder;
    this.defaultValue = defaultValue;
    this.description = description;
  }

  /**
   * Returns the name of the option and of the property.
   *
   * @return a name in kebab case, such as {@code replica-lag}
   */
  public String optionName() {
    return kebab(name());
  }

  /**
   * Returns the kind of value.
   *
   * @return {@code N} for a whole number, {@code TIME} such as 100ms, 5s, 2m, 1h or PT0.1S, {@code
   *     SIZE} such as 4096, 64KB, 16MB, 20GB or 1TB, {@code DIR}, and so on; empty for true or
   *     false
   */
  public String placeholder() {
    return placeholder;
  }

  /**
   * Returns the default of {@link LocalCosmos#builder()}.
   *
   * @return a value; empty without a default, or if the description has it
   */
  public String defaultValue() {
    return defaultValue;
  }

  /**
   * Returns the effect.
   *
   * @return a description, without a full stop
   */
  public String description() {
    return description;
  }

  /**
   * Sets a value.
   *
   * @param builder the builder
   * @param value the value
   * @throws IllegalArgumentException if the value is malformed or out of range
   */
  public void apply(LocalCosmosBuilder builder, String value) {
    Objects.requireNonNull(builder, "builder");
    Objects.requireNonNull(value, "value");
    switch (this) {
      case PORT -> builder.port(integer(value));
      case ADDRESS -> builder.address(address(value));
      case HOSTS -> builder.hosts(Set.copyOf(Arrays.asList(value.split(","))));
      case TLS -> builder.tls(Certificate.read(Path.of(value)));
      case KEY -> builder.key(value);
      case DIRECTORY -> builder.directory(Path.of(value));
      case DURABILITY -> builder.durability(constant(Durability.class, value));
      case CONTENTS -> builder.contents(Path.of(value));
      case EXPLORER -> {
        if (bool(value)) {
          builder.explorer();
        }
      }
      case CONSISTENCY -> builder.consistency(constant(Consistency.class, value));
      case SERVICE_CONDITIONS -> builder.serviceConditions(number(value));
      case PHYSICAL_PARTITIONS -> builder.physicalPartitions(integer(value));
      case ENFORCE_THROUGHPUT -> builder.enforceThroughput(bool(value));
      case PHYSICAL_PARTITION_THROUGHPUT -> builder.physicalPartitionThroughput(integer(value));
      case LOGICAL_PARTITION_THROUGHPUT -> builder.logicalPartitionThroughput(integer(value));
      case LOGICAL_PARTITION_STORAGE -> builder.logicalPartitionStorage(size(value));
      case REPLICA_LAG -> builder.replicaLag(time(value));
      case DISTANCE -> builder.distance(distance(value));
      case INDEX_BUILD -> builder.indexBuild(time(value));
      case RECOVERY_POINT -> builder.recoveryPoint(time(value));
      case SEED -> builder.seed(number(value));
      case CONNECTIONS -> builder.limitConnections(each -> each.withConnections(integer(value)));
      case BYTES_UNDER_WAY -> builder.limitConnections(each -> each.withBytesUnderWay(size(value)));
      case ARRIVAL -> builder.limitConnections(each -> each.withArrival(time(value)));
      case QUERY_TIME -> builder.limitWork(each -> each.withQueryTime(time(value)));
      case QUERY_ROWS -> builder.limitWork(each -> each.withQueryRows(number(value)));
      case QUERY_MEMORY -> builder.limitWork(each -> each.withQueryMemory(size(value)));
      case SCRIPT_MEMORY -> builder.limitWork(each -> each.withScriptMemory(size(value)));
      case SCRIPT_TIME -> builder.scriptTime(time(value));
      case SCRIPT_OPERATIONS -> builder.scriptOperations(integer(value));
    }
  }

  private static int integer(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw wrong(text, "a whole number below 2^31");
    }
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw wrong(text, "a whole number");
    }
  }

  private static boolean bool(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw wrong(text, "true or false");
    };
  }

  private static Duration time(String text) {
    Matcher parts = TIMES.matcher(text);
    if (!parts.matches()) {
      return isoTime(text);
    }
    int number = Integer.parseInt(parts.group(1));
    return switch (parts.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      default -> Duration.ofHours(number);
    };
  }

  private static Duration isoTime(String text) {
    try {
      return Duration.parse(text);
    } catch (DateTimeParseException e) {
      throw wrong(text, "a time such as 100ms, 5s, 2m, 1h or PT0.1S");
    }
  }

  private static long size(String text) {
    Matcher parts = SIZES.matcher(text);
    if (!parts.matches()) {
      throw wrong(text, "a size such as 4096, 64KB, 16MB, 20GB or 1TB");
    }
    long number = Long.parseLong(parts.group(1));
    return switch (String.valueOf(parts.group(2))) {
      case "KB" -> number << 10;
      case "MB" -> number << 20;
      case "GB" -> number << 30;
      case "TB" -> number << 40;
      default -> number;
    };
  }

  private static Distance distance(String text) {
    String[] times = text.split(",", 2);
    return switch (text) {
      case "none" -> Distance.NONE;
      case "same-region" -> Distance.SAME_REGION;
      default -> Distance.of(time(times[0]), time(times[times.length - 1]));
    };
  }

  private static InetAddress address(String text) {
    try {
      return InetAddress.getByName(text);
    } catch (UnknownHostException e) {
      throw wrong(text, "an address of this machine");
    }
  }

  private static <E extends Enum<E>> E constant(Class<E> type, String text) {
    return Arrays.stream(type.getEnumConstants())
        .filter(each -> kebab(each.name()).equals(kebab(text)))
        .findFirst()
        .orElseThrow(
            () ->
                wrong(
                    text,
                    Arrays.stream(type.getEnumConstants())
                        .map(each -> kebab(each.name()))
                        .collect(Collectors.joining(", ", "one of ", ""))));
  }

  private static String kebab(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static IllegalArgumentException wrong(String text, String expected) {
    return new IllegalArgumentException("'%s' is not %s".formatted(text, expected));
  }
}
