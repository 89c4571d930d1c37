package dev.cosmoslocal.internal.script;

/**
 * A search for a part of a text that the budget can end: its time is the product of both lengths in
 * the worst case.
 */
record StoppableSearch(ScriptBudget budget, String text, String part) {
  /** Returns the first position at or after an index, or the last at or before it, or -1. */
  int find(int from, boolean forward) {
    if (part.isEmpty()) {
      return from;
    }
    char first = part.charAt(0);
    int at = forward ? text.indexOf(first, from) : text.lastIndexOf(first, from);
    while (at >= 0 && !text.startsWith(part, at)) {
      budget.checkWork(part.length());
      at = forward ? text.indexOf(first, at + 1) : text.lastIndexOf(first, at - 1);
    }
    return at;
  }
}
