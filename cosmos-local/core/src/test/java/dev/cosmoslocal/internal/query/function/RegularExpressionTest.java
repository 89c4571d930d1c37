package dev.cosmoslocal.internal.query.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.budget.BudgetExceededException;
import dev.cosmoslocal.internal.budget.BudgetLimits;
import dev.cosmoslocal.internal.budget.Cancellation;
import dev.cosmoslocal.internal.query.parse.QueryException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class RegularExpressionTest {
  private static final Duration SHORT = Duration.ofMillis(20);
  private static final Duration PATIENT = Duration.ofMinutes(1);

  private static boolean find(String pattern, String text) {
    return find(pattern, "", text);
  }

  private static boolean find(String pattern, String modifiers, String text) {
    return RegularExpression.compile(pattern, modifiers).find(text, PATIENT);
  }

  @Example
  void longTextsMatch() {
    String words = "word ".repeat(20_000);
    assertThat(find("(w|o|r|d| )*$", words)).isTrue();
    assertThat(find("^(?:word )+$", words)).isTrue();
    assertThat(find("^(?:word )+$", words + "!")).isFalse();
    assertThat(find("[a-z]+x", "\u00e4".repeat(100_000) + "ax")).isTrue();
    assertThat(find("e[^\u00e4]$", "\u00e4".repeat(100_000) + "e\ud83d\ude00")).isTrue();
  }

  /** The last one reads a character at a time without a check. */
  @Example
  void hostilePatternsFailInsteadOfHanging() {
    for (String pattern :
        List.of("(a+)+$", "(a|a)*$", "(a|b|ab|a)*$", "(?:a|ab|aa)*?c?$", "a.*b")) {
      String text = pattern.equals("a.*b") ? "a".repeat(2_000_000) : "a".repeat(900) + "!";
      assertThatThrownBy(() -> RegularExpression.compile(pattern, "").find(text, SHORT))
          .as(pattern)
          .isInstanceOf(QueryException.class)
          .hasMessage("A pattern takes too long to match.");
    }
  }

  @Example
  void aMatchEndsWhenItsQueryIsCancelled() {
    Cancellation cancellation = new Cancellation();
    cancellation.cancel();
    cancellation.run(
        () ->
            assertThatThrownBy(() -> Budget.run(BudgetLimits.DEFAULT, () -> find("a", "b")))
                .isInstanceOf(BudgetExceededException.class));
  }

  /** The stack of the engine grows with the text. */
  @Example
  void aMatchThatNeedsTooMuchMemoryFails() {
    assertThatThrownBy(
            () ->
                Budget.run(BudgetLimits.DEFAULT, () -> find("((a|b)?c?)*!", "abc".repeat(500_000))))
        .isInstanceOfSatisfying(
            BudgetExceededException.class, e -> assertThat(e.status()).isEqualTo(413));
    assertThat(Budget.run(BudgetLimits.DEFAULT, () -> find("^[abc]*$", "abc".repeat(200_000))))
        .isTrue();
  }

  @Example
  void aPatternThatIsNestedTooDeeplyIsRefused() {
    assertThatThrownBy(() -> find("(".repeat(5_000) + ")".repeat(5_000), ""))
        .isInstanceOf(QueryException.class)
        .hasMessageContaining("nested too deeply");
    assertThat(find("(".repeat(200) + ")".repeat(200) + "(\\()+", "(")).isTrue();
    assertThatThrownBy(() -> find("a".repeat(20_001), "")).isInstanceOf(QueryException.class);
  }

  @Example
  void aPatternIsCompiledOnceForSeveralRows() {
    RegexMatch call = new RegexMatch();
    RegularExpression first = call.compiled("a", "");
    assertThat(call.compiled("a", "")).isSameAs(first);
    assertThat(call.compiled("a", "i")).isNotSameAs(first);
    assertThat(call.ofCall()).isNotSameAs(call);
  }

  /** All as PCRE does without its option for Unicode classes. */
  @Example
  void classesAreThoseOfAscii() {
    for (String pattern : List.of("\\w", "\\d", "\\s", "[[:alpha:]]")) {
      assertThat(find(pattern, "\u00e4\u0661\u00a0")).as(pattern).isFalse();
    }
    assertThat(find("\\p{L}\\p{Nd}", "\u00e4\u0661")).isTrue();
    assertThat(find("\\ba", "\u00e4a")).isTrue();
  }

  @Example
  void modifiersChangeTheMeaning() {
    assertThat(find("\u00c4", "i", "\u00e4")).isTrue();
    assertThat(find("^b$", "a\nb\nc")).isFalse();
    assertThat(find("^b$", "m", "a\nb\nc")).isTrue();
    assertThat(find("a.b", "a\nb")).isFalse();
    assertThat(find("a.b", "s", "a\nb")).isTrue();
    assertThat(find("a b", "x", "ab")).isTrue();
    assertThat(find("b$", "b\n")).isTrue();
  }

  // The following tests show differences from PCRE, as listed on the page of differences.

  @Example
  void someEscapesStandForTheirLetters() {
    assertThat(find("^\\C\\h\\H\\k{n}\\N\\o\\v\\V\\y$", "ChHk{n}NovVy")).isTrue();
    assertThat(find("\\C|\\h|\\H|\\k{n}|\\N|\\o|\\v|\\V|\\y", " \n!")).isFalse();
  }

  @Example
  void aQuantifierCanBeRepeated() {
    assertThat(find("^a**$", "aa")).isTrue();
  }

  @Example
  void severalLettersAreOneOfTheOtherCase() {
    assertThat(find("STRASSE", "i", "stra\u00dfe")).isTrue();
  }

  @Example
  void partsOfPcreThatTheEngineDoesNotKnowAreRefused() {
    for (String pattern :
        List.of(
            "a(?R)?",
            "(a)(?1)",
            "(a)\\g1",
            "(?P<n>a)",
            "(?|a|b)",
            "(?C1)a",
            "(*FAIL)",
            "(?<=a+)b",
            "a{100001}")) {
      assertThatThrownBy(() -> find(pattern, "a"))
          .as(pattern)
          .isInstanceOf(QueryException.class)
          .hasMessageStartingWith("Invalid regular expression: ");
    }
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
        List.of(
            "(",
            ")",
            "[a",
            "*a",
            "a{3,2}",
            "\\1",
            "\\k<x>",
            "(?<>a)",
            "[z-a]",
            "\\",
            "\\p{$",
            "\\w](?:){2}\\p{L}")) {
      assertThatThrownBy(() -> find(pattern, "a")).as(pattern).isInstanceOf(QueryException.class);
    }
  }

  /** The engines agree on patterns that have the same meaning in Perl and Java. */
  @Property(tries = 3_000, seed = "20261122")
  void theEngineFindsWhatTheJdkFinds(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    String pattern = pattern(random, 3);
    Pattern theirs = Pattern.compile(pattern);
    RegularExpression ours = RegularExpression.compile(pattern, "");
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
