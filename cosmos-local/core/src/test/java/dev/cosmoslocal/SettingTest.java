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
import java.util.HashSet;
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

  private static Set<String> names() {
    return Setting.all().stream().map(Setting::name).collect(toSet());
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
    assertThat(names()).isEqualTo(expected).hasSameSizeAs(Setting.all());
  }

  private static Arguments set(
      String name, String value, UnaryOperator<LocalCosmosBuilder> expected) {
    return Arguments.of(name, value, expected);
  }

  private static Arguments work(String name, String value, UnaryOperator<WorkLimits> expected) {
    return set(name, value, each -> each.workLimits(expected.apply(WorkLimits.DEFAULT)));
  }

  private static Arguments connection(
      String name, String value, UnaryOperator<ConnectionLimits> expected) {
    return set(
        name, value, each -> each.connectionLimits(expected.apply(ConnectionLimits.DEFAULT)));
  }

  /** All but {@code tls}, because contexts can't be compared. */
  static Stream<Arguments> values() {
    Distance distance = Distance.of(Duration.ofMillis(2), Duration.ofMillis(20));
    return Stream.of(
        set("port", "8081", each -> each.port(8081)),
        set("address", "127.0.0.2", each -> each.address(loopback(2))),
        set("hosts", "a.example,b.example", each -> each.hosts(Set.of("a.example", "b.example"))),
        set("key", KEY, each -> each.key(KEY)),
        set("directory", "data", each -> each.directory(Path.of("data"))),
        set("durability", "power-loss", each -> each.durability(Durability.POWER_LOSS)),
        set("contents", "data", each -> each.contents(Path.of("data"))),
        set("explorer", "true", LocalCosmosBuilder::explorer),
        set("consistency", "strong", each -> each.consistency(Consistency.STRONG)),
        set("service-conditions", "-7", each -> each.serviceConditions(-7)),
        set("physical-partitions", "3", each -> each.physicalPartitions(3)),
        set("enforce-throughput", "true", each -> each.enforceThroughput(true)),
        set("physical-partition-throughput", "9", each -> each.physicalPartitionThroughput(9)),
        set("logical-partition-throughput", "9", each -> each.logicalPartitionThroughput(9)),
        set("logical-partition-storage", "20GB", each -> each.logicalPartitionStorage(20L << 30)),
        set("replica-lag", "100ms", each -> each.replicaLag(Duration.ofMillis(100))),
        set("distance", "2ms,20ms", each -> each.distance(distance)),
        set("distance", "same-region", each -> each.distance(Distance.SAME_REGION)),
        set("index-build", "2m", each -> each.indexBuild(Duration.ofMinutes(2))),
        set("recovery-point", "1h", each -> each.recoveryPoint(Duration.ofHours(1))),
        set("seed", "4000000000", each -> each.seed(4_000_000_000L)),
        connection("connections", "7", each -> each.withConnections(7)),
        connection("bytes-under-way", "64MB", each -> each.withBytesUnderWay(64 << 20)),
        connection("arrival", "5s", each -> each.withArrival(Duration.ofSeconds(5))),
        work("query-time", "5s", each -> each.withQueryTime(Duration.ofSeconds(5))),
        work("query-rows", "9000", each -> each.withQueryRows(9_000)),
        work("query-memory", "2048KB", each -> each.withQueryMemory(2 << 20)),
        work("script-memory", "4194304", each -> each.withScriptMemory(4 << 20)),
        set("script-time", "9s", each -> each.scriptTime(Duration.ofSeconds(9))),
        set("script-operations", "9", each -> each.scriptOperations(9)));
  }

  private static InetAddress loopback(int last) {
    try {
      return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last});
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  private static EmulatorConfig config(String name, String value) {
    LocalCosmosBuilder builder = LocalCosmos.builder();
    Setting.all().stream()
        .filter(setting -> setting.name().equals(name))
        .forEach(setting -> setting.apply(builder, value));
    return builder.config();
  }

  @ParameterizedTest
  @MethodSource("values")
  void aValueIsSet(String name, String value, UnaryOperator<LocalCosmosBuilder> expected) {
    assertThat(config(name, value))
        .isEqualTo(expected.apply(LocalCosmos.builder()).config())
        .isNotEqualTo(LocalCosmos.builder().config());
  }

  @Test
  void allValuesAreTested() {
    Set<String> tested = new HashSet<>(Set.of("tls"));
    values().forEach(each -> tested.add(String.valueOf(each.get()[0])));
    assertThat(tested).isEqualTo(names());
  }

  /** Unless it is set, the number of physical partitions grows with the throughput. */
  @Test
  void theDefaultsAreThoseOfTheBuilder() {
    List<Setting> defaults =
        Setting.all().stream()
            .filter(setting -> !setting.defaultValue().isEmpty())
            .filter(setting -> !setting.name().equals("physical-partitions"))
            .toList();
    assertThat(defaults).hasSizeGreaterThan(15);
    assertThat(defaults)
        .allSatisfy(
            setting ->
                assertThat(config(setting.name(), setting.defaultValue()))
                    .isEqualTo(LocalCosmos.builder().config()));
  }

  @Test
  void singleConditionsAreSetAfterServiceConditions() {
    List<String> names = Setting.all().stream().map(Setting::name).toList();
    assertThat(names.subList(0, names.indexOf("service-conditions")))
        .doesNotContain("physical-partitions", "replica-lag", "distance", "seed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "port | x | 'x' is not a whole number",
        "port | 4000000000 | '4000000000' is not a whole number below 2^31",
        "seed | 1.5 | '1.5' is not a whole number",
        "enforce-throughput | yes | 'yes' is not true or false",
        "replica-lag | 5 | '5' is not a time such as 100ms, 5s, 2m or 1h",
        "query-memory | 1TB | '1TB' is not a number of bytes such as 4096, 64KB, 16MB or 20GB",
        "distance | far | 'far' is not a time such as",
        "durability | always | 'always' is not one of process, power-loss",
        "address | a b | 'a b' is not an address of this machine",
        "key | *** | The key must be Base64 of at least one byte.",
        "physical-partitions | -1 | physicalPartitions must be 0 to 1000: -1"
      })
  void aWrongValueIsRejected(String name, String value, String message) {
    assertThatThrownBy(() -> config(name, value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("***");
  }
}
