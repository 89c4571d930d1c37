package dev.cosmoslocal;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmoslocal.request.ConnectionLimits;
import dev.cosmoslocal.request.Consistency;
import dev.cosmoslocal.request.WorkLimits;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SettingTest {
  private static final String KEY = "c2VjcmV0";

  /** The settings that have no text, and why. */
  private static final Map<String, String> JAVA_ONLY =
      Map.of(
          "clock", "tests move it",
          "request-clock", "tests move it",
          "listener", "it is called",
          "faults", "rules have several parts; the program generates them from --faults");

  /** The records that consist of several settings. */
  private static final Map<String, Class<?>> LIMITS =
      Map.of("connection-limits", ConnectionLimits.class, "work-limits", WorkLimits.class);

  private static String kebab(String name) {
    return name.replaceAll("(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }

  /** The JUnit extension accepts the builder itself. The program and Spring use the list. */
  @Test
  void everySettingOfTheBuilderIsInTheList() {
    Set<String> expected =
        Arrays.stream(LocalCosmosBuilder.class.getDeclaredMethods())
            .filter(method -> Modifier.isPublic(method.getModifiers()))
            .map(Method::getName)
            .filter(name -> !name.equals("start"))
            .map(SettingTest::kebab)
            .collect(toSet());
    assertThat(expected).containsAll(JAVA_ONLY.keySet()).containsAll(LIMITS.keySet());
    expected.removeAll(JAVA_ONLY.keySet());
    LIMITS.forEach(
        (name, type) -> {
          expected.remove(name);
          Arrays.stream(type.getRecordComponents())
              .map(component -> kebab(component.getName()))
              .forEach(expected::add);
        });
    assertThat(Arrays.stream(Setting.values()).map(Setting::optionName))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  private static Arguments set(
      Setting setting, String value, UnaryOperator<LocalCosmosBuilder> expected) {
    return Arguments.of(setting, value, expected);
  }

  private static Arguments work(Setting setting, String value, UnaryOperator<WorkLimits> expected) {
    return set(setting, value, each -> each.workLimits(expected.apply(WorkLimits.DEFAULT)));
  }

  private static Arguments connection(
      Setting setting, String value, UnaryOperator<ConnectionLimits> expected) {
    return set(
        setting, value, each -> each.connectionLimits(expected.apply(ConnectionLimits.DEFAULT)));
  }

  /** All but {@code tls}, because contexts can't be compared. */
  static Stream<Arguments> values() {
    Distance distance = Distance.of(Duration.ofMillis(2), Duration.ofMillis(20));
    return Stream.of(
        set(Setting.PORT, "8081", each -> each.port(8081)),
        set(Setting.ADDRESS, "127.0.0.2", each -> each.address(loopback(2))),
        set(
            Setting.HOSTS,
            "a.example,b.example",
            each -> each.hosts(Set.of("a.example", "b.example"))),
        set(Setting.KEY, KEY, each -> each.key(KEY)),
        set(Setting.DIRECTORY, "data", each -> each.directory(Path.of("data"))),
        set(Setting.DURABILITY, "power-loss", each -> each.durability(Durability.POWER_LOSS)),
        set(Setting.CONTENTS, "data", each -> each.contents(Path.of("data"))),
        set(Setting.EXPLORER, "true", LocalCosmosBuilder::explorer),
        set(
            Setting.CONSISTENCY,
            "BOUNDED_STALENESS",
            each -> each.consistency(Consistency.BOUNDED_STALENESS)),
        set(Setting.CONSISTENCY, "strong", each -> each.consistency(Consistency.STRONG)),
        set(Setting.SERVICE_CONDITIONS, "-7", each -> each.serviceConditions(-7)),
        set(Setting.PHYSICAL_PARTITIONS, "3", each -> each.physicalPartitions(3)),
        set(Setting.ENFORCE_THROUGHPUT, "true", each -> each.enforceThroughput(true)),
        set(
            Setting.PHYSICAL_PARTITION_THROUGHPUT,
            "9",
            each -> each.physicalPartitionThroughput(9)),
        set(Setting.LOGICAL_PARTITION_THROUGHPUT, "9", each -> each.logicalPartitionThroughput(9)),
        set(
            Setting.LOGICAL_PARTITION_STORAGE,
            "20GB",
            each -> each.logicalPartitionStorage(20L << 30)),
        set(
            Setting.LOGICAL_PARTITION_STORAGE,
            "1TB",
            each -> each.logicalPartitionStorage(1L << 40)),
        set(Setting.REPLICA_LAG, "PT0.1S", each -> each.replicaLag(Duration.ofMillis(100))),
        set(Setting.REPLICA_LAG, "100ms", each -> each.replicaLag(Duration.ofMillis(100))),
        set(Setting.DISTANCE, "2ms,20ms", each -> each.distance(distance)),
        set(Setting.DISTANCE, "same-region", each -> each.distance(Distance.SAME_REGION)),
        set(Setting.INDEX_BUILD, "2m", each -> each.indexBuild(Duration.ofMinutes(2))),
        set(Setting.RECOVERY_POINT, "1h", each -> each.recoveryPoint(Duration.ofHours(1))),
        set(Setting.SEED, "4000000000", each -> each.seed(4_000_000_000L)),
        connection(Setting.CONNECTIONS, "7", each -> each.withConnections(7)),
        connection(Setting.BYTES_UNDER_WAY, "64MB", each -> each.withBytesUnderWay(64 << 20)),
        connection(Setting.ARRIVAL, "5s", each -> each.withArrival(Duration.ofSeconds(5))),
        work(Setting.QUERY_TIME, "5s", each -> each.withQueryTime(Duration.ofSeconds(5))),
        work(Setting.QUERY_ROWS, "9000", each -> each.withQueryRows(9_000)),
        work(Setting.QUERY_MEMORY, "2048KB", each -> each.withQueryMemory(2 << 20)),
        work(Setting.SCRIPT_MEMORY, "4194304B", each -> each.withScriptMemory(4 << 20)),
        work(Setting.SCRIPT_MEMORY, "4194304", each -> each.withScriptMemory(4 << 20)),
        set(Setting.SCRIPT_TIME, "9s", each -> each.scriptTime(Duration.ofSeconds(9))),
        set(Setting.SCRIPT_OPERATIONS, "9", each -> each.scriptOperations(9)));
  }

  private static InetAddress loopback(int last) {
    try {
      return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last});
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  private static EmulatorConfig config(Setting setting, String value) {
    LocalCosmosBuilder builder = LocalCosmos.builder();
    setting.apply(builder, value);
    return builder.config();
  }

  @ParameterizedTest
  @MethodSource("values")
  void aValueIsSet(Setting setting, String value, UnaryOperator<LocalCosmosBuilder> expected) {
    assertThat(config(setting, value))
        .isEqualTo(expected.apply(LocalCosmos.builder()).config())
        .isNotEqualTo(LocalCosmos.builder().config());
  }

  @Test
  void allValuesAreTested() {
    Stream<Object> tested = values().map(each -> each.get()[0]);
    assertThat(Stream.concat(Stream.of(Setting.TLS), tested)).contains((Object[]) Setting.values());
  }

  /** Unless it is set, the number of physical partitions grows with the throughput. */
  @Test
  void theDefaultsAreThoseOfTheBuilder() {
    List<Setting> defaults =
        Arrays.stream(Setting.values())
            .filter(setting -> !setting.defaultValue().isEmpty())
            .filter(setting -> setting != Setting.PHYSICAL_PARTITIONS)
            .toList();
    assertThat(defaults).hasSizeGreaterThan(15);
    assertThat(defaults)
        .allSatisfy(
            setting ->
                assertThat(config(setting, setting.defaultValue()))
                    .isEqualTo(LocalCosmos.builder().config()));
  }

  @Test
  void singleConditionsAreSetAfterServiceConditions() {
    assertThat(EnumSet.range(Setting.PORT, Setting.SERVICE_CONDITIONS))
        .doesNotContain(
            Setting.PHYSICAL_PARTITIONS, Setting.REPLICA_LAG, Setting.DISTANCE, Setting.SEED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PORT | x | 'x' is not a whole number",
        "PORT | 4000000000 | '4000000000' is not a whole number below 2^31",
        "SEED | 1.5 | '1.5' is not a whole number",
        "ENFORCE_THROUGHPUT | yes | 'yes' is not true or false",
        "REPLICA_LAG | 5 | '5' is not a time such as 100ms, 5s, 2m, 1h or PT0.1S",
        "REPLICA_LAG | PT-1S | must not be negative: PT-1S",
        "REPLICA_LAG | PT1 | 'PT1' is not a time such as 100ms, 5s, 2m, 1h or PT0.1S",
        "QUERY_MEMORY | 1PB | '1PB' is not a size such as 4096, 64KB, 16MB, 20GB or 1TB",
        "QUERY_MEMORY | 1000000TB | '1000000TB' is not a size",
        "DISTANCE | far | 'far' is not a time such as",
        "DURABILITY | always | 'always' is not one of process, power-loss",
        "ADDRESS | a b | 'a b' is not an address of this machine",
        "KEY | *** | The key must be Base64 of at least one byte.",
        "PHYSICAL_PARTITIONS | -1 | physicalPartitions must be 0 to 1000: -1"
      })
  void aWrongValueIsRejected(Setting setting, String value, String message) {
    assertThatThrownBy(() -> config(setting, value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("***");
  }
}
