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
import java.util.function.BiConsumer;
import java.util.function.ObjIntConsumer;
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
 * @param setter parses a value and sets it; throws an {@link IllegalArgumentException} if it is
 *     malformed or out of range
 */
public record Setting(
    String name,
    String placeholder,
    String defaultValue,
    String description,
    BiConsumer<LocalCosmosBuilder, String> setter) {
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
          integer("port", "0", "the port; 0 for any free port", LocalCosmosBuilder::port),
          new Setting(
              "address",
              "ADDRESS",
              "127.0.0.1",
              "the address to listen on; 0.0.0.0 for all interfaces",
              (builder, text) -> builder.address(address(text))),
          new Setting(
              "hosts",
              "NAME,…",
              "",
              "further host names that clients use, for example that of a container",
              (builder, text) -> builder.hosts(Set.copyOf(Arrays.asList(text.split(","))))),
          new Setting(
              "tls",
              "FILE",
              "",
              "uses HTTPS with the key and certificate of a PKCS12 file, whose password is in the"
                  + " environment variable "
                  + Certificate.PASSWORD,
              (builder, text) -> builder.tls(Certificate.read(Path.of(text)))),
          new Setting(
              "key",
              "BASE64",
              "",
              "the key of clients; by default the well-known key of Microsoft's emulators",
              LocalCosmosBuilder::key),
          new Setting(
              "directory",
              "DIR",
              "",
              "stores data in a file there; by default it is lost at the end",
              (builder, text) -> builder.directory(Path.of(text))),
          new Setting(
              "durability",
              "EVENT",
              "process",
              "what stored writes survive: process (the end of the process) or power-loss",
              (builder, text) -> builder.durability(constant(Durability.class, text))),
          new Setting(
              "contents",
              "DIR",
              "",
              "loads containers that don't exist yet from DIR/DATABASE/CONTAINER.jsonl: the"
                  + " definition in the first line, an item in each other line",
              (builder, text) -> builder.contents(Path.of(text))),
          bool(
              "explorer",
              "serves a data explorer to browsers on this machine, at a secret address",
              (builder, served) -> {
                if (served) {
                  builder.explorer();
                }
              }),
          new Setting(
              "consistency",
              "LEVEL",
              "session",
              "the default consistency level: strong, bounded-staleness, session, consistent-prefix"
                  + " or eventual",
              (builder, text) -> builder.consistency(constant(Consistency.class, text))),
          // Before the settings that it changes, so that these are applied after it.
          new Setting(
              "service-conditions",
              "SEED",
              "",
              "simulates latency, replica lag, throttling, partition limits, index builds and"
                  + " failovers as Azure documents them; other settings change single conditions",
              (builder, text) -> builder.serviceConditions(number(text))),
          integer(
              "physical-partitions",
              "5",
              "physical partitions of each new container; 0 for one for each 10,000 RU/s, as in"
                  + " Azure",
              LocalCosmosBuilder::physicalPartitions),
          bool(
              "enforce-throughput",
              "rejects requests beyond the provisioned throughput with 429",
              LocalCosmosBuilder::enforceThroughput),
          integer(
              "physical-partition-throughput",
              "10000",
              "maximum RU/s of a physical partition, if throughput is enforced",
              LocalCosmosBuilder::physicalPartitionThroughput),
          integer(
              "logical-partition-throughput",
              "10000",
              "maximum RU/s of a logical partition, if throughput is enforced",
              LocalCosmosBuilder::logicalPartitionThroughput),
          size(
              "logical-partition-storage",
              "maximum size of a logical partition, such as 20GB; by default unlimited",
              LocalCosmosBuilder::logicalPartitionStorage),
          time(
              "replica-lag",
              "0s",
              "maximum lag of one of the four replicas, such as 100ms",
              LocalCosmosBuilder::replicaLag),
          new Setting(
              "distance",
              "TIMES",
              "none",
              "latency: none, same-region, or median and 99th percentile, such as 2ms,20ms",
              (builder, text) -> builder.distance(distance(text))),
          time(
              "index-build",
              "0s",
              "time until a changed indexing policy applies to existing items",
              LocalCosmosBuilder::indexBuild),
          time(
              "recovery-point",
              "0s",
              "maximum time that a failover can go back",
              LocalCosmosBuilder::recoveryPoint),
          new Setting(
              "seed",
              NUMBER,
              "0",
              "determines random latencies and lags",
              (builder, text) -> builder.seed(number(text))),
          integer(
              "connections",
              "",
              "maximum number of connections; by default one for each 256 KB of the heap, at most"
                  + " 4,000",
              (builder, most) -> builder.limitConnections(each -> each.withConnections(most))),
          size(
              "bytes-under-way",
              "maximum size of all bodies in progress; by default an eighth of the heap, at least"
                  + " 16 MB",
              (builder, most) -> builder.limitConnections(each -> each.withBytesUnderWay(most))),
          time(
              "arrival",
              "30s",
              "maximum time that a request takes to arrive",
              (builder, most) -> builder.limitConnections(each -> each.withArrival(most))),
          time(
              "query-time",
              "10s",
              "maximum time of a page of a query",
              (builder, most) -> builder.limitWork(each -> each.withQueryTime(most))),
          new Setting(
              "query-rows",
              NUMBER,
              "20000000",
              "maximum number of rows from joins in a page of a query",
              (builder, text) -> builder.limitWork(each -> each.withQueryRows(number(text)))),
          size(
              "query-memory",
              "maximum memory of a page; by default 64 MB, or an eighth of the heap if less",
              (builder, most) -> builder.limitWork(each -> each.withQueryMemory(most))),
          size(
              "script-memory",
              "maximum memory of a script; by default 1 GB, or half of the heap if less",
              (builder, most) -> builder.limitWork(each -> each.withScriptMemory(most))),
          time("script-time", "5s", "maximum time of a script", LocalCosmosBuilder::scriptTime),
          integer(
              "script-operations",
              "10000",
              "maximum number of collection calls of a script",
              LocalCosmosBuilder::scriptOperations));

  /** Checks that nothing is null. */
  public Setting {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(placeholder, "placeholder");
    Objects.requireNonNull(defaultValue, "defaultValue");
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(setter, "setter");
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

  private static Setting integer(
      String name,
      String defaultValue,
      String description,
      ObjIntConsumer<LocalCosmosBuilder> setter) {
    return new Setting(
        name,
        NUMBER,
        defaultValue,
        description,
        (builder, text) -> setter.accept(builder, integer(text)));
  }

  private static Setting bool(
      String name, String description, BiConsumer<LocalCosmosBuilder, Boolean> setter) {
    return new Setting(
        name, "", "false", description, (builder, text) -> setter.accept(builder, bool(text)));
  }

  private static Setting time(
      String name,
      String defaultValue,
      String description,
      BiConsumer<LocalCosmosBuilder, Duration> setter) {
    return new Setting(
        name,
        TIME,
        defaultValue,
        description,
        (builder, text) -> setter.accept(builder, time(text)));
  }

  private static Setting size(
      String name, String description, BiConsumer<LocalCosmosBuilder, Long> setter) {
    return new Setting(
        name, SIZE, "", description, (builder, text) -> setter.accept(builder, size(text)));
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
