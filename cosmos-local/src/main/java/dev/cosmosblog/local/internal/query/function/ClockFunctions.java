package dev.cosmosblog.local.internal.query.function;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.value.Values;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * Functions of the current time (Microsoft: "Date and time functions"). Those named static give one
 * value for a whole query.
 */
final class ClockFunctions {

  private ClockFunctions() {}

  static void register(BuiltInFunctions functions, Clock clock) {
    current(
        functions, "DATETIME", clock, ticks -> DateTimeText.format(DateTimeText.ofTicks(ticks)));
    current(functions, "TICKS", clock, Values::number);
    current(functions, "TIMESTAMP", clock, t -> Values.number(Math.floorDiv(t, 10_000L)));
    functions.add("NOW", 0, a -> DateTimeText.format(now(clock)));
    functions.add("AGO", 2, a -> ago(a, clock));
  }

  private static LocalDateTime now(Clock clock) {
    return LocalDateTime.ofInstant(clock.instant(), ZoneOffset.UTC);
  }

  private static void current(
      BuiltInFunctions functions, String what, Clock clock, LongFunction<JsonNode> value) {
    functions.add("GETCURRENT" + what, 0, a -> value.apply(DateTimeText.ticks(now(clock))));
    functions.addStatic("GETCURRENT" + what + "STATIC", value);
  }

  private static JsonNode ago(JsonNode[] arguments, Clock clock) {
    return DateTimeFunctions.add(
        arguments[0], Values.negate(arguments[1]), Optional.of(now(clock)));
  }
}
