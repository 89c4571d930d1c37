package dev.cosmosblog.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.api.Test;

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

  @Property
  void aSummaryIsAPrefixThatDoesNotSplitASurrogatePair(@ForAll("texts") String content) {
    String summary = Content.summary(content);
    assertThat(content).startsWith(summary);
    assertThat(Content.check("summary", summary)).isEqualTo(summary);
    int wanted = Math.min(content.length(), Content.SUMMARY_LENGTH);
    assertThat(summary.length()).isBetween(Math.max(0, wanted - 1), wanted);
  }

  @Test
  void aSummaryHas100CharactersUnlessTheCutWouldSplitASurrogatePair() {
    assertThat(Content.summary("x".repeat(100))).hasSize(100);
    assertThat(Content.summary("x".repeat(101))).hasSize(100);
    assertThat(Content.summary("x".repeat(98) + "😀y")).isEqualTo("x".repeat(98) + "😀");
    assertThat(Content.summary("x".repeat(99) + "😀")).isEqualTo("x".repeat(99));
    assertThat(Content.summary("")).isEmpty();
  }

  @Property
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
            CustomProperties.NONE);
    assertThat(post.summary())
        .isEqualTo(
            new PostSummary(
                PostId.of("p"),
                UserId.of("u"),
                "Ann",
                "Title",
                "x".repeat(100),
                3,
                7,
                date,
                PostStatus.PUBLISHED,
                null,
                CustomProperties.NONE));
  }
}
