package dev.cosmosblog.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;
import net.jqwik.api.constraints.Whitespace;
import org.junit.jupiter.api.Test;

class UsernameTest {
  @Test
  void aBlankNameIsRefused() {
    assertThat(Stream.of("", " ", "\t ", "\u2003", "\u00a0"))
        .allSatisfy(
            blank ->
                assertThatThrownBy(() -> Username.check(blank))
                    .isInstanceOf(InvalidUsernameException.class)
                    .hasMessageContaining("give at least one"));
  }

  @Test
  void aNameThatNobodyCanSeeIsRefused() {
    assertThat(Stream.of("\u200b", "\u200d\u2060", "\ufeff \u00ad"))
        .allSatisfy(
            unseen ->
                assertThatThrownBy(() -> Username.check(unseen))
                    .isInstanceOf(InvalidUsernameException.class)
                    .hasMessageContaining("no visible character"));
  }

  @Test
  void aMissingNameIsRefused() {
    assertThatThrownBy(() -> Username.check(null))
        .isInstanceOf(InvalidUsernameException.class)
        .hasMessageContaining("is missing");
  }

  @Test
  void aNameOverTheBoundIsRefused() {
    assertThat(Username.check("n".repeat(255))).hasSize(255);
    assertThatThrownBy(() -> Username.check("n".repeat(256)))
        .isInstanceOf(InvalidUsernameException.class)
        .hasMessageContaining("has 256 characters; at most 255");
  }

  @Test
  void controlCharactersAndHalvesOfPairsAreRefused() {
    assertThatThrownBy(() -> Username.check("a\u0007b"))
        .isInstanceOf(InvalidUsernameException.class)
        .hasMessageContaining("control character");
    assertThatThrownBy(() -> Username.check("\udc00a"))
        .isInstanceOf(InvalidUsernameException.class)
        .hasMessageContaining("unpaired surrogate at index 0");
  }

  @Test
  void aGoodNameIsKeptAsItsUserWritesIt() {
    assertThat(Stream.of("Ann", "a/b?#\\", "漢字", "Zoë O'Neil", "👩‍💻"))
        .allSatisfy(name -> assertThat(Username.check(name)).isEqualTo(name));
  }

  @Test
  void namesThatDifferInCaseAreTheSame() {
    assertThat(Username.canonical("ANN")).isEqualTo(Username.canonical("ann"));
    assertThat(Username.canonical("STRASSE")).isEqualTo(Username.canonical("straße"));
    assertThat(Username.canonical("ΣΊΣΥΦΟΣ")).isEqualTo(Username.canonical("σίσυφος"));
  }

  @Test
  void namesThatDifferInTheirUnicodeFormAreTheSame() {
    assertThat(Username.canonical("Zoe\u0308")).isEqualTo(Username.canonical("Zoë"));
    assertThat(Username.canonical("ﬁn")).isEqualTo(Username.canonical("fin"));
    assertThat(Username.canonical("ａｎｎ")).isEqualTo(Username.canonical("Ann"));
    assertThat(Username.canonical("\u00a0ann\u2003")).isEqualTo(Username.canonical("ann"));
  }

  @Test
  void namesThatDifferOtherwiseAreNotTheSame() {
    assertThat(Username.canonical("ann")).isNotEqualTo(Username.canonical("anne"));
    assertThat(Username.canonical("Zoe")).isNotEqualTo(Username.canonical("Zoë"));
    assertThat(Username.canonical("a b")).isNotEqualTo(Username.canonical("ab"));
  }

  @Property
  void theCanonicalFormKnowsNoCaseAndNoUnicodeForm(
      @ForAll
          @AlphaChars
          @Whitespace
          @Chars({'ß', 'é', 'Å', 'Σ', 'ς', 'ﬁ', 'Ⅷ', 'я', '漢'})
          @StringLength(max = 40)
          String name) {
    String form = Username.canonical(name);
    assertThat(Username.canonical(name.toUpperCase(Locale.ROOT))).isEqualTo(form);
    assertThat(Username.canonical(name.toLowerCase(Locale.ROOT))).isEqualTo(form);
    assertThat(Username.canonical(Normalizer.normalize(name, Normalizer.Form.NFD))).isEqualTo(form);
    assertThat(Username.canonical(" " + name + "\u3000")).isEqualTo(form);
    assertThat(Username.canonical(form)).isEqualTo(form);
  }

  @Property
  void anAsciiNameIsComparedAsAnyOther(@ForAll @CharRange(to = 0x7f) String name) {
    String folded =
        Normalizer.normalize(name, Normalizer.Form.NFKC)
            .toUpperCase(Locale.ROOT)
            .toLowerCase(Locale.ROOT);
    assertThat(Username.canonical(name))
        .isEqualTo(Normalizer.normalize(folded, Normalizer.Form.NFKC).strip());
  }

  @Test
  void everyCharacterHasOneCanonicalFormInAnyCase() {
    for (int code = 0; code <= Character.MAX_CODE_POINT; code++) {
      if (Character.getType(code) != Character.SURROGATE) {
        String name = Character.toString(code);
        String canonical = Username.canonical(name);
        assertThat(
                List.of(
                    Username.canonical(canonical),
                    Username.canonical(name.toUpperCase(Locale.ROOT)),
                    Username.canonical(name.toLowerCase(Locale.ROOT)),
                    Username.canonical(Normalizer.normalize(name, Normalizer.Form.NFD))))
            .as("U+%04X", code)
            .containsOnly(canonical);
      }
    }
    assertThat(Username.canonical("STRAẞE")).isEqualTo(Username.canonical("Straße"));
  }
}
