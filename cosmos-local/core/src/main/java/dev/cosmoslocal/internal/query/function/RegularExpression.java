package dev.cosmoslocal.internal.query.function;

import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.query.parse.QueryException;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * A compiled regular expression. It matches by backtracking, as the service's engine does ("PCRE",
 * Microsoft Learn, "RegexMatch"), but counts each step on the budget of the thread. The JDK's
 * engine could not be bounded: patterns of empty groups make it work for ever without reading a
 * character. Immutable.
 */
final class RegularExpression {
  /** As many steps take some tenths of a second. */
  private static final int MAX_STEPS = 20_000_000;

  private static final int MAX_LOOK_BEHIND = 1_000;

  private final Node start;
  private final int groups;
  private final int loops;

  RegularExpression(Node start, int groups, int loops) {
    this.start = start;
    this.groups = groups;
    this.loops = loops;
  }

  /** Returns whether a part of the text matches. */
  boolean find(String text) {
    Match match = new Match(text, Budget.current(), groups, loops);
    for (int from = 0; from <= text.length(); from++) {
      Arrays.fill(match.groups, -1);
      if (start.match(match, from)) {
        return true;
      }
    }
    return false;
  }

  /** The state of one search. */
  private static final class Match {
    final String text;
    private final Budget budget;
    private int steps;
    final int[] groups;
    final int[] counts;
    final int[] begins;
    private int end;
    private int target;

    Match(String text, Budget budget, int groups, int loops) {
      this.text = text;
      this.budget = budget;
      this.groups = new int[2 * (groups + 1)];
      this.counts = new int[loops];
      this.begins = new int[loops];
    }

    void step() {
      if (++steps > MAX_STEPS) {
        throw QueryException.badRequest("A pattern takes too long to match.");
      }
      budget.step();
    }
  }

  /** A part of the expression, with what follows it. */
  abstract static class Node {
    private Node next = this;

    final Node next() {
      return next;
    }

    final void followedBy(Node node) {
      this.next = node;
    }

    abstract boolean match(Match match, int at);
  }

  /** The end of the expression, or of a lookaround or an atomic group. */
  static final class Accept extends Node {
    @Override
    boolean match(Match match, int at) {
      match.end = at;
      return true;
    }
  }

  /** Nothing: joins what alternatives have in common. */
  static final class Empty extends Node {
    @Override
    boolean match(Match match, int at) {
      match.step();
      return next().match(match, at);
    }
  }

  /** A character of a set, as often as asked for. */
  static final class Characters extends Node {
    private final IntPredicate set;
    private final Repetition times;

    Characters(IntPredicate set, Repetition times) {
      this.set = set;
      this.times = times;
    }

    @Override
    boolean match(Match match, int at) {
      int position = at;
      int count = 0;
      int most = times.lazy() ? times.least() : times.most();
      while (count < most && after(match, position) > position) {
        position = after(match, position);
        count++;
      }
      match.step();
      if (count < times.least()) {
        return false;
      }
      if (times.possessive()) {
        return next().match(match, position);
      }
      return times.lazy() ? more(match, position, count) : fewer(match, position, count);
    }

    private boolean more(Match match, int from, int counted) {
      int position = from;
      for (int count = counted; !next().match(match, position); count++) {
        int following = count < times.most() ? after(match, position) : position;
        if (following == position) {
          return false;
        }
        position = following;
      }
      return true;
    }

    private boolean fewer(Match match, int from, int counted) {
      int position = from;
      for (int count = counted; !next().match(match, position); count--) {
        if (count == times.least()) {
          return false;
        }
        position -= Character.charCount(match.text.codePointBefore(position));
      }
      return true;
    }

    /** Returns the position after a character of the set, or the same position. */
    private int after(Match match, int at) {
      match.step();
      if (at >= match.text.length()) {
        return at;
      }
      int character = match.text.codePointAt(at);
      return set.test(character) ? at + Character.charCount(character) : at;
    }
  }

  /** How often something is repeated. */
  record Repetition(int least, int most, boolean lazy, boolean possessive) {
    static final Repetition ONCE = new Repetition(1, 1, false, false);
  }

  /** Alternatives, tried in order. */
  static final class Choice extends Node {
    private final List<Node> alternatives;

    Choice(List<Node> alternatives) {
      this.alternatives = alternatives;
    }

    @Override
    boolean match(Match match, int at) {
      for (Node alternative : alternatives) {
        match.step();
        if (alternative.match(match, at)) {
          return true;
        }
      }
      return false;
    }
  }

  /** Remembers a position: the begin or the end of a capturing group. */
  static final class Mark extends Node {
    private final int slot;

    Mark(int slot) {
      this.slot = slot;
    }

    @Override
    boolean match(Match match, int at) {
      int before = match.groups[slot];
      match.groups[slot] = at;
      match.step();
      if (next().match(match, at)) {
        return true;
      }
      match.groups[slot] = before;
      return false;
    }
  }

  /** A repeated group. */
  static final class Loop extends Node {
    private final int number;
    private final Repetition times;
    private Node body = this;

    final void repeats(Node node) {
      this.body = node;
    }

    /** The end of the body. */
    final Node end =
        new Node() {
          @Override
          boolean match(Match match, int at) {
            return Loop.this.again(match, at);
          }
        };

    Loop(int number, Repetition times) {
      this.number = number;
      this.times = times;
    }

    @Override
    boolean match(Match match, int at) {
      int count = match.counts[number];
      int begin = match.begins[number];
      match.counts[number] = 0;
      match.begins[number] = -1;
      boolean found = again(match, at);
      match.counts[number] = count;
      match.begins[number] = begin;
      return found;
    }

    private boolean again(Match match, int at) {
      match.step();
      int count = match.counts[number];
      int begin = match.begins[number];
      // Another turn of nothing would change nothing.
      boolean empty = begin == at;
      if (count < times.least() && !empty) {
        return turn(match, at, count, begin);
      }
      boolean mayTurn = count < times.most() && !empty;
      if (times.lazy()) {
        return next().match(match, at) || mayTurn && turn(match, at, count, begin);
      }
      return mayTurn && turn(match, at, count, begin) || next().match(match, at);
    }

    private boolean turn(Match match, int at, int count, int begin) {
      match.counts[number] = count + 1;
      match.begins[number] = at;
      boolean found = body.match(match, at);
      match.counts[number] = count;
      match.begins[number] = begin;
      return found;
    }
  }

  /** A group whose match is not tried again in another way. */
  static final class Atomic extends Node {
    private final Node body;

    Atomic(Node body) {
      this.body = body;
    }

    @Override
    boolean match(Match match, int at) {
      match.step();
      return body.match(match, at) && next().match(match, match.end);
    }
  }

  /** A look at what follows. */
  static final class LookAhead extends Node {
    private final Node body;
    private final boolean wanted;

    LookAhead(Node body, boolean wanted) {
      this.body = body;
      this.wanted = wanted;
    }

    @Override
    boolean match(Match match, int at) {
      match.step();
      return body.match(match, at) == wanted && next().match(match, at);
    }
  }

  /** A look at what precedes. */
  static final class LookBehind extends Node {
    private final Node body;
    private final boolean wanted;

    /** The end of the body. */
    private static final class Here extends Node {
      @Override
      boolean match(Match match, int at) {
        return at == match.target;
      }
    }

    LookBehind(Node body, boolean wanted) {
      this.body = body;
      this.wanted = wanted;
    }

    static Node end() {
      return new Here();
    }

    @Override
    boolean match(Match match, int at) {
      int outer = match.target;
      boolean found = false;
      for (int from = at; !found && from >= Math.max(0, at - MAX_LOOK_BEHIND); from--) {
        match.step();
        match.target = at;
        found = body.match(match, from);
      }
      match.target = outer;
      return found == wanted && next().match(match, at);
    }
  }

  /** A back reference: the text that a group has matched, once more. */
  static final class BackReference extends Node {
    private final int group;
    private final boolean fold;

    BackReference(int group, boolean fold) {
      this.group = group;
      this.fold = fold;
    }

    @Override
    boolean match(Match match, int at) {
      int from = match.groups[2 * group];
      int to = match.groups[2 * group + 1];
      match.step();
      return from >= 0
          && to >= from
          && match.text.regionMatches(fold, at, match.text, from, to - from)
          && next().match(match, at + to - from);
    }
  }

  /** A condition on a position. */
  interface Place {
    boolean holds(String text, int at);
  }

  /** A position: a begin, an end, a boundary. */
  static final class Anchor extends Node {
    private final Place place;

    Anchor(Place place) {
      this.place = place;
    }

    @Override
    boolean match(Match match, int at) {
      match.step();
      return place.holds(match.text, at) && next().match(match, at);
    }
  }
}
