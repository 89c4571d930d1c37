package dev.cosmosblog.local.internal.engine.index;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToIntFunction;

/** A path that items have, and its number in the index. Safe for many threads. */
public final class PathNode {
  public static final int NOT_INDEXED = -1;

  private final List<String> path;
  private final int number;
  private final Map<String, PathNode> children = new ConcurrentHashMap<>();

  PathNode(List<String> path, int number) {
    this.path = path;
    this.number = number;
  }

  /** Its number, or {@link #NOT_INDEXED}. */
  int number() {
    return number;
  }

  PathNode child(String name, ToIntFunction<List<String>> numbers) {
    PathNode known = children.get(name);
    return known != null ? known : children.computeIfAbsent(name, n -> make(n, numbers));
  }

  private PathNode make(String name, ToIntFunction<List<String>> numbers) {
    List<String> longer = new ArrayList<>(path);
    longer.add(name);
    List<String> child = List.copyOf(longer);
    return new PathNode(child, numbers.applyAsInt(child));
  }
}
