package dev.cosmosblog.local.internal.engine.index;

import dev.cosmosblog.local.internal.engine.resource.EngineException;
import dev.cosmosblog.local.internal.engine.resource.JsonPath;
import java.util.List;

/**
 * One path of an indexing policy: {@code /a/b/?} is the value there, {@code /a/*} all below; {@code
 * []} is any element.
 */
record IndexPath(List<String> names, boolean exact, boolean included) {
  static IndexPath of(String path, boolean included) {
    // Policies of the first years have "/" for all paths (Microsoft Learn, "Indexing policies", old
    // kinds of indexes).
    List<String> names = path.equals("/") ? List.of("*") : JsonPath.parse(path);
    String last = names.get(names.size() - 1);
    if (!last.equals("?") && !last.equals("*")) {
      throw EngineException.badRequest(
          "The indexing path '" + path + "' could not be accepted: it must end with /? or /*.");
    }
    return new IndexPath(names.subList(0, names.size() - 1), last.equals("?"), included);
  }

  /** Whether it is {@code /*}, by which a policy says what becomes of all other paths. */
  boolean root() {
    return names.isEmpty();
  }

  boolean matches(List<String> path) {
    boolean reaches = exact ? path.size() == names.size() : path.size() >= names.size();
    return reaches && path.subList(0, names.size()).equals(names);
  }

  boolean moreSpecificThan(IndexPath other) {
    if (names.size() != other.names.size()) {
      return names.size() > other.names.size();
    }
    return exact && !other.exact;
  }
}
