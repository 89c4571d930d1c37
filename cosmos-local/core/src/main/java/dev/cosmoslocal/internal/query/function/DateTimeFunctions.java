package dev.cosmoslocal.internal.query.function;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.query.value.Values;
import java.math.BigInteger;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;

/**
 * Functions of dates and times (Microsoft: "Date and time functions"). Those named …Static return
 * the same value throughout a query.
 */
final class DateTimeFunctions {

  private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);
  private static final int FIRST_BIN_YEAR = 1601;

  /** A longer bin has all years to 9999. */
  private static final long LONGEST_BIN = 1_000_000;

  /** The bytes of the longest part of a date, for one character of a format. */
  private static final int WORD = 20;

  private DateTimeFunctions() {}

  static void register(BuiltInFunctions functions, Clock clock) {
    functions.add("DATETIMEADD", 3, a -> add(a[0], a[1], DateTimeText.parse(a[2])));
    functions.add("DATETIMEBIN", 2, 4, DateTimeFunctions::bin);
    functions.add("DATETIMEDIFF", 3, DateTimeFunctions::difference);
    functions.add("DATETIMEFORMAT", 2, DateTimeFunctions::format);
    functions.add("DATETIMEFROMPARTS", 3, 7, DateTimeFunctions::fromParts);
    functions.add("DATETIMEPART", 2, a -> part(DateTimePart.of(a[0]), DateTimeText.parse(a[1])));
    functions.add("YEAR", 1, a -> part(Optional.of(DateTimePart.YEAR), DateTimeText.parse(a[0])));
    functions.add("MONTH", 1, a -> part(Optional.of(DateTimePart.MONTH), DateTimeText.parse(a[0])));
    functions.add("DAY", 1, a -> part(Optional.of(DateTimePart.DAY), DateTimeText.parse(a[0])));
    functions.add("DATETIMETOTICKS", 1, a -> ticks(a[0], 1));
    functions.add("DATETIMETOTIMESTAMP", 1, a -> ticks(a[0], 10_000));
    functions.add("TICKSTODATETIME", 1, a -> ofTicks(a[0], 1));
    functions.add("TIMESTAMPTODATETIME", 1, a -> ofTicks(a[0], 10_000));
    currentTime(functions, clock);
  }

  private static void currentTime(BuiltInFunctions functions, Clock clock) {
    current(
        functions, "DATETIME", clock, ticks -> DateTimeText.format(DateTimeText.ofTicks(ticks)));
    current(functions, "TICKS", clock, Values::number);
    current(functions, "TIMESTAMP", clock, t -> Values.number(Math.floorDiv(t, 10_000L)));
    functions.add("NOW", 0, 2, a -> now(a, clock));
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

  private static JsonNode now(JsonNode[] arguments, Clock clock) {
    return switch (arguments.length) {
      case 0 -> DateTimeText.format(now(clock));
      case 2 -> add(arguments[0], arguments[1], Optional.of(now(clock)));
      default -> Values.UNDEFINED;
    };
  }

  private static JsonNode ago(JsonNode[] arguments, Clock clock) {
    return add(arguments[0], Values.negate(arguments[1]), Optional.of(now(clock)));
  }

  private static JsonNode add(JsonNode part, JsonNode number, Optional<LocalDateTime> time) {
    Optional<DateTimePart> unit = DateTimePart.of(part);
    OptionalLong amount = Arguments.whole(number);
    if (unit.isEmpty() || amount.isEmpty() || time.isEmpty()) {
      return Values.UNDEFINED;
    }
    try {
      return DateTimeText.format(time.get().plus(amount.getAsLong(), unit.get().unit()));
    } catch (DateTimeException | ArithmeticException e) {
      return Values.UNDEFINED;
    }
  }

  private static JsonNode part(Optional<DateTimePart> part, Optional<LocalDateTime> time) {
    return part.isPresent() && time.isPresent()
        ? Values.number(part.get().of(time.get()))
        : Values.UNDEFINED;
  }

  private static JsonNode bin(JsonNode[] arguments) {
    Optional<LocalDateTime> time = DateTimeText.parse(arguments[0]);
    Optional<DateTimePart> part = DateTimePart.of(arguments[1]);
    OptionalLong size = arguments.length > 2 ? Arguments.whole(arguments[2]) : OptionalLong.of(1);
    Optional<LocalDateTime> start =
        arguments.length > 3 ? DateTimeText.parse(arguments[3]) : Optional.of(EPOCH);
    boolean valid =
        time.isPresent()
            && part.isPresent()
            && size.isPresent()
            && size.getAsLong() > 0
            && start.filter(s -> s.getYear() >= FIRST_BIN_YEAR).isPresent();
    return valid ? bin(time.get(), part.get(), size.getAsLong(), start.get()) : Values.UNDEFINED;
  }

  private static JsonNode bin(
      LocalDateTime time, DateTimePart part, long size, LocalDateTime start) {
    if (part.isCalendar()) {
      return DateTimeText.format(
          calendarBin(time, part == DateTimePart.YEAR ? 12 : 1, size, start));
    }
    BigInteger length = BigInteger.valueOf(size).multiply(BigInteger.valueOf(part.nanos()));
    BigInteger passed =
        BigInteger.valueOf(DateTimeText.ticks(time) - DateTimeText.ticks(start))
            .multiply(BigInteger.valueOf(100));
    BigInteger rest = passed.mod(length).divide(BigInteger.valueOf(100));
    return DateTimeText.format(DateTimeText.ofTicks(DateTimeText.ticks(time) - rest.longValue()));
  }

  /** The start of a bin of some months, counted from a date. */
  private static LocalDateTime calendarBin(
      LocalDateTime time, int months, long size, LocalDateTime start) {
    long length = months * Math.min(size, LONGEST_BIN);
    long bins = Math.floorDiv(ChronoUnit.MONTHS.between(start, time), length);
    LocalDateTime bin = start.plusMonths(bins * length);
    return bin.isAfter(time) ? start.plusMonths((bins - 1) * length) : bin;
  }

  /** The number of part boundaries between two times. */
  private static JsonNode difference(JsonNode[] arguments) {
    Optional<DateTimePart> part = DateTimePart.of(arguments[0]);
    Optional<LocalDateTime> start = DateTimeText.parse(arguments[1]);
    Optional<LocalDateTime> end = DateTimeText.parse(arguments[2]);
    return part.isPresent() && start.isPresent() && end.isPresent()
        ? Values.number(number(part.get(), end.get()) - number(part.get(), start.get()))
        : Values.UNDEFINED;
  }

  /** The number of a time's part, counted continuously: its difference counts boundaries. */
  private static long number(DateTimePart part, LocalDateTime time) {
    long ticks = DateTimeText.ticks(time);
    return switch (part) {
      case YEAR -> time.getYear();
      case MONTH -> time.getYear() * 12L + time.getMonthValue();
      case NANOSECOND -> ticks * 100;
      default -> Math.floorDiv(ticks, part.nanos() / 100);
    };
  }

  private static JsonNode format(JsonNode[] arguments) {
    Optional<LocalDateTime> time = DateTimeText.parse(arguments[0]);
    Budget.current().allocate((long) WORD * arguments[1].asText().length());
    return time.isPresent() && arguments[1].isTextual()
        ? Values.text(new DateTimeFormat(time.get()).format(arguments[1].textValue()))
        : Values.UNDEFINED;
  }

  private static JsonNode fromParts(JsonNode[] arguments) {
    int[] parts = new int[7];
    for (int i = 0; i < arguments.length; i++) {
      OptionalLong part = Arguments.whole(arguments[i]);
      if (part.isEmpty() || part.getAsLong() < 0 || part.getAsLong() > 9_999_999) {
        return Values.UNDEFINED;
      }
      parts[i] = (int) part.getAsLong();
    }
    try {
      return DateTimeText.format(
          LocalDateTime.of(
              parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], parts[6] * 100));
    } catch (DateTimeException e) {
      return Values.UNDEFINED;
    }
  }

  private static JsonNode ticks(JsonNode text, long unit) {
    return DateTimeText.parse(text)
        .<JsonNode>map(time -> Values.number(Math.floorDiv(DateTimeText.ticks(time), unit)))
        .orElse(Values.UNDEFINED);
  }

  private static JsonNode ofTicks(JsonNode number, long unit) {
    OptionalLong count = Arguments.whole(number);
    if (count.isEmpty() || Math.abs((double) count.getAsLong()) > Long.MAX_VALUE / unit) {
      return Values.UNDEFINED;
    }
    return DateTimeText.format(DateTimeText.ofTicks(count.getAsLong() * unit));
  }
}
