package dev.cosmosblog.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmosblog.model.item.ReservationItem;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlugTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"a", "my-first-post", "2026", "snake_case", "-a-", "über-uns", "日本語", "हिन्दी"})
  void lettersDigitsAndJoinersAreAllowed(String text) {
    assertThat(Slug.of(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        "_-_",
        "a b",
        "a/b",
        "a?b",
        "a#b",
        "a.b",
        "a%20b",
        "a\u0000",
        "😀",
        "a\u200Db"
      })
  void otherCharactersAreRejected(String text) {
    assertThatThrownBy(() -> Slug.of(text))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("The slug ")
        .extracting("argument")
        .isEqualTo("slug");
  }

  @ParameterizedTest
  @ValueSource(strings = {"My-Post", "ﬁn", "e\u0301t\u00E9", "ＡＢＣ"})
  void otherFormsOfASlugAreRejected(String text) {
    assertThatThrownBy(() -> Slug.of(text))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("Slug.from(title)");
  }

  @Test
  void aSlugHasAtMost200Characters() {
    assertThat(Slug.of("a".repeat(Slug.MAX_LENGTH)).value()).hasSize(200);
    assertThatThrownBy(() -> Slug.of("a".repeat(201)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("201 characters");
    assertThatThrownBy(() -> Slug.of(null)).isInstanceOf(InvalidInputException.class);
  }

  @Test
  void theLongestSlugHasAShorterReservationThanTheLongestId() {
    String id = ReservationItem.idOfSlug(Slug.of("日".repeat(Slug.MAX_LENGTH)));

    assertThat(id.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(IdRules.MAX_BYTES);
  }

  @ParameterizedTest
  @CsvSource({
    "My first post, my-first-post",
    "' What?! -- Now: 100 %', what-now-100",
    "Über uns, über-uns",
    "snake_case, snake-case",
    "Don't, don-t",
    "日本語 の 本, 日本語-の-本"
  })
  void aTitleBecomesASlug(String title, String slug) {
    assertThat(Slug.from(title)).hasToString(slug);
  }

  @Test
  void aTitleWithoutLettersIsRejected() {
    assertThatThrownBy(() -> Slug.from("?!")).isInstanceOf(InvalidInputException.class);
  }

  @Test
  void aLongTitleIsCutBetweenCharacters() {
    assertThat(Slug.from("a".repeat(199) + "\uD835\uDFD8\uD83D\uDE00").value())
        .hasSizeLessThan(201);
    assertThat(Slug.from("𐐨".repeat(150)).value()).isEqualTo("𐐨".repeat(100));
    assertThat(Slug.from("x" + "𐐨".repeat(150)).value()).isEqualTo("x" + "𐐨".repeat(99));
    assertThat(Slug.from("a".repeat(199) + " b").value()).isEqualTo("a".repeat(199));
  }

  @Property(seed = "1")
  void everyTitleWithALetterHasASlug(@ForAll String title) {
    try {
      String slug = Slug.from(title + " a").value();
      assertThat(Slug.from(slug).value()).isEqualTo(slug);
    } catch (InvalidInputException e) {
      assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(title)).isFalse();
    }
  }
}
