package dev.cosmoslocal;

import dev.cosmoslocal.request.Consistency;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A setting of the emulator as text: an option of {@code cosmos-local.jar} and a property of {@code
 * cosmos-local-spring-boot}. It is a method of {@link LocalCosmosBuilder}, or a component of the
 * limits that such a method accepts.
 *
 * @param name the name of the method or component in kebab case, such as {@code replica-lag}
 * @param placeholder the kind of value: {@code N} for a whole number, {@code TIME} such as 100ms,
 *     5s, 2m or 1h, {@code SIZE} such as 4096, 64KB, 16MB or 20GB, {@code DIR}, and so on; empty
 *     for true or false
 * @param defaultValue the default of {@link LocalCosmos#builder()}; empty without a default, or if
 *     the description has it
 * @param description the effect, without a full stop
 */
public record Setting(String name, String placeholder, String defaultValue, String description) {
  /** The placeholder of whole numbers. */
  public static final String NUMBER = "N";

  /** The placeholder of times. */
  public static final String TIME = "TIME";

  /** The placeholder of numbers of bytes. */
  public static final String SIZE = "SIZE";

  private static final Pattern TIMES = Pattern.compile("(\\d{1,9})(ms|s|m|h)");
  private static final Pattern SIZES = Pattern.compile("(\\d{1,9})(KB|MB|GB)?");

  private static final List<Setting> ALL =
      List.of(
          new Setting("port", NUMBER, "0", "the port; 0 for any free port"),
          new Setting(
              "address",
              "ADDRESS",
              "127.0.0.1",
              "the address to listen on; 0.0.0.0 for all interfaces"),
          new Setting(
              "hosts",
              "NAME,…",
              "",
              "further host names that clients use, for example that of a container"),
          new Setting(
              "tls",
              "FILE",
              "",
              "uses HTTPS with the key and certificate of a PKCS12 file, whose password is in the"
                  + " environment variable "
                  + Certificate.PASSWORD),
          new Setting(
              "key",
              "BASE64",
              "",
              "the key of clients; by default the well-known key of Microsoft's emulators"),
          new Setting(
              "directory",
              "DIR",
              "",
              "stores data in a file there; by default it is lost at the end"),
          new Setting(
              "durability",
              "EVENT",
              "process",
              "what stored writes survive: process (the end of the process) or power-loss"),
          new Setting(
              "contents",
              "DIR",
              "",
              "loads containers that don't exist yet from DIR/DATABASE/CONTAINER.jsonl: the"
                  + " definition in the first line, an item in each other line"),
          new Setting(
              "explorer",
              "",
              "false",
              "serves a data explorer to browsers on this machine, at a secret address"),
          new Setting(
              "consistency",
              "LEVEL",
              "session",
              "the default consistency level: strong, bounded-staleness, session, consistent-prefix"
                  + " or eventual"),
          new Setting(
              "service-conditions",
              "SEED",
              "",
              "simulates latency, replica lag, throttling, partition limits, index builds and"
                  + " failovers as Azure documents them; other settings change single conditions"),
          new Setting(
              "physical-partitions",
              NUMBER,
              "5",
              "physical partitions of each new container; 0 for one for each 10,000 RU/s, as in"
                  + " Azure"),
          new Setting(
              "enforce-throughput",
              "",
              "false",
              "rejects requests beyond the provisioned throughput with 429"),
          new Setting(
              "physical-partition-throughput",
              NUMBER,
              "10000",
              "maximum RU/s of a physical partition, if throughput is enforced"),
          new Setting(
              "logical-partition-throughput",
              NUMBER,
              "10000",
              "maximum RU/s of a logical partition, if throughput is enforced"),
          new Setting(
              "logical-partition-storage",
              SIZE,
              "",
              "maximum size of a logical partition, such as 20GB; by default unlimited"),
          new Setting(
              "replica-lag", TIME, "0s", "maximum lag of one of the four replicas, such as 100ms"),
          new Setting(
              "distance",
              "TIMES",
              "none",
              "latency: none, same-region, or median and 99th percentile, such as 2ms,20ms"),
          new Setting(
              "index-build",
              TIME,
              "0s",
              "time until a changed indexing policy applies to existing items"),
          new Setting("recovery-point", TIME, "0s", "maximum time that a failover can go back"),
          new Setting("seed", NUMBER, "0", "determines random latencies and lags"),
          new Setting(
              "connections",
              NUMBER,
              "",
              "maximum number of connections; by default one for each 256 KB of the heap, at most"
                  + " 4,000"),
          new Setting(
              "bytes-under-way",
              SIZE,
              "",
              "maximum size of all bodies in progress; by default an eighth of the heap, at least"
                  + " 16 MB"),
          new Setting("arrival", TIME, "30s", "maximum time that a request takes to arrive"),
          new Setting("query-time", TIME, "10s", "maximum time of a page of a query"),
          new Setting(
              "query-rows",
              NUMBER,
              "20000000",
              "maximum number of rows from joins in a page of a query"),
          new Setting(
              "query-memory",
              SIZE,
              "",
              "maximum memory of a page; by default 64 MB, or an eighth of the heap if less"),
          new Setting(
              "script-memory",
              SIZE,
              "",
              "maximum memory of a script; by default 1 GB, or half of the heap if less"),
          new Setting("script-time", TIME, "5s", "maximum time of a script"),
          new Setting(
              "script-operations",
              NUMBER,
              "10000",
              "maximum number of collection calls of a script"));

  /** Checks that nothing is null. */
  public Setting {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(placeholder, "placeholder");
    Objects.requireNonNull(defaultValue, "defaultValue");
    Objects.requireNonNull(description, "description");
  }

  /**
   * Returns all settings, in the order in which to set them: {@code service-conditions} before the
   * single conditions.
   *
   * @return an immutable list
   */
  public static List<Setting> all() {
    return ALL;
  }

  /**
   * Sets a value.
   *
   * @param builder the builder
   * @param value the value
   * @throws IllegalArgumentException if the value is malformed or out of range
   * @throws IllegalStateException if this setting is none of {@link #all}
   */
  public void apply(LocalCosmosBuilder builder, String value) {
    Objects.requireNonNull(builder, "builder");
    Objects.requireNonNull(value, "value");
    switch (name) {
      case "port" -> builder.port(integer(value));
      case "address" -> builder.address(address(value));
      case "hosts" -> builder.hosts(Set.copyOf(Arrays.asList(value.split(","))));
      case "tls" -> builder.tls(Certificate.read(Path.of(value)));
      case "key" -> builder.key(value);
      case "directory" -> builder.directory(Path.of(value));
      case "durability" -> builder.durability(constant(Durability.class, value));
      case "contents" -> builder.contents(Path.of(value));
      case "explorer" -> {
        if (bool(value)) {
          builder.explorer();
        }
      }
      case "consistency" -> builder.consistency(constant(Consistency.class, value));
      case "service-conditions" -> builder.serviceConditions(number(value));
      case "physical-partitions" -> builder.physicalPartitions(integer(value));
      case "enforce-throughput" -> builder.enforceThroughput(bool(value));
      case "physical-partition-throughput" -> builder.physicalPartitionThroughput(integer(value));
      case "logical-partition-throughput" -> builder.logicalPartitionThroughput(integer(value));
      case "logical-partition-storage" -> builder.logicalPartitionStorage(size(value));
      case "replica-lag" -> builder.replicaLag(time(value));
      case "distance" -> builder.distance(distance(value));
      case "index-build" -> builder.indexBuild(time(value));
      case "recovery-point" -> builder.recoveryPoint(time(value));
      case "seed" -> builder.seed(number(value));
      case "connections" -> builder.limitConnections(each -> each.withConnections(integer(value)));
      case "bytes-under-way" ->
          builder.limitConnections(each -> each.withBytesUnderWay(size(value)));
      case "arrival" -> builder.limitConnections(each -> each.withArrival(time(value)));
      case "query-time" -> builder.limitWork(each -> each.withQueryTime(time(value)));
      case "query-rows" -> builder.limitWork(each -> each.withQueryRows(number(value)));
      case "query-memory" -> builder.limitWork(each -> each.withQueryMemory(size(value)));
      case "script-memory" -> builder.limitWork(each -> each.withScriptMemory(size(value)));
      case "script-time" -> builder.scriptTime(time(value));
      case "script-operations" -> builder.scriptOperations(integer(value));
      default -> throw new IllegalStateException("There is no setting " + name + ".");
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
      throw wrong(text, "a time such as 100ms, 5s, 2m or 1h");
    }
    int number = Integer.parseInt(parts.group(1));
    return switch (parts.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      default -> Duration.ofHours(number);
    };
  }

  private static long size(String text) {
    Matcher parts = SIZES.matcher(text);
    if (!parts.matches()) {
      throw wrong(text, "a number of bytes such as 4096, 64KB, 16MB or 20GB");
    }
    long number = Long.parseLong(parts.group(1));
    return switch (String.valueOf(parts.group(2))) {
      case "KB" -> number << 10;
      case "MB" -> number << 20;
      case "GB" -> number << 30;
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
        .filter(each -> text(each).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                wrong(
                    text,
                    Arrays.stream(type.getEnumConstants())
                        .map(Setting::text)
                        .collect(Collectors.joining(", ", "one of ", ""))));
  }

  private static String text(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static IllegalArgumentException wrong(String text, String expected) {
    return new IllegalArgumentException("'%s' is not %s".formatted(text, expected));
  }
}
