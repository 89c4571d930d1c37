package dev.cosmosblog.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContentTest {
  private static final int MAX = (int) Content.MAX_ITEM_BYTES;

  /** Whole code points of one to four bytes, and what JSON writes as an escape. */
  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.frequencyOf(
            Tuple.of(4, Arbitraries.of("a", "\"", "\\", "\n", "\u0001")),
            Tuple.of(3, Arbitraries.of("é", "漢", "\u007f", "\u2028")),
            Tuple.of(3, Arbitraries.of("😀", "𝒜")))
        .list()
        .ofMaxSize(160)
        .map(parts -> String.join("", parts));
  }

  @Property(seed = "1")
  void aSummaryIsAPrefixThatDoesNotSplitASurrogatePair(@ForAll("texts") String content) {
    String summary = Content.summary(content);
    assertThat(content).startsWith(summary);
    assertThat(Content.check("summary", summary)).isEqualTo(summary);
    assertThat(summary.length()).isLessThanOrEqualTo(Content.SUMMARY_LENGTH);
    if (content.length() <= Content.SUMMARY_LENGTH) {
      assertThat(summary).isEqualTo(content);
    } else if (content.chars().noneMatch(Character::isWhitespace)) {
      assertThat(summary.length()).isGreaterThanOrEqualTo(Content.SUMMARY_LENGTH - 1);
    }
  }

  @Test
  void aSummaryHas100CharactersUnlessTheCutWouldSplitASurrogatePair() {
    assertThat(Content.summary("x".repeat(100))).hasSize(100);
    assertThat(Content.summary("x".repeat(101))).hasSize(100);
    assertThat(Content.summary("x".repeat(98) + "😀y")).isEqualTo("x".repeat(98) + "😀");
    assertThat(Content.summary("x".repeat(99) + "😀")).isEqualTo("x".repeat(99));
    assertThat(Content.summary("")).isEmpty();
  }

  @Test
  void aSummaryEndsWithAWholeWord() {
    String words = "word ".repeat(30);
    assertThat(Content.summary(words)).isEqualTo("word ".repeat(20).stripTrailing());
    assertThat(Content.summary("x" + words)).isEqualTo("x" + "word ".repeat(19) + "word");
    assertThat(Content.summary("x".repeat(100) + " y")).isEqualTo("x".repeat(100));
    assertThat(Content.summary("x".repeat(50) + "\n" + "y".repeat(60))).isEqualTo("x".repeat(50));
    assertThat(Content.summary("a" + " ".repeat(110) + "b")).isEqualTo("a");
    // Too early.
    assertThat(Content.summary("x".repeat(49) + " " + "y".repeat(60)))
        .isEqualTo("x".repeat(49) + " " + "y".repeat(50));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "e\u0301",
        "\u0915\u093F",
        "👍🏽",
        "👩\u200D💻",
        "🇮🇹",
        "❤\uFE0F",
        // The flag of Scotland.
        "🏴\uDB40\uDC67\uDB40\uDC62\uDB40\uDC73\uDB40\uDC63\uDB40\uDC74\uDB40\uDC7F"
      })
  void aSummaryDoesNotEndWithinACharacter(String character) {
    for (int before = 0; before < character.length(); before++) {
      String filler = "x".repeat(100 - before);
      assertThat(Content.summary(filler + character + "yy"))
          .isEqualTo(before == 0 ? filler : filler.substring(0, 100 - before));
    }
    String fits = "x".repeat(100 - character.length()) + character;
    assertThat(Content.summary(fits + "yy")).isEqualTo(fits);
  }

  @Test
  void flagsAreCutBetweenTheirPairs() {
    assertThat(Content.summary("x" + "🇮🇹".repeat(30))).isEqualTo("x" + "🇮🇹".repeat(24));
    assertThat(Content.summary("e" + "\u0301".repeat(200))).hasSize(100);
  }

  @Test
  void aShortSummaryDoesNotEndWithinACharacterEither() {
    assertThat(Content.summary(null, "ae\u0301", 2)).isEqualTo("a");
    assertThat(Content.summary(null, "ab😀", 3)).isEqualTo("ab");
    assertThat(Content.summary(null, "x".repeat(10) + "e" + "\u0301".repeat(20), 20))
        .isEqualTo("x".repeat(10));
    assertThat(Content.summary(null, "😀", 1)).isEmpty();
    assertThat(Content.summary(null, "xy", 1)).isEqualTo("x");
  }

  @Test
  void anExcerptReplacesTheBeginningOfTheContent() {
    String longest = "x".repeat(Content.MAX_EXCERPT_LENGTH);
    assertThat(Content.summary("short", "content", 100)).isEqualTo("short");
    assertThat(Content.summary(longest + "y", "content", 100)).isEqualTo(longest);
    assertThat(Content.summary("", "content", 100)).isEqualTo("content");
    assertThat(Content.summary(null, "content", 100)).isEqualTo("content");
    assertThat(Content.checkExcerpt(longest)).isEqualTo(longest);
    assertThatThrownBy(() -> Content.checkExcerpt(longest + "y"))
        .isInstanceOfSatisfying(
            InvalidInputException.class, e -> assertThat(e.argument()).isEqualTo("excerpt"))
        .hasMessageContaining("501 characters; at most 500");
  }

  @Property(seed = "1")
  void textsAreMeasuredAsEncoded(@ForAll("texts") String text) throws IOException {
    String json = new ObjectMapper().writeValueAsString(text);
    assertThat(Content.jsonBytes(text))
        .isEqualTo(json.getBytes(StandardCharsets.UTF_8).length - "\"\"".length());
  }

  @Test
  void aTextMayBeEmptyButNotMissingOrIllFormed() {
    assertThat(Content.check("title", "")).isEmpty();
    assertThatThrownBy(() -> Content.check("title", null))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("The title is null; give a text.");
    assertThatThrownBy(() -> Content.check("content", "x\udc00"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("unpaired surrogate at index 1");
  }

  @Test
  void textsOver2MegabytesInTotalAreRefusedWithSizeAndLimit() {
    assertThatCode(() -> Content.checkSize("post", "t", "x".repeat(MAX - 1)))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> Content.checkSize("post", "t", "x".repeat(MAX)))
        .isInstanceOfSatisfying(
            ItemTooLargeException.class,
            e -> {
              assertThat(e.bytes()).isEqualTo(MAX + 1L);
              assertThat(e.bound()).isEqualTo(MAX);
            })
        .hasMessageContaining("The post takes")
        .hasMessageContaining("Shorten it");
  }

  @Test
  void jsonEscapesCountTowardsTheSize() {
    String quotes = "\"".repeat(MAX / 2 + 1);
    assertThatThrownBy(() -> Content.checkSize("comment", quotes))
        .isInstanceOf(ItemTooLargeException.class);
  }

  @Test
  void aSummaryDiffersFromItsPostOnlyInContent() {
    Instant date = Instant.parse("2026-11-20T13:37:31.000Z");
    Post post =
        new Post(
            PostId.of("p"),
            UserId.of("u"),
            "Ann",
            "Title",
            "x".repeat(500),
            3,
            7,
            date,
            0,
            date,
            PostStatus.PUBLISHED,
            null,
            CustomProperties.NONE,
            null,
            null,
            List.of(),
            false);
    assertThat(post.summary())
        .isEqualTo(
            new PostSummary(
                PostId.of("p"),
                UserId.of("u"),
                "Ann",
                "Title",
                "x".repeat(100),
                null,
                List.of(),
                3,
                7,
                date,
                PostStatus.PUBLISHED,
                null,
                CustomProperties.NONE));
  }
}
