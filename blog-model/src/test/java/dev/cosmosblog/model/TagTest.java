package dev.cosmosblog.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TagTest {
  @ParameterizedTest
  @ValueSource(strings = {"a", "cosmos-db", "java_21", "2026", "über", "日本語"})
  void lettersDigitsAndJoinersAreAllowed(String text) {
    assertThat(Tag.of(text)).hasToString(text).isEqualTo(new Tag(text));
  }

  /** The separator of bucket names is not allowed, so no tag's bucket is another tag's. */
  @ParameterizedTest
  @ValueSource(strings = {"", "-", "a b", "a/b", "a~b", "c++", "c#", ".net"})
  void otherCharactersAreRejected(String text) {
    assertThatThrownBy(() -> Tag.of(text))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("The tag ")
        .extracting("argument")
        .isEqualTo("tag");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Java", "ﬁn", "e\u0301t\u00E9", "ＡＢＣ"})
  void otherFormsOfATagAreRejected(String text) {
    assertThatThrownBy(() -> Tag.of(text))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("Tag.from(text)");
  }

  @Test
  void aTagHasAtMost50Characters() {
    assertThat(Tag.of("a".repeat(Tag.MAX_LENGTH)).value()).hasSize(50);
    assertThatThrownBy(() -> Tag.of("a".repeat(51)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("51 characters");
    assertThatThrownBy(() -> Tag.of(null)).isInstanceOf(InvalidInputException.class);
  }

  @ParameterizedTest
  @CsvSource({"Cosmos DB, cosmos-db", "' C++ ', c", ".NET 9, net-9", "snake_case, snake-case"})
  void aTextBecomesATag(String text, String tag) {
    assertThat(Tag.from(text)).hasToString(tag);
  }

  @Test
  void aLongTextIsCutAndOneWithoutLettersIsRejected() {
    assertThat(Tag.from("a".repeat(49) + " b").value()).isEqualTo("a".repeat(49));
    assertThat(Tag.from("x" + "𐐨".repeat(50)).value()).isEqualTo("x" + "𐐨".repeat(24));
    assertThatThrownBy(() -> Tag.from("?!")).isInstanceOf(InvalidInputException.class);
  }

  @Property(seed = "1")
  void everyTextWithALetterHasATag(@ForAll String text) {
    try {
      String tag = Tag.from("a " + text).value();
      assertThat(Tag.from(tag).value()).isEqualTo(tag);
    } catch (InvalidInputException e) {
      assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(text)).isFalse();
    }
  }

  @Test
  void aPostHasTenDifferentTags() {
    List<Tag> ten = IntStream.range(0, 10).mapToObj(i -> Tag.of("t" + i)).toList();
    List<Tag> twice = IntStream.range(0, 20).mapToObj(i -> Tag.of("t" + i % 10)).toList();
    List<Tag> eleven = IntStream.range(0, 11).mapToObj(i -> Tag.of("t" + i)).toList();
    assertThat(Tag.ofPost(twice)).isEqualTo(ten);
    assertThatThrownBy(() -> Tag.ofPost(eleven))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("10 tags, but 11");
  }

  @Test
  void itsJsonIsItsValue() throws Exception {
    ObjectMapper json = new ObjectMapper();
    assertThat(json.writeValueAsString(Tag.of("java"))).isEqualTo("\"java\"");
    assertThat(json.readValue("\"java\"", Tag.class)).isEqualTo(Tag.of("java"));
  }
}
