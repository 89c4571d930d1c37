package dev.cosmosblog.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.NumericChars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class IdsTest {
  private static final List<Function<String, Record>> KINDS =
      List.of(PostId::of, UserId::of, CommentId::of);

  private static Stream<Function<String, Record>> kinds() {
    return KINDS.stream();
  }

  @Test
  void anEmptyIdIsRefused() {
    assertThat(kinds())
        .allSatisfy(
            kind ->
                assertThatThrownBy(() -> kind.apply(""))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("is empty; give an id of 1 to"));
  }

  @Test
  void aMissingIdIsRefused() {
    assertThat(kinds())
        .allSatisfy(
            kind ->
                assertThatThrownBy(() -> kind.apply(null))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("is null"));
  }

  @Test
  void charactersThatCosmosDbForbidsInAnIdAreRefusedAndShown() {
    assertThat(kinds())
        .allSatisfy(
            kind ->
                assertThat(Stream.of("/", "\\", "?", "#"))
                    .allSatisfy(
                        bad ->
                            assertThatThrownBy(() -> kind.apply("a" + bad + "b"))
                                .isInstanceOf(InvalidInputException.class)
                                .hasMessageContaining("contains '" + bad + "'")));
  }

  @Test
  void charactersThatAreInvalidInAUrlAreRefused() {
    assertThat(kinds())
        .allSatisfy(
            kind ->
                assertThat(Stream.of(".", ".."))
                    .allSatisfy(
                        dots ->
                            assertThatThrownBy(() -> kind.apply(dots))
                                .isInstanceOf(InvalidInputException.class)
                                .hasMessageContaining("a URL cannot carry")));
    assertThat(PostId.of("...").value()).isEqualTo("...");
    assertThat(PostId.of(".a").value()).isEqualTo(".a");
  }

  /** The SDK signs it as it is and sends it normalized. */
  @Test
  void textsThatAreNotInUnicodeFormNfcAreRefused() {
    assertThat(kinds())
        .allSatisfy(
            kind ->
                assertThatThrownBy(() -> kind.apply("e\u0301"))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("normalize it"));
    assertThat(PostId.of("\u00e9").value()).isEqualTo("\u00e9");
  }

  @Test
  void aControlCharacterIsRefusedAndShownByItsCode() {
    assertThatThrownBy(() -> PostId.of("a\nb"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("U+000A");
  }

  @Test
  void allOtherAsciiCharactersAreAllowed() {
    for (char c = 0; c < 0x80; c++) {
      String id = "a" + c;
      boolean forbidden = c < ' ' || c == 0x7f || "/\\?#".indexOf(c) >= 0;
      if (forbidden) {
        assertThatThrownBy(() -> PostId.of(id))
            .as("U+%04X", (int) c)
            .isInstanceOf(InvalidInputException.class);
      } else {
        assertThat(PostId.of(id).value()).isEqualTo(id);
      }
    }
  }

  @Test
  void anUnpairedSurrogateIsRefused() {
    assertThatThrownBy(() -> PostId.of("a\ud83d"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("unpaired surrogate at index 1");
  }

  @Test
  void theLimitIsInBytesNotCharacters() {
    assertThat(PostId.of("x".repeat(1_023)).value()).hasSize(1_023);
    assertThat(PostId.of("é".repeat(511)).value()).hasSize(511);
    assertThatThrownBy(() -> PostId.of("x".repeat(1_024)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("takes 1024 bytes in UTF-8; at most 1023");
    assertThatThrownBy(() -> PostId.of("é".repeat(512)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("1024 bytes");
  }

  @Test
  void aUserIdIsShortEnoughForTheIdOfALike() {
    String longest = "u".repeat(UserId.MAX_BYTES);
    assertThat(UserId.of(longest).value()).isEqualTo(longest);
    assertThat(UserId.MAX_BYTES + CommentId.RESERVED_PREFIX.length()).isEqualTo(1_023);
    assertThatThrownBy(() -> UserId.of(longest + "u"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("at most 1018");
  }

  @Test
  void aUserCannotHaveTheIdOfAReservation() {
    assertThatThrownBy(() -> UserId.of(UserId.RESERVED_PREFIXES.get(0) + "x"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("username~");
  }

  @Test
  void aCommentCannotHaveTheIdOfALike() {
    assertThatThrownBy(() -> CommentId.of(CommentId.RESERVED_PREFIX + "user-1"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("like~");
  }

  @Property(seed = "1")
  void aValidIdIsNotChanged(
      @ForAll
          @AlphaChars
          @NumericChars
          @Chars({' ', '-', '~', '%', '+', 'é', '漢'})
          @StringLength(min = 1, max = 300)
          String id) {
    assertThat(PostId.of(id).value()).isEqualTo(id);
    assertThat(PostId.of(id)).hasToString(id).isEqualTo(new PostId(id));
    assertThat(UserId.of(id)).hasToString(id);
    assertThat(CommentId.of(id)).hasToString(id);
  }
}
