package dev.cosmosblog.store.internal.cosmos;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A query in one logical partition, in one range, or in all partitions where both are null. */
public record Query(
    String text,
    Map<String, Object> parameters,
    @Nullable String partition,
    @Nullable String range,
    int pageSize) {
  public static Query of(String text, int pageSize) {
    return new Query(text, Map.of(), null, null, pageSize);
  }

  /** Returns a query of all partitions for a number of entries, its {@code @count}. */
  public static Query top(String text, int count) {
    return of(text, count).with("@count", count);
  }

  public Query with(String name, Object value) {
    return with(Map.of(name, value));
  }

  public Query with(Map<String, Object> more) {
    Map<String, Object> all = new LinkedHashMap<>(parameters);
    all.putAll(more);
    return new Query(text, Collections.unmodifiableMap(all), partition, range, pageSize);
  }

  public Query in(String partitionKey) {
    return new Query(text, parameters, partitionKey, null, pageSize);
  }

  public Query inRange(String feedRange) {
    return new Query(text, parameters, null, feedRange, pageSize);
  }
}
