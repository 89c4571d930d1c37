package dev.cosmosblog.local.query;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/**
 * Functions of the current time (Microsoft: "Date and time functions"). Those named static give one
 * value for a whole query.
 */
final class ClockFunctions {

  private ClockFunctions() {}

  static void register(Functions functions, Clock clock) {
    for (String suffix : List.of("", "STATIC")) {
      functions.add("GETCURRENTDATETIME" + suffix, 0, a -> DateTimeText.format(now(clock)));
      functions.add("GETCURRENTTICKS" + suffix, 0, a -> ticks(clock, 1));
      functions.add("GETCURRENTTIMESTAMP" + suffix, 0, a -> ticks(clock, 10_000));
    }
    functions.add("NOW", 0, a -> DateTimeText.format(now(clock)));
    functions.add("AGO", 2, a -> ago(a, clock));
  }

  private static LocalDateTime now(Clock clock) {
    return LocalDateTime.ofInstant(clock.instant(), ZoneOffset.UTC);
  }

  private static JsonNode ticks(Clock clock, long unit) {
    return Values.number(Math.floorDiv(DateTimeText.ticks(now(clock)), unit));
  }

  private static JsonNode ago(JsonNode[] arguments, Clock clock) {
    return DateTimeFunctions.add(
        arguments[0], Arithmetic.negate(arguments[1]), Optional.of(now(clock)));
  }
}
