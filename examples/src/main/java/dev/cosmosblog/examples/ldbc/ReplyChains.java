package dev.cosmosblog.examples.ldbc;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Follows replies to the post that they began at. It is filled by one thread before it is asked by
 * many; it keeps two ids for each comment in memory.
 */
final class ReplyChains {
  private final Map<Long, Parent> parents = new HashMap<>();

  void add(AddComment comment) {
    parents.putIfAbsent(comment.id(), comment.parent());
  }

  long postOf(Parent parent) throws MalformedRowException {
    Set<Long> seen = new HashSet<>();
    Parent at = parent;
    while (!at.isPost()) {
      if (!seen.add(at.id())) {
        throw new MalformedRowException("its reply chain is a circle at comment " + at.id());
      }
      Parent next = parents.get(at.id());
      if (next == null) {
        throw new MalformedRowException(
            "its reply chain leads to comment " + at.id() + ", which is unknown");
      }
      at = next;
    }
    return at.id();
  }
}
