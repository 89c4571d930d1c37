package dev.cosmoslocal.internal.engine.index;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.query.source.SortKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;

/**
 * The index layout of a container, from its indexing policy. A path gets its number when an item
 * first has it. Thread-safe.
 */
public final class IndexLayout {
  /** The number of a path that is not indexed. */
  public static final int NOT_INDEXED = -1;

  private static final String TIME = "_ts";

  private final IndexingPolicy policy;
  private final AtomicInteger numbers = new AtomicInteger();
  private final PathNode root = new PathNode(List.of(), NOT_INDEXED);
  private final List<CompositeIndex> composites = new ArrayList<>();

  public IndexLayout(IndexingPolicy policy) {
    this.policy = policy;
    for (List<SortKey> keys : policy.composites()) {
      if (keys.stream().allMatch(key -> stored(key.path()))) {
        composites.add(CompositeIndex.of(composites.size(), keys));
      }
    }
  }

  List<CompositeIndex> composites() {
    return composites;
  }

  public int paths() {
    return numbers.get();
  }

  public int number(List<String> path) {
    PathNode node = root;
    for (String name : path) {
      node = child(node, name);
    }
    return node.number();
  }

  /**
   * The sorted index keys of an item. The JSON must lack system properties; the time stamp is added
   * to it.
   */
  public List<byte[]> entries(Item item, ObjectNode json) {
    json.put(TIME, item.seconds());
    List<byte[]> entries = new ArrayList<>();
    collect(root, json, item.rid(), entries);
    for (CompositeIndex composite : composites) {
      entries.add(composite.entry(json, item.rid()));
    }
    entries.sort(Arrays::compareUnsigned);
    return entries;
  }

  private void collect(PathNode node, JsonNode value, long rid, List<byte[]> entries) {
    if (node.number() != NOT_INDEXED) {
      entries.add(IndexKeys.term(node.number(), value, rid));
    }
    if (value.isObject()) {
      value.properties().forEach(p -> collect(child(node, p.getKey()), p.getValue(), rid, entries));
    }
  }

  private PathNode child(PathNode node, String name) {
    return node.child(
        name,
        path -> stored(path) && policy.indexed(path) ? numbers.getAndIncrement() : NOT_INDEXED);
  }

  /** The time stamp is the only system property that an index holds. */
  private static boolean stored(List<String> path) {
    return path.get(0).equals(TIME) || !Item.SYSTEM_PROPERTIES.contains(path.get(0));
  }

  /** A path of items and its number in the index. Thread-safe. */
  private static final class PathNode {

    private final List<String> path;
    private final int number;
    private final Map<String, PathNode> children = new ConcurrentHashMap<>();

    PathNode(List<String> path, int number) {
      this.path = path;
      this.number = number;
    }

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
}
