package dev.cosmoslocal.internal.query.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmoslocal.internal.query.function.RegexParser.Modifiers;
import dev.cosmoslocal.internal.query.parse.QueryException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class RegularExpressionTest {
  private static final Modifiers NONE = new Modifiers(false, false, false, false);

  private static boolean find(String pattern, String text) {
    return RegexParser.parse(pattern, NONE).find(text);
  }

  /** Each of them never ends in the JDK's engine, without reading a character. */
  @Example
  void patternsOfNothingEndSoon() {
    assertThat(find("(?:(?:){2147483647}){2147483647}", "")).isTrue();
    assertThat(find("(?:(?:){2147483647}){2147483647}x", "")).isFalse();
    assertThat(find("(?:^{2147483647}){2147483647}$*+", "")).isTrue();
    assertThat(find("(?:(?:(?:|)+)+)+", "")).isTrue();
    assertThatThrownBy(() -> find("(?:|)".repeat(60) + "x", ""))
        .isInstanceOf(QueryException.class)
        .hasMessageContaining("too long");
  }

  @Example
  void hostilePatternsFailInsteadOfHanging() {
    for (String pattern : List.of("(a+)+$", "(a|a)*$", "(a|b|ab|a)*$")) {
      assertThatThrownBy(() -> find(pattern, "a".repeat(45) + "!"))
          .as(pattern)
          .isInstanceOf(QueryException.class)
          .hasMessageContaining("too long");
    }
  }

  @Example
  void whatIsNestedTooDeeplyIsRefused() {
    assertThatThrownBy(() -> find("(".repeat(5_000) + ")".repeat(5_000), ""))
        .isInstanceOf(QueryException.class);
    assertThatThrownBy(() -> find("a".repeat(20_001), "")).isInstanceOf(QueryException.class);
  }

  @Example
  void thePartsOfThePatternsOfPerlAreKnown() {
    List<List<String>> cases =
        List.of(
            List.of("^\\d{4}-\\d{2}-\\d{2}T", "2026-01-02T03:04"),
            List.of("^[\\w.+-]+@[\\w-]+\\.[a-z]{2,}$", "some.one+tag@example.org"),
            List.of("(?i)STRASSE", "Hauptstrasse"),
            List.of("(?<y>a+)b\\k<y>c", "aabaac"),
            List.of("(a)(b)?\\1", "aba"),
            List.of("foo(?=bar)", "foobar"),
            List.of("foo(?!bar)", "foobaz"),
            List.of("(?<=\\$)\\d+", "$42"),
            List.of("(?<!\\$)\\b\\d+", "42"),
            List.of("(?>a+)b", "aaab"),
            List.of("a++b", "aaab"),
            List.of("<.+?>", "<a><b>"),
            List.of("[^a-c\\d]", "d"),
            List.of("[\\]\\-x]", "-"),
            List.of("\\Q.*\\E", ".*"),
            List.of("\\x41\\u0042\\t", "AB\t"),
            List.of("\\p{Lu}\\P{Lu}", "Ab"),
            List.of("(?m)^b$", "a\nb\nc"),
            List.of("(?s)a.b", "a\nb"),
            List.of("(?x) a b # comment\n c", "abc"),
            List.of("\\Aab\\z", "ab"),
            List.of("x{2,3}y|z", "xxxy"),
            List.of("\ud83d\ude00+", "\ud83d\ude00\ud83d\ude00"),
            List.of("a{,3}", "a{,3}"));
    for (List<String> one : cases) {
      assertThat(find(one.get(0), one.get(1))).as(one.get(0)).isTrue();
      assertThat(find(one.get(0), "\u00a7"))
          .as("not " + one.get(0))
          .isEqualTo(
              Pattern.compile(one.get(0).equals("a{,3}") ? "b" : one.get(0))
                  .matcher("\u00a7")
                  .find());
    }
    assertThat(find("[[:alpha:]]+[[:^digit:]]", "ab")).isTrue();
  }

  @Example
  void aMalformedPatternIsRefused() {
    for (String pattern :
        List.of("(", ")", "[a", "*a", "a{3,2}", "\\1", "\\k<x>", "\\y", "(?<>a)", "[z-a]", "\\")) {
      assertThatThrownBy(() -> find(pattern, "a")).as(pattern).isInstanceOf(QueryException.class);
    }
  }

  /** The engines agree on patterns that have the same meaning in Perl and Java. */
  @Property(tries = 3_000, seed = "20261122")
  void theEngineFindsWhatTheJdkFinds(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    String pattern = pattern(random, 3);
    Pattern theirs = Pattern.compile(pattern);
    RegularExpression ours = RegexParser.parse(pattern, NONE);
    for (int i = 0; i < 8; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(7); length > 0; length--) {
        text.append("abc".charAt(random.nextInt(3)));
      }
      assertThat(ours.find(text.toString()))
          .as("/%s/ in '%s'", pattern, text)
          .isEqualTo(theirs.matcher(text).find());
    }
  }

  private static String pattern(SplittableRandom random, int depth) {
    StringBuilder pattern = new StringBuilder();
    for (int parts = 1 + random.nextInt(3); parts > 0; parts--) {
      pattern.append(part(random, depth));
    }
    return pattern.toString();
  }

  private static String part(SplittableRandom random, int depth) {
    String[] atoms = {"a", "b", "c", ".", "[ab]", "[^a]", "^", "$", "\\b", "\\w"};
    String[] times = {"", "", "?", "*", "+", "{2}", "{1,2}", "{0,2}", "*?", "+?", "??", "*+", "?+"};
    String[] opens = {"(", "(?:", "(?=", "(?!", "(?>", "(?:"};
    boolean group = depth > 0 && random.nextInt(3) == 0;
    String open = opens[random.nextInt(opens.length)];
    String atom =
        group
            ? open
                + pattern(random, depth - 1)
                + (random.nextBoolean() ? "|" + pattern(random, depth - 1) : "")
                + ")"
            : atoms[random.nextInt(atoms.length)];
    boolean place = group ? open.equals("(?=") || open.equals("(?!") : "^$\\b".contains(atom);
    return atom + (place ? "" : times[random.nextInt(times.length)]);
  }
}
