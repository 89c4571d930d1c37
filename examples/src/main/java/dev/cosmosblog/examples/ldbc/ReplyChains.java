package dev.cosmosblog.examples.ldbc;

import dev.cosmosblog.examples.ldbc.Row.MalformedRowException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Finds the root post of each reply. One thread fills it before several threads read it. It keeps
 * two ids for each comment in memory.
 */
final class ReplyChains {
  private final Map<Long, Parent> parents = new HashMap<>();

  /** The post or comment that a comment replies to. */
  record Parent(boolean isPost, long id) {
    /** Reads two columns, one of which must be empty or, in an update stream, -1. */
    static Parent of(Row row, int postColumn, int commentColumn) {
      boolean post = given(row, postColumn);
      boolean comment = given(row, commentColumn);
      if (post == comment) {
        throw new MalformedRowException(
            post
                ? "replies to both a post and a comment"
                : "replies to neither a post nor a comment");
      }
      return post
          ? new Parent(true, row.id("replied post", postColumn))
          : new Parent(false, row.id("replied comment", commentColumn));
    }

    private static boolean given(Row row, int column) {
      return !row.text(column).isEmpty() && !row.text(column).equals("-1");
    }
  }

  void add(Addition.AddComment comment) {
    parents.putIfAbsent(comment.id(), comment.parent());
  }

  /** Returns the id of the post at the root. */
  long postOf(Parent parent) {
    Set<Long> seen = new HashSet<>();
    Parent at = parent;
    while (!at.isPost()) {
      if (!seen.add(at.id())) {
        throw new MalformedRowException("its reply chain has a cycle at comment " + at.id());
      }
      Parent next = parents.get(at.id());
      if (next == null) {
        throw new MalformedRowException("its reply chain leads to the unknown comment " + at.id());
      }
      at = next;
    }
    return at.id();
  }
}
