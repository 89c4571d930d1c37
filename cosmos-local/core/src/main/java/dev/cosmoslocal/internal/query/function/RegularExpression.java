package dev.cosmoslocal.internal.query.function;

import static org.joni.constants.SyntaxProperties.OP2_ESC_CAPITAL_K_KEEP;
import static org.joni.constants.SyntaxProperties.OP2_ESC_CAPITAL_R_LINEBREAK;
import static org.joni.constants.SyntaxProperties.OP2_ESC_CAPITAL_X_EXTENDED_GRAPHEME_CLUSTER;
import static org.joni.constants.SyntaxProperties.OP2_ESC_U_HEX4;
import static org.joni.constants.SyntaxProperties.OP2_PLUS_POSSESSIVE_INTERVAL;
import static org.joni.constants.SyntaxProperties.OP2_PLUS_POSSESSIVE_REPEAT;
import static org.joni.constants.SyntaxProperties.OP2_QMARK_LPAREN_CONDITION;

import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.query.parse.QueryException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jcodings.Config;
import org.jcodings.exception.JCodingsException;
import org.jcodings.specific.UTF8Encoding;
import org.joni.Matcher;
import org.joni.Option;
import org.joni.Regex;
import org.joni.Syntax;
import org.joni.WarnCallback;
import org.joni.exception.JOniException;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression of Perl's kind ("PCRE", Microsoft Learn, "RegexMatch"), compiled by joni.
 * Immutable and thread-safe.
 *
 * <p>The JDK's engine can't be stopped, and overflows the stack on long texts.
 */
final class RegularExpression {
  /** The maximum time of one match, unless the query's own limit is over before. */
  private static final Duration TIME_LIMIT = Duration.ofSeconds(2);

  private static final int MAX_CHARACTERS = 20_000;

  /** Of groups. The compiler is recursive. */
  private static final int MAX_NESTING = 200;

  /** Takes some tenths of a second: joni doesn't check the time while it scans for a character. */
  private static final int SCANNED_BETWEEN_CHECKS = 500_000_000;

  private static final int MAX_STARTS = 1_000;

  /** An entry of joni's stack, with its part of an array that doubles. */
  private static final long STACK_ENTRY_BYTES = 64;

  private static final int ENTRIES_OF_GROUP = 4;
  private static final int ENTRIES_OF_QUANTIFIER = 2;

  private static final Syntax SYNTAX =
      new Syntax(
          "PCRE",
          Syntax.PerlNG.op,
          Syntax.PerlNG.op2
              | OP2_PLUS_POSSESSIVE_REPEAT
              | OP2_PLUS_POSSESSIVE_INTERVAL
              | OP2_ESC_U_HEX4
              | OP2_ESC_CAPITAL_K_KEEP
              | OP2_ESC_CAPITAL_R_LINEBREAK
              | OP2_ESC_CAPITAL_X_EXTENDED_GRAPHEME_CLUSTER
              | OP2_QMARK_LPAREN_CONDITION,
          Syntax.PerlNG.op3,
          Syntax.PerlNG.behavior,
          Syntax.PerlNG.options,
          Syntax.PerlNG.metaCharTable);

  private final String pattern;
  private final String modifiers;
  private final Regex regex;
  private final int entriesPerCharacter;

  private RegularExpression(String pattern, String modifiers, Regex regex, int entries) {
    this.pattern = pattern;
    this.modifiers = modifiers;
    this.regex = regex;
    this.entriesPerCharacter = entries;
  }

  /**
   * Compiles a pattern.
   *
   * @param modifiers any of the letters i, m, s and x
   * @throws QueryException if it isn't valid
   */
  static RegularExpression compile(String pattern, String modifiers) {
    if (pattern.length() > MAX_CHARACTERS) {
      throw invalid("it has more than " + MAX_CHARACTERS + " characters");
    }
    int entries = entriesPerCharacter(pattern);
    byte[] bytes = pattern.getBytes(StandardCharsets.UTF_8);
    try {
      Regex regex =
          new Regex(
              bytes,
              0,
              bytes.length,
              options(modifiers),
              Config.ENC_CASE_FOLD_DEFAULT,
              UTF8Encoding.INSTANCE,
              SYNTAX,
              WarnCallback.NONE);
      return new RegularExpression(pattern, modifiers, regex, entries);
    } catch (JOniException | JCodingsException e) {
      throw invalid(e.getMessage());
    } catch (RuntimeException e) {
      // For few patterns, such as \p{$, joni fails with an exception of the JDK.
      throw invalid("the emulator's engine can't compile it");
    }
  }

  static boolean isModifier(int letter) {
    return "imsx".indexOf(letter) >= 0;
  }

  private static int options(String modifiers) {
    // Without it, \w, \d, \s and \b know all of Unicode, and PCRE's know ASCII.
    int options = Option.ASCII_RANGE;
    options |= modifiers.contains("i") ? Option.IGNORECASE : 0;
    options |= modifiers.contains("m") ? Option.NEGATE_SINGLELINE : 0;
    options |= modifiers.contains("s") ? Option.MULTILINE : 0;
    options |= modifiers.contains("x") ? Option.EXTEND : 0;
    return options;
  }

  /**
   * Returns how many entries of the stack one character of the text can take: one, unless a group
   * is repeated.
   */
  private static int entriesPerCharacter(String pattern) {
    int nesting = 0;
    int groups = 0;
    int quantifiers = 0;
    boolean repeatsGroup = false;
    for (int i = 0; i < pattern.length(); i++) {
      switch (pattern.charAt(i)) {
        case '\\' -> {
          i++;
          // A recursion could fill the memory without reading a character.
          if (pattern.startsWith("g", i)) {
            throw invalid("\\g isn't supported");
          }
        }
        case '(' -> {
          groups++;
          nesting++;
        }
        case ')' -> nesting--;
        case '*', '+', '?', '{' -> {
          quantifiers++;
          repeatsGroup |= i > 0 && pattern.charAt(i - 1) == ')';
        }
        default -> {
          // Other characters take no further entry.
        }
      }
      if (nesting > MAX_NESTING) {
        throw invalid("it is nested too deeply");
      }
    }
    return repeatsGroup ? ENTRIES_OF_GROUP * groups + ENTRIES_OF_QUANTIFIER * quantifiers : 1;
  }

  private static QueryException invalid(@Nullable String why) {
    return QueryException.badRequest("Invalid regular expression: " + why);
  }

  boolean isOf(String otherPattern, String otherModifiers) {
    return pattern.equals(otherPattern) && modifiers.equals(otherModifiers);
  }

  /** Returns whether a part of the text matches. */
  boolean find(String text) {
    return find(text, TIME_LIMIT);
  }

  boolean find(String text, Duration limit) {
    Budget budget = Budget.current();
    long before = budget.allocated();
    budget.allocateText(text.length());
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    budget.allocate(STACK_ENTRY_BYTES * entriesPerCharacter * bytes.length);
    try {
      return find(bytes, limit, budget);
    } finally {
      budget.release(before);
    }
  }

  /** Searches from some positions at a time: joni doesn't check the time in short attempts. */
  private boolean find(byte[] text, Duration limit, Budget budget) {
    Matcher matcher = regex.matcherNoRegion(text, 0, text.length, limit.toNanos());
    int starts = Math.max(1, Math.min(MAX_STARTS, SCANNED_BETWEEN_CHECKS / (text.length + 1)));
    long began = System.nanoTime();
    int from = 0;
    do {
      budget.check();
      int to = Math.min(text.length, from + starts);
      while (to < text.length && (text[to] & 0xC0) == 0x80) {
        to++;
      }
      int found = matcher.search(0, from, to, Option.NONE);
      if (found >= 0) {
        return true;
      }
      if (found == Matcher.INTERRUPTED || System.nanoTime() - began > limit.toNanos()) {
        throw QueryException.badRequest("A pattern takes too long to match.");
      }
      from = to;
    } while (from < text.length);
    return false;
  }
}
