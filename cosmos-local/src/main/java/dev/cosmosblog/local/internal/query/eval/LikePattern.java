package dev.cosmosblog.local.internal.query.eval;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.regex.Pattern;

/**
 * Compiles the patterns of LIKE (Microsoft: "LIKE keyword"). {@code %} matches any text, {@code _}
 * one character, {@code [abc]} and {@code [a-f]} one of the listed characters, {@code [^abc]} any
 * other character.
 */
public final class LikePattern {

  private LikePattern() {}

  public static Pattern compile(String like, JsonNode escape) {
    int escapeChar =
        escape.isTextual() && !escape.textValue().isEmpty() ? escape.textValue().charAt(0) : -1;
    StringBuilder regex = new StringBuilder();
    int at = 0;
    while (at < like.length()) {
      char c = like.charAt(at);
      int close = c == '[' && c != escapeChar ? like.indexOf(']', at + 2) : -1;
      if (c == escapeChar && at + 1 < like.length()) {
        regex.append(Pattern.quote(like.substring(at + 1, at + 2)));
        at += 2;
      } else if (close > 0) {
        regex.append(set(like.substring(at + 1, close)));
        at = close + 1;
      } else {
        regex.append(single(c));
        at++;
      }
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }

  private static String single(char c) {
    return switch (c) {
      case '%' -> ".*";
      case '_' -> ".";
      default -> Pattern.quote(String.valueOf(c));
    };
  }

  private static String set(String members) {
    StringBuilder regex = new StringBuilder("[");
    for (int i = 0; i < members.length(); i++) {
      char c = members.charAt(i);
      boolean range = c == '-' && i > 0 && i < members.length() - 1;
      boolean negation = c == '^' && i == 0 && members.length() > 1;
      regex.append(range || negation || Character.isLetterOrDigit(c) ? "" : "\\").append(c);
    }
    return regex.append(']').toString();
  }
}
