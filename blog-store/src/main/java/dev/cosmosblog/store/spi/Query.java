package dev.cosmosblog.store.spi;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A query.
 *
 * @param text its text, in which all values are parameters
 * @param parameters the values by name
 * @param scope the part of the container to search
 * @param from the continuation at which its pages begin, or null for the first page
 * @param pageSize the number of entries of a page
 */
public record Query(
    String text, Map<String, Object> parameters, Scope scope, @Nullable String from, int pageSize) {
  /** The part of a container that a query searches. */
  public sealed interface Scope {
    /** All partitions. */
    record Everywhere() implements Scope {}

    /** One logical partition. */
    record Partition(String key) implements Scope {}

    /** One range of a container, which the service returned. */
    record Range(String feedRange) implements Scope {}
  }

  public static Query of(String text, int pageSize) {
    return new Query(text, Map.of(), new Scope.Everywhere(), null, pageSize);
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
    return new Query(text, Collections.unmodifiableMap(all), scope, from, pageSize);
  }

  public Query in(String partitionKey) {
    return new Query(text, parameters, new Scope.Partition(partitionKey), from, pageSize);
  }

  public Query inRange(String feedRange) {
    return new Query(text, parameters, new Scope.Range(feedRange), from, pageSize);
  }

  /** Returns the rest of this query after a continuation, or this query if there is none. */
  public Query from(@Nullable String continuation) {
    return new Query(text, parameters, scope, continuation, pageSize);
  }
}
