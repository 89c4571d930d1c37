package dev.cosmoslocal.internal.query.function;

import dev.cosmoslocal.internal.budget.Budget;

/**
 * Finds a text in another one in linear time. The JDK's search is faster on short texts, but takes
 * the product of both lengths on hostile ones.
 */
final class TextSearch {
  /** The product of the lengths up to which the JDK's search takes some milliseconds at worst. */
  private static final long QUICK = 10_000_000;

  private TextSearch() {}

  static boolean contains(String text, String part) {
    return indexOf(text, part, 0) >= 0;
  }

  static int indexOf(String text, String part) {
    return indexOf(text, part, 0);
  }

  static int indexOf(String text, String part, int from) {
    Budget.current().steps((text.length() - Math.max(0, from)) / 16L);
    if ((long) text.length() * part.length() <= QUICK || part.length() > text.length()) {
      return text.indexOf(part, from);
    }
    return knuthMorrisPratt(text, part, Math.max(0, from));
  }

  static int lastIndexOf(String text, String part) {
    return lastIndexOf(text, part, text.length());
  }

  static int lastIndexOf(String text, String part, int from) {
    Budget.current().steps(text.length() / 16L);
    if ((long) text.length() * part.length() <= QUICK || part.length() > text.length()) {
      return text.lastIndexOf(part, from);
    }
    if (from < 0) {
      return -1;
    }
    int end = (int) Math.min(text.length(), (long) from + part.length());
    String backwards = new StringBuilder(text.substring(0, end)).reverse().toString();
    int at = knuthMorrisPratt(backwards, new StringBuilder(part).reverse().toString(), 0);
    return at < 0 ? -1 : end - at - part.length();
  }

  private static int knuthMorrisPratt(String text, String part, int from) {
    Budget budget = Budget.current();
    long before = budget.allocated();
    budget.allocate((long) Integer.BYTES * part.length());
    int[] borders = borders(part);
    int matched = 0;
    int found = -1;
    for (int i = from; i < text.length() && found < 0; i++) {
      while (matched > 0 && part.charAt(matched) != text.charAt(i)) {
        matched = borders[matched - 1];
      }
      matched += part.charAt(matched) == text.charAt(i) ? 1 : 0;
      if (matched == part.length()) {
        found = i - matched + 1;
      }
      if ((i & 63) == 0) {
        budget.steps(4);
      }
    }
    budget.release(before);
    return found;
  }

  /** The length of the longest proper border of each beginning of a text. */
  private static int[] borders(String part) {
    int[] borders = new int[part.length()];
    int length = 0;
    for (int i = 1; i < part.length(); i++) {
      while (length > 0 && part.charAt(length) != part.charAt(i)) {
        length = borders[length - 1];
      }
      length += part.charAt(length) == part.charAt(i) ? 1 : 0;
      borders[i] = length;
    }
    return borders;
  }
}
