package dev.cosmosblog.model.item;

import static java.time.format.DateTimeFormatter.ISO_DATE_TIME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmosblog.model.CreationDate;
import dev.cosmosblog.model.InvalidInputException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class ItemDatesTest {
  private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999Z");

  @Provide
  Arbitrary<Instant> dates() {
    return Arbitraries.longs()
        .between(FIRST.toEpochMilli(), LAST.toEpochMilli())
        .map(Instant::ofEpochMilli);
  }

  @Property(seed = "1")
  void textsSortLikeTimes(@ForAll("dates") Instant one, @ForAll("dates") Instant other) {
    assertThat(Integer.signum(ItemDates.text(one).compareTo(ItemDates.text(other))))
        .isEqualTo(Integer.signum(one.compareTo(other)));
  }

  @Property(seed = "1")
  void aDateHas24CharactersAndIsReadBack(@ForAll("dates") Instant date) {
    String text = ItemDates.text(date);
    assertThat(text).hasSize(24).endsWith("Z");
    assertThat(ItemDates.parse(text)).contains(date);
  }

  @Test
  void wholeSecondsHaveDecimals() {
    assertThat(ItemDates.text(Instant.parse("2026-11-20T13:37:31Z")))
        .isEqualTo("2026-11-20T13:37:31.000Z");
  }

  @Test
  void datesAreTruncatedToMilliseconds() {
    Instant fine = Instant.parse("2026-11-20T13:37:31.123987654Z");
    assertThat(ItemDates.text(fine)).isEqualTo("2026-11-20T13:37:31.123Z");
    assertThat(CreationDate.of(fine)).isEqualTo(fine.truncatedTo(ChronoUnit.MILLIS));
  }

  @Test
  void aDateOutsideTheSupportedYearsIsRefused() {
    for (Instant bad : new Instant[] {FIRST.minusMillis(1), LAST.plusMillis(1), Instant.MIN}) {
      assertThatThrownBy(() -> CreationDate.of(bad))
          .isInstanceOfSatisfying(
              InvalidInputException.class, e -> assertThat(e.argument()).isEqualTo("creationDate"))
          .hasMessageContaining("0000 to 9999");
    }
    assertThat(CreationDate.of(LAST.plusNanos(999_999))).isEqualTo(LAST);
  }

  @Test
  void datesOfOtherImplementationsAreRead() {
    Instant expected = Instant.parse("2019-03-04T10:00:00.120Z");
    for (String text :
        new String[] {
          "2019-03-04T10:00:00.1200000Z",
          "2019-03-04T10:00:00.12",
          "2019-03-04T12:00:00.120+02:00",
          "2019-03-04T10:00:00.120000001Z"
        }) {
      assertThat(ItemDates.parse(text)).as(text).contains(expected);
    }
  }

  @Provide
  Arbitrary<String> nearDates() {
    Arbitrary<String> number = Arbitraries.integers().between(0, 99).map("%02d"::formatted);
    return Combinators.combine(number, number, number, number, number, number)
        .as(
            (a, b, c, d, e, f) ->
                "20" + a + "-0" + b.charAt(1) + "-" + c + "T" + d + ":" + e + ":" + f + ".120Z");
  }

  /** The form that the library writes is read without a formatter. */
  @Property(tries = 5_000, seed = "1", edgeCases = EdgeCasesMode.NONE)
  void aDateIsReadAsTheFormatterReadsIt(@ForAll("nearDates") String text) {
    Optional<Instant> expected;
    try {
      expected = Optional.of(OffsetDateTime.parse(text, ISO_DATE_TIME).toInstant());
    } catch (DateTimeParseException e) {
      expected = Optional.empty();
    }
    assertThat(ItemDates.parse(text)).isEqualTo(expected);
  }

  @Test
  void textsThatOnlyLookLikeDatesAreNotRead() {
    for (String text :
        new String[] {
          "2023-02-29T10:00:00.000Z",
          "2023-04-31T10:00:00.000Z",
          "2023-00-10T10:00:00.000Z",
          "2023-01-00T10:00:00.000Z",
          "2023-01-10T24:00:00.000Z",
          "2023-01-10T10:60:00.000Z",
          "2023-01-10T10:00:60.000Z",
          "2023-01-10T10:00:00.00xZ",
          "2023-01-10 10:00:00.000Z"
        }) {
      assertThat(ItemDates.parse(text)).as(text).isEmpty();
    }
    assertThat(ItemDates.parse("2024-02-29T23:59:59.999Z"))
        .contains(Instant.parse("2024-02-29T23:59:59.999Z"));
  }

  @Test
  void aMissingDateIs1970AndAnInvalidOneIsEmpty() {
    assertThat(ItemDates.parse(null)).contains(Instant.EPOCH);
    for (String text : new String[] {"", "yesterday", "2019-13-01T00:00:00Z", "2019-03-04", "1"}) {
      assertThat(ItemDates.parse(text)).as(text).isEmpty();
    }
    assertThat(ItemDates.parse("+10000-01-01T00:00:00Z")).isEmpty();
  }
}
