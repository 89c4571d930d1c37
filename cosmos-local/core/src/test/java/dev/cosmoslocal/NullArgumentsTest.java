package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmoslocal.request.ConnectionLimits;
import dev.cosmoslocal.request.Consistency;
import dev.cosmoslocal.request.RequestKind;
import dev.cosmoslocal.request.RequestRecord;
import dev.cosmoslocal.request.WorkLimits;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NullArgumentsTest {
  private static final LocalCosmos EMULATOR = LocalCosmos.start();

  /** An instance of each public type, to call its methods on. */
  private static final List<Object> INSTANCES =
      List.of(
          EMULATOR,
          LocalCosmos.builder(),
          Fault.status(503),
          Fault.cutBefore(),
          FaultPlan.NONE,
          FaultPlan.builder(),
          FaultRule.onAny(),
          Distance.NONE,
          Distance.builder(),
          new FaultCounts(Map.of(), List.of()),
          new RequestCounter(),
          RequestTotals.NONE,
          WorkLimits.DEFAULT,
          SettableClock.frozenAt(Instant.EPOCH),
          Setting.PORT,
          Consistency.SESSION,
          ConnectionLimits.DEFAULT);

  private static final List<Class<?>> OTHER_TYPES =
      List.of(
          Fault.class,
          FaultRule.class,
          Fault.Delay.class,
          Fault.LateResponse.class,
          Fault.ItemChange.class,
          Fault.ClockJump.class,
          Distance.Latency.class,
          RequestRecord.class);

  /** A value of each parameter type, for the other parameters. */
  private static final Map<Class<?>, Object> VALUES =
      Map.ofEntries(
          Map.entry(int.class, 1),
          Map.entry(long.class, 1L),
          Map.entry(double.class, 0.5),
          Map.entry(boolean.class, true),
          Map.entry(String.class, "text"),
          Map.entry(Duration.class, Duration.ofSeconds(1)),
          Map.entry(Instant.class, Instant.EPOCH),
          Map.entry(ZoneId.class, ZoneOffset.UTC),
          Map.entry(Clock.class, Clock.systemUTC()),
          Map.entry(Path.class, Path.of("unused")),
          Map.entry(InetAddress.class, InetAddress.getLoopbackAddress()),
          Map.entry(Map.class, Map.of()),
          Map.entry(LocalCosmosBuilder.class, LocalCosmos.builder()),
          Map.entry(List.class, List.of()),
          Map.entry(Set.class, Set.of()),
          Map.entry(SettableClock.class, SettableClock.frozenAt(Instant.EPOCH)),
          Map.entry(WorkLimits.class, WorkLimits.DEFAULT),
          Map.entry(Distance.class, Distance.NONE),
          Map.entry(Distance.Latency.class, new Distance.Latency(Duration.ZERO, Duration.ZERO)),
          Map.entry(RequestKind.class, RequestKind.BATCH),
          Map.entry(RequestKind[].class, new RequestKind[0]));

  /** Implemented for the JDK, which never passes null. */
  private static final Set<String> CALLBACKS = Set.of("equals", "valueOf");

  @AfterAll
  static void close() {
    EMULATOR.close();
  }

  static Stream<Arguments> parameters() {
    Stream<Class<?>> types =
        Stream.concat(INSTANCES.stream().map(Object::getClass), OTHER_TYPES.stream());
    return types
        .flatMap(
            type ->
                Stream.concat(
                    Arrays.stream(type.getConstructors()),
                    Arrays.stream(type.getDeclaredMethods())))
        .filter(e -> Modifier.isPublic(e.getModifiers()) && !e.isSynthetic())
        .filter(e -> !CALLBACKS.contains(e.getName()))
        .flatMap(
            e ->
                Arrays.stream(e.getParameters())
                    .filter(p -> !p.getType().isPrimitive())
                    .map(p -> Arguments.of(e, p)));
  }

  @ParameterizedTest
  @MethodSource("parameters")
  void aNullArgumentIsRefusedByName(Executable executable, Parameter parameter) {
    Object[] arguments =
        Arrays.stream(executable.getParameters())
            .map(p -> p.equals(parameter) ? null : VALUES.get(p.getType()))
            .toArray();

    assertThatThrownBy(() -> call(executable, arguments))
        .isInstanceOf(NullPointerException.class)
        .hasMessage(parameter.getName());
  }

  @ParameterizedTest
  @MethodSource("parameters")
  void noParameterIsAnOptional(Executable executable, Parameter parameter) {
    assertThat(parameter.getType()).as(executable.toString()).isNotEqualTo(Optional.class);
  }

  private static void call(Executable executable, Object[] arguments) throws Throwable {
    try {
      if (executable instanceof Method method) {
        method.invoke(instance(method.getDeclaringClass()), arguments);
      } else {
        ((java.lang.reflect.Constructor<?>) executable).newInstance(arguments);
      }
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static Object instance(Class<?> type) {
    return INSTANCES.stream().filter(type::isInstance).findFirst().orElse(type);
  }
}
