package dev.cosmosblog.store.internal.cosmos;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A query in one logical partition, in one range, or in all partitions where both are null.
 *
 * @param from the continuation behind which its pages begin; null for all of them
 */
public record Query(
    String text,
    Map<String, Object> parameters,
    @Nullable String partition,
    @Nullable String range,
    @Nullable String from,
    int pageSize) {
  public static Query of(String text, int pageSize) {
    return new Query(text, Map.of(), null, null, null, pageSize);
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
    return new Query(text, Collections.unmodifiableMap(all), partition, range, from, pageSize);
  }

  public Query in(String partitionKey) {
    return new Query(text, parameters, partitionKey, null, from, pageSize);
  }

  public Query inRange(String feedRange) {
    return new Query(text, parameters, null, feedRange, from, pageSize);
  }

  /** Returns the rest of this query, behind a page; all of it where there is no continuation. */
  public Query from(@Nullable String continuation) {
    return new Query(text, parameters, partition, range, continuation, pageSize);
  }
}
