package dev.cosmoslocal.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.budget.Budget;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The patterns of LIKE (Microsoft: "LIKE keyword"). {@code %} matches any text, {@code _} one
 * character, {@code [abc]} and {@code [a-f]} one of the listed characters, {@code [^abc]} any other
 * character. Matching takes the product of both lengths at most, counted on the budget.
 */
public final class LikePattern {
  /** Stands for {@code %}. */
  private static final IntPredicate ANY_TEXT = c -> true;

  private final IntPredicate[] parts;

  private LikePattern(List<IntPredicate> parts) {
    this.parts = parts.toArray(IntPredicate[]::new);
  }

  public static LikePattern compile(String like, JsonNode escape) {
    Budget.current().allocate((long) Sizes.ENTRY * like.length());
    int escapeChar =
        escape.isTextual() && !escape.textValue().isEmpty() ? escape.textValue().charAt(0) : -1;
    List<IntPredicate> parts = new ArrayList<>();
    int at = 0;
    while (at < like.length()) {
      int c = like.codePointAt(at);
      int close = c == '[' && c != escapeChar ? like.indexOf(']', at + 2) : -1;
      if (c == escapeChar && at + 1 < like.length()) {
        int escaped = like.codePointAt(at + 1);
        parts.add(one(escaped));
        at += 1 + Character.charCount(escaped);
      } else if (close > 0) {
        parts.add(set(like.substring(at + 1, close).codePoints().toArray()));
        at = close + 1;
      } else {
        parts.add(single(c));
        at += Character.charCount(c);
      }
    }
    return new LikePattern(parts);
  }

  private static IntPredicate single(int c) {
    return switch (c) {
      case '%' -> ANY_TEXT;
      case '_' -> any -> true;
      default -> one(c);
    };
  }

  private static IntPredicate one(int wanted) {
    return c -> c == wanted;
  }

  private static IntPredicate set(int[] members) {
    boolean negated = members.length > 1 && members[0] == '^';
    return c -> contains(members, negated ? 1 : 0, c) != negated;
  }

  private static boolean contains(int[] members, int from, int wanted) {
    for (int i = from; i < members.length; i++) {
      boolean range = i + 2 < members.length && members[i + 1] == '-';
      if (range ? wanted >= members[i] && wanted <= members[i + 2] : wanted == members[i]) {
        return true;
      }
      i += range ? 2 : 0;
    }
    return false;
  }

  public boolean matches(String text) {
    Budget budget = Budget.current();
    int at = 0;
    int part = 0;
    // Where to go on if the rest does not match: one character later after the latest %.
    int resumeAt = -1;
    int resumePart = -1;
    while (at < text.length()) {
      budget.step();
      int character = text.codePointAt(at);
      if (part < parts.length && parts[part] == ANY_TEXT) {
        part++;
        resumePart = part;
        resumeAt = at;
      } else if (part < parts.length && parts[part].test(character)) {
        part++;
        at += Character.charCount(character);
      } else if (resumePart >= 0) {
        resumeAt += Character.charCount(text.codePointAt(resumeAt));
        at = resumeAt;
        part = resumePart;
      } else {
        return false;
      }
    }
    while (part < parts.length && parts[part] == ANY_TEXT) {
      part++;
    }
    return part == parts.length;
  }
}
