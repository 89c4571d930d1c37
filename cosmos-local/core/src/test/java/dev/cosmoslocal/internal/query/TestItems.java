package dev.cosmoslocal.internal.query;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmoslocal.internal.query.source.ItemSource;
import dev.cosmoslocal.internal.query.source.PathPredicate;
import dev.cosmoslocal.internal.query.source.SortKey;
import dev.cosmoslocal.internal.query.source.StoredItem;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;

/** An in-memory item source without ordered indexes. */
public final class TestItems implements ItemSource {

  public static final ObjectMapper JSON = new ObjectMapper();

  private final TreeMap<Long, StoredItem> items = new TreeMap<>();
  private final Predicate<List<String>> indexed;

  private record TestItem(long rid, JsonNode json, int bytes) implements StoredItem {}

  public TestItems() {
    this(path -> true);
  }

  public TestItems(Predicate<List<String>> indexed) {
    this.indexed = indexed;
  }

  public static TestItems of(String... items) {
    TestItems source = new TestItems();
    for (String item : items) {
      source.add(item);
    }
    return source;
  }

  public static JsonNode json(String text) {
    try {
      return JSON.readTree(text.replace('\'', '"'));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  public void add(String item) {
    put(items.isEmpty() ? 1 : items.lastKey() + 1, json(item));
  }

  public void put(long rid, JsonNode json) {
    items.put(rid, new TestItem(rid, json, json.toString().length()));
  }

  public void put(StoredItem item) {
    items.put(item.rid(), item);
  }

  public void remove(long rid) {
    items.remove(rid);
  }

  @Override
  public Iterator<StoredItem> candidates(List<PathPredicate> predicates, long afterRid) {
    return List.copyOf(items.tailMap(afterRid, false).values()).iterator();
  }

  @Override
  public boolean indexed(List<String> path) {
    return indexed.test(path);
  }

  @Override
  public boolean orderable(List<SortKey> order) {
    return order.stream().allMatch(key -> indexed.test(key.path()));
  }
}
