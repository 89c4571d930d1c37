package dev.cosmosblog.changefeed.internal.handler;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A host's memory of unfinished batches, limited to the changes of ten full batches. Keys are ids
 * and values small, so that it takes some megabytes at most. If an entry was dropped, some work is
 * done twice.
 */
public final class RecentEntries<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1L;

  private static final int MAX_ENTRIES = 10_000;

  private RecentEntries() {}

  /** Returns an empty map, synchronized on itself. */
  public static <K, V> Map<K, V> create() {
    return Collections.synchronizedMap(new RecentEntries<>());
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > MAX_ENTRIES;
  }
}
