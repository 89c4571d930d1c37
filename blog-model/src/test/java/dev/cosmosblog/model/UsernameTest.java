package dev.cosmosblog.model;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.security.MessageDigest;
import java.text.Normalizer;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
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
  void anInvisibleNameIsRefused() {
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
        .hasMessageContaining("is null");
  }

  @Test
  void aTooLongNameIsRefused() {
    assertThat(Username.check("n".repeat(255))).hasSize(255);
    assertThatThrownBy(() -> Username.check("n".repeat(256)))
        .isInstanceOf(InvalidUsernameException.class)
        .hasMessageContaining("has 256 characters; at most 255");
  }

  @Test
  void controlCharactersAndUnpairedSurrogatesAreRefused() {
    assertThatThrownBy(() -> Username.check("a\u0007b"))
        .isInstanceOf(InvalidUsernameException.class)
        .hasMessageContaining("control character");
    assertThatThrownBy(() -> Username.check("\udc00a"))
        .isInstanceOf(InvalidUsernameException.class)
        .hasMessageContaining("unpaired surrogate at index 0");
  }

  @Test
  void bidirectionalControlCharactersAreRefusedByName() {
    for (int control : new int[] {0x61c, 0x200e, 0x200f, 0x202a, 0x202e, 0x2066, 0x2069}) {
      isRefused("ann" + Character.toString(control) + "a", control, "direction of the text");
    }
    assertThatThrownBy(() -> Username.check("ann\u202e"))
        .hasMessage(
            "The username contains U+202E (RIGHT-TO-LEFT OVERRIDE), which changes the direction of"
                + " the text around it; remove it.");
  }

  @Test
  void invisibleLettersAreRefusedByName() {
    for (int blank : new int[] {0x115f, 0x1160, 0x2800, 0x3164, 0xffa0, 0xfffa, 0x1d159}) {
      isRefused("a" + Character.toString(blank), blank, "shows nothing");
      isRefused(Character.toString(blank), blank, "shows nothing");
    }
  }

  @Test
  void charactersThatFormatOrStandForOthersAreRefusedByName() {
    for (int format : new int[] {0xad, 0x70f, 0x13430, 0xe0041}) {
      isRefused("a" + Character.toString(format) + "b", format, "formats the text");
    }
    isRefused("a\u2028b", 0x2028, "ends the line");
    isRefused("a\u2029b", 0x2029, "ends the line");
    isRefused("a\ufffcb", 0xfffc, "lost");
    isRefused("a\ufffdb", 0xfffd, "lost");
    isRefused("a\ue000b", 0xe000, "private use");
    isRefused("a" + Character.toString(0x16fe4) + "b", 0x16fe4, "shows nothing");
  }

  @Test
  void joinersAreRefusedWhereNoScriptNeedsThem() {
    for (String joiner : List.of("\u200c", "\u200d")) {
      int character = joiner.codePointAt(0);
      isRefused("an" + joiner + "n", character, "joins or separates");
      isRefused("ann" + joiner, character, "joins or separates");
      isRefused("\u0645" + joiner, character, "joins or separates");
      isRefused(joiner + "\u0645", character, "joins or separates");
      String between = "\u0915\u094d" + joiner + "\u0937";
      assertThat(Username.check(between)).isEqualTo(between);
    }
    isRefused("👩\u200c💻", 0x200c, "joins or separates");
  }

  /** Its case and its decomposition come with a later version, and change the canonical form. */
  @Test
  void unassignedCharactersAreRefusedUnlessReservedForEmoji() {
    isRefused("a\uffff", 0xffff, "Unicode version");
    isRefused("a\u0378", 0x378, "(unassigned)");
    for (int pictograph = 0x1f300; pictograph <= 0x1faff; pictograph++) {
      String name = Character.toString(pictograph);
      assertThat(Username.check(name)).isEqualTo(name);
      assertThat(Username.canonical(name)).isEqualTo(name);
    }
  }

  private static void isRefused(String name, int character, String reason) {
    assertThatThrownBy(() -> Username.check(name))
        .isInstanceOfSatisfying(
            InvalidUsernameException.class,
            refused -> assertThat(refused.character()).hasValue(character))
        .hasMessageContaining("U+%04X", character)
        .hasMessageContaining(reason)
        .hasMessageEndingWith("remove it.");
  }

  @Test
  void aNameOfOnlyIgnorableCharactersIsRefused() {
    for (String ignorable : ignorable()) {
      assertThatThrownBy(() -> Username.check(ignorable + " " + ignorable))
          .as(Character.getName(ignorable.codePointAt(0)))
          .isInstanceOf(InvalidUsernameException.class);
    }
  }

  @Test
  void aValidNameIsNotChanged() {
    assertThat(
            Stream.of(
                "Ann", "a/b?#\\", "漢字", "Zoë O'Neil", "👩‍💻", "👩🏽‍💻", "❤️‍🔥", "می\u200cخواهم"))
        .allSatisfy(name -> assertThat(Username.check(name)).isEqualTo(name));
  }

  @Test
  void namesThatDifferOnlyInCaseAreEqual() {
    assertThat(Username.canonical("ANN")).isEqualTo(Username.canonical("ann"));
    assertThat(Username.canonical("STRASSE")).isEqualTo(Username.canonical("straße"));
    assertThat(Username.canonical("ΣΊΣΥΦΟΣ")).isEqualTo(Username.canonical("σίσυφος"));
  }

  @Test
  void namesThatDifferOnlyInUnicodeFormAreEqual() {
    assertThat(Username.canonical("Zoe\u0308")).isEqualTo(Username.canonical("Zoë"));
    assertThat(Username.canonical("ﬁn")).isEqualTo(Username.canonical("fin"));
    assertThat(Username.canonical("ａｎｎ")).isEqualTo(Username.canonical("Ann"));
    assertThat(Username.canonical("\u00a0ann\u2003")).isEqualTo(Username.canonical("ann"));
  }

  @Test
  void namesThatDifferOnlyInInvisibleCharactersAreEqual() {
    for (String ignorable : ignorable()) {
      assertThat(Username.canonical("An" + ignorable + "n" + ignorable))
          .as(Character.getName(ignorable.codePointAt(0)))
          .isEqualTo("ann");
    }
    assertThat(Username.canonical("Zoe\u034f\u0308")).as("joined").isEqualTo("zoë");
    assertThat(Username.canonical("\u200b Ann")).as("at its end").isEqualTo("ann");
  }

  @Test
  void namesThatDifferOnlyInSpacesAreEqual() {
    assertThat(Username.canonical("Ann  Lee")).isEqualTo("ann lee");
    assertThat(Username.canonical("Ann\u2003\u3000Lee")).isEqualTo("ann lee");
    assertThat(Username.canonical("Ann \u200b Lee")).isEqualTo("ann lee");
  }

  @Test
  void otherNamesAreDifferent() {
    assertThat(Username.canonical("ann")).isNotEqualTo(Username.canonical("anne"));
    assertThat(Username.canonical("Zoe")).isNotEqualTo(Username.canonical("Zoë"));
    assertThat(Username.canonical("a b")).isNotEqualTo(Username.canonical("ab"));
  }

  @Property(seed = "1")
  void theCanonicalFormIgnoresCaseAndUnicodeForm(
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

  @Property(seed = "1")
  void theCanonicalFormIsIdempotentAndHasNoIgnorableCharacters(
      @ForAll("texts") String name, @ForAll("ignorables") String ignorable, @ForAll int at) {
    String form = Username.canonical(name);
    int cut =
        name.offsetByCodePoints(0, Math.floorMod(at, name.codePointCount(0, name.length()) + 1));
    String disguised = name.substring(0, cut) + ignorable + name.substring(cut);
    assertThat(Username.canonical(disguised)).isEqualTo(form);
    assertThat(Username.canonical(form)).isEqualTo(form);
  }

  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> any =
        Arbitraries.integers()
            .between(0, Character.MAX_CODE_POINT)
            .filter(code -> Character.getType(code) != Character.SURROGATE)
            .map(Character::toString);
    Arbitrary<String> special =
        Arbitraries.of(
            "a", "Σ", "ς", " ", "\u3000", "ﬁ", "ẞ", "İ", "\u0301", "\u0345", "ᄀ", "ᅡ", "ᆨ", "한");
    return Arbitraries.oneOf(any, special, ignorables())
        .list()
        .ofMaxSize(12)
        .map(all -> String.join("", all));
  }

  @Provide
  Arbitrary<String> ignorables() {
    return Arbitraries.of(ignorable());
  }

  /** Default_Ignorable_Code_Point in DerivedCoreProperties.txt of Unicode 17.0. */
  private static List<String> ignorable() {
    String ranges =
        "AD-AD 34F-34F 61C-61C 115F-1160 17B4-17B5 180B-180F 200B-200F 202A-202E 2060-206F"
            + " 3164-3164 FE00-FE0F FEFF-FEFF FFA0-FFA0 FFF0-FFF8 1BCA0-1BCA3 1D173-1D17A"
            + " E0000-E0FFF";
    return codePoints(Stream.of(ranges.split(" "))).mapToObj(Character::toString).toList();
  }

  private static IntStream codePoints(Stream<String> ranges) {
    return ranges
        .map(range -> range.split("-"))
        .flatMapToInt(
            range ->
                IntStream.rangeClosed(
                    Integer.parseInt(range[0], 16), Integer.parseInt(range[1], 16)));
  }

  /** A reservation that one host makes must be found by a host on another Java platform. */
  @Test
  void allJavaVersionsCompareUnicode13CharactersEqually() throws Exception {
    MessageDigest forms = MessageDigest.getInstance("SHA-256");
    try (InputStream assigned = getClass().getResourceAsStream("/unicode-13-assigned.txt")) {
      codePoints(new String(assigned.readAllBytes(), US_ASCII).lines())
          .mapToObj(code -> Username.canonical(Character.toString(code)) + "\n")
          .forEach(form -> forms.update(form.getBytes(UTF_8)));
    }
    assertThat(HexFormat.of().formatHex(forms.digest()))
        .isEqualTo("e383318194ba94952f30a682d0f331798226ff5b0edd07cdaacc8edad04a07a6");
  }

  @Property(seed = "1")
  void asciiNamesAreComparedLikeOthers(@ForAll @CharRange(to = 0x7f) String name) {
    String folded =
        Normalizer.normalize(name, Normalizer.Form.NFKC)
            .toUpperCase(Locale.ROOT)
            .toLowerCase(Locale.ROOT);
    assertThat(Username.canonical(name))
        .isEqualTo(
            Normalizer.normalize(folded, Normalizer.Form.NFKC)
                .strip()
                .replaceAll("\\p{javaWhitespace}+", " "));
  }

  /** A million characters: assertions of each one would take longer than what they look at. */
  @Test
  void everyCharacterHasTheSameCanonicalFormInAnyCase() {
    assertThat(
            IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                .filter(code -> Character.getType(code) != Character.SURROGATE)
                .filter(code -> !hasOneCanonicalForm(Character.toString(code)))
                .mapToObj("U+%04X"::formatted))
        .isEmpty();
    assertThat(Username.canonical("STRAẞE")).isEqualTo(Username.canonical("Straße"));
  }

  private static boolean hasOneCanonicalForm(String name) {
    String canonical = Username.canonical(name);
    return Stream.of(
            canonical,
            name.toUpperCase(Locale.ROOT),
            name.toLowerCase(Locale.ROOT),
            Normalizer.normalize(name, Normalizer.Form.NFD))
        .filter(form -> !form.equals(name))
        .allMatch(form -> Username.canonical(form).equals(canonical));
  }
}
