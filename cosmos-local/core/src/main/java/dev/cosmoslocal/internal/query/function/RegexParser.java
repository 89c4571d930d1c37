package dev.cosmoslocal.internal.query.function;

import dev.cosmoslocal.internal.query.function.RegularExpression.Accept;
import dev.cosmoslocal.internal.query.function.RegularExpression.Anchor;
import dev.cosmoslocal.internal.query.function.RegularExpression.Atomic;
import dev.cosmoslocal.internal.query.function.RegularExpression.BackReference;
import dev.cosmoslocal.internal.query.function.RegularExpression.Characters;
import dev.cosmoslocal.internal.query.function.RegularExpression.Choice;
import dev.cosmoslocal.internal.query.function.RegularExpression.Empty;
import dev.cosmoslocal.internal.query.function.RegularExpression.LookAhead;
import dev.cosmoslocal.internal.query.function.RegularExpression.LookBehind;
import dev.cosmoslocal.internal.query.function.RegularExpression.Loop;
import dev.cosmoslocal.internal.query.function.RegularExpression.Mark;
import dev.cosmoslocal.internal.query.function.RegularExpression.Node;
import dev.cosmoslocal.internal.query.function.RegularExpression.Place;
import dev.cosmoslocal.internal.query.function.RegularExpression.Repetition;
import dev.cosmoslocal.internal.query.parse.QueryException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Parses regular expressions of Perl's kind: groups, alternatives, greedy, lazy and possessive
 * quantifiers, classes, anchors, lookarounds, references, and the modifiers i, m, s and x.
 */
final class RegexParser {
  private static final int MAX_CHARACTERS = 20_000;
  private static final int MAX_NESTING = 200;
  private static final int END = -1;

  private final String text;
  private final Map<String, Integer> names = new HashMap<>();
  private Modifiers modifiers;
  private int at;
  private int groups;
  private int loops;
  private int nesting;

  /** The letters after the pattern, or within it. */
  record Modifiers(boolean fold, boolean lines, boolean dotAll, boolean blanks) {
    /** Returns null for another letter. */
    @Nullable Modifiers with(char letter, boolean on) {
      return switch (letter) {
        case 'i' -> new Modifiers(on, lines, dotAll, blanks);
        case 'm' -> new Modifiers(fold, on, dotAll, blanks);
        case 's' -> new Modifiers(fold, lines, on, blanks);
        case 'x' -> new Modifiers(fold, lines, dotAll, on);
        default -> null;
      };
    }
  }

  /** A part with its first and its last node. */
  private record Part(Node first, Node last) {
    static Part of(Node node) {
      return new Part(node, node);
    }

    Part then(Part other) {
      last.followedBy(other.first);
      return new Part(first, other.last);
    }
  }

  private RegexParser(String text, Modifiers modifiers) {
    this.text = text;
    this.modifiers = modifiers;
  }

  /**
   * Compiles a pattern.
   *
   * @throws QueryException if it is not valid
   */
  static RegularExpression parse(String pattern, Modifiers modifiers) {
    if (pattern.length() > MAX_CHARACTERS) {
      throw invalid("it has more than " + MAX_CHARACTERS + " characters");
    }
    RegexParser parser = new RegexParser(pattern, modifiers);
    Part whole = parser.alternatives(new Accept());
    if (parser.at < pattern.length()) {
      throw invalid("unmatched closing ')'");
    }
    return new RegularExpression(whole.first, parser.groups, parser.loops);
  }

  private static QueryException invalid(String why) {
    return QueryException.badRequest("Invalid regular expression: " + why);
  }

  /** Alternatives up to a closing parenthesis, each followed by an end. */
  private Part alternatives(Node end) {
    if (++nesting > MAX_NESTING) {
      throw invalid("it is nested too deeply");
    }
    Modifiers outer = modifiers;
    List<Node> all = new ArrayList<>();
    do {
      Part sequence = sequence();
      sequence.last.followedBy(end);
      all.add(sequence.first);
    } while (accept('|'));
    modifiers = outer;
    nesting--;
    return new Part(all.size() == 1 ? all.get(0) : new Choice(all), end);
  }

  private Part sequence() {
    Part sequence = Part.of(new Empty());
    while (peek() != END && peek() != '|' && peek() != ')') {
      sequence = sequence.then(quantified());
    }
    return sequence;
  }

  private int peek() {
    skipBlanks();
    return at < text.length() ? text.charAt(at) : END;
  }

  private void skipBlanks() {
    boolean comment = false;
    while (modifiers.blanks() && at < text.length()) {
      char c = text.charAt(at);
      comment = c == '#' || comment && c != '\n';
      if (!comment && !Character.isWhitespace(c)) {
        return;
      }
      at++;
    }
  }

  private boolean accept(char wanted) {
    if (peek() != wanted) {
      return false;
    }
    at++;
    return true;
  }

  private boolean accept(String wanted) {
    if (!text.startsWith(wanted, at)) {
      return false;
    }
    at += wanted.length();
    return true;
  }

  private void close() {
    if (!accept(')')) {
      throw invalid("Unclosed group");
    }
  }

  private Part quantified() {
    int begin = at;
    if (accept("\\Q")) {
      return quoted();
    }
    if (text.charAt(begin) == '(') {
      at++;
      return group();
    }
    Node anchor = anchor();
    if (anchor != null) {
      // More than once is no other condition.
      return repetition().least() > 0 ? Part.of(anchor) : Part.of(new Empty());
    }
    Integer reference = reference();
    if (reference != null) {
      return repeated(Part.of(new BackReference(reference, modifiers.fold())));
    }
    RegexCharacters characters = new RegexCharacters(text, at, modifiers);
    IntPredicate set = characters.set();
    at = characters.end();
    return Part.of(new Characters(set, repetition()));
  }

  private Part quoted() {
    int end = text.indexOf("\\E", at);
    String quoted = text.substring(at, end < 0 ? text.length() : end);
    at = end < 0 ? text.length() : end + 2;
    Part part = Part.of(new Empty());
    for (int character : quoted.codePoints().toArray()) {
      part =
          part.then(
              Part.of(
                  new Characters(
                      RegexCharacters.literal(character, modifiers.fold()), Repetition.ONCE)));
    }
    return part;
  }

  private Part group() {
    Modifiers outer = modifiers;
    if (accept("?>")) {
      Part atomic = alternatives(new Accept());
      return closed(Part.of(new Atomic(atomic.first)));
    }
    if (accept("?=") || accept("?!")) {
      boolean wanted = text.charAt(at - 1) == '=';
      return closed(Part.of(new LookAhead(alternatives(new Accept()).first, wanted)));
    }
    if (accept("?<=") || accept("?<!")) {
      boolean wanted = text.charAt(at - 1) == '=';
      return closed(Part.of(new LookBehind(alternatives(LookBehind.end()).first, wanted)));
    }
    if (accept("?#")) {
      at = Math.max(at, text.indexOf(')', at));
      close();
      return Part.of(new Empty());
    }
    if (accept("?<") || accept("?P<") || accept("?'")) {
      char end = text.charAt(at - 1) == '<' ? '>' : '\'';
      names.put(name(end), groups + 1);
      return capturing();
    }
    if (!accept("?")) {
      return capturing();
    }
    inlineModifiers();
    if (accept(')')) {
      // They hold up to the end of the enclosing group, which restores the others.
      return Part.of(new Empty());
    }
    if (!accept(':')) {
      throw invalid("Unclosed group");
    }
    Part body = alternatives(new Empty());
    modifiers = outer;
    return closed(body);
  }

  private Part closed(Part group) {
    close();
    return repeated(group);
  }

  private Part capturing() {
    int group = ++groups;
    Part body = Part.of(new Mark(2 * group)).then(alternatives(new Mark(2 * group + 1)));
    return closed(body);
  }

  private String name(char end) {
    int from = at;
    while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))
        || at < text.length() && text.charAt(at) == '_') {
      at++;
    }
    String name = text.substring(from, at);
    if (name.isEmpty() || at >= text.length() || text.charAt(at++) != end) {
      throw invalid("the name of a group is malformed");
    }
    return name;
  }

  private void inlineModifiers() {
    boolean on = true;
    while (at < text.length() && text.charAt(at) != ':' && text.charAt(at) != ')') {
      char letter = text.charAt(at++);
      Modifiers changed = letter == '-' ? modifiers : modifiers.with(letter, on);
      if (changed == null) {
        throw invalid("(?" + letter + " is unknown");
      }
      on &= letter != '-';
      modifiers = changed;
    }
  }

  private Part repeated(Part part) {
    Repetition times = repetition();
    if (times.equals(Repetition.ONCE)) {
      return part;
    }
    Loop loop = new Loop(loops++, times);
    loop.repeats(part.first);
    part.last.followedBy(loop.end);
    if (!times.possessive()) {
      return Part.of(loop);
    }
    loop.followedBy(new Accept());
    return Part.of(new Atomic(loop));
  }

  private Repetition repetition() {
    int least = 1;
    int most = 1;
    switch (peek()) {
      case '*' -> {
        least = 0;
        most = Integer.MAX_VALUE;
        at++;
      }
      case '+' -> {
        most = Integer.MAX_VALUE;
        at++;
      }
      case '?' -> {
        least = 0;
        at++;
      }
      case '{' -> {
        int[] counts = counts();
        if (counts.length == 0) {
          return Repetition.ONCE;
        }
        least = counts[0];
        most = counts[1];
      }
      default -> {
        return Repetition.ONCE;
      }
    }
    boolean lazy = accept('?');
    return new Repetition(least, most, lazy, !lazy && accept('+'));
  }

  /** The counts in braces; nothing if the brace stands for itself. */
  private int[] counts() {
    int close = text.indexOf('}', at);
    String inside = close < 0 ? "" : text.substring(at + 1, close);
    if (!inside.matches("\\d{1,10}(,\\d{0,10})?")) {
      return new int[0];
    }
    at = close + 1;
    String[] counts = inside.split(",", -1);
    int least = count(counts[0]);
    int most =
        counts.length == 1 ? least : counts[1].isEmpty() ? Integer.MAX_VALUE : count(counts[1]);
    if (most < least) {
      throw invalid("the counts {" + inside + "} are out of order");
    }
    return new int[] {least, most};
  }

  private static int count(String digits) {
    return (int) Math.min(Integer.MAX_VALUE, Long.parseLong(digits));
  }

  private @Nullable Node anchor() {
    if (accept("^") || accept("\\A")) {
      boolean lines = modifiers.lines() && text.charAt(at - 1) == '^';
      Place place = (all, i) -> i == 0 || lines && i < all.length() && isLineEnd(all.charAt(i - 1));
      return new Anchor(place);
    }
    if (accept("$") || accept("\\Z")) {
      boolean lines = modifiers.lines() && text.charAt(at - 1) == '$';
      return new Anchor((all, i) -> isEnd(all, i) || lines && isLineEnd(all.charAt(i)));
    }
    if (accept("\\z")) {
      return new Anchor((all, i) -> i == all.length());
    }
    if (accept("\\b")) {
      return new Anchor((all, i) -> isBoundary(all, i));
    }
    return accept("\\B") ? new Anchor((all, i) -> !isBoundary(all, i)) : null;
  }

  private static boolean isLineEnd(char c) {
    return c == '\n';
  }

  /** At the end, or before the line end there. */
  private static boolean isEnd(String text, int at) {
    return at == text.length() || at == text.length() - 1 && isLineEnd(text.charAt(at));
  }

  private static boolean isBoundary(String text, int at) {
    boolean before = at > 0 && RegexCharacters.isWord(text.charAt(at - 1));
    boolean after = at < text.length() && RegexCharacters.isWord(text.charAt(at));
    return before != after;
  }

  /** Returns the group that a reference names, or null. */
  private @Nullable Integer reference() {
    if (accept("\\k<")) {
      Integer group = names.get(name('>'));
      if (group == null) {
        throw invalid("a reference names no group");
      }
      return group;
    }
    boolean digit =
        text.startsWith("\\", at)
            && at + 1 < text.length()
            && text.charAt(at + 1) >= '1'
            && text.charAt(at + 1) <= '9';
    if (!digit) {
      return null;
    }
    int group = text.charAt(at + 1) - '0';
    at += 2;
    if (group > groups) {
      throw invalid("a reference names no group");
    }
    return group;
  }
}
