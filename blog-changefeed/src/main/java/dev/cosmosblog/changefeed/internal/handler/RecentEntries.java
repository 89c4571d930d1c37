package dev.cosmosblog.changefeed.internal.handler;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A host's memory of unfinished batches: the newest entries, as many as ten full batches have
 * changes. Forgetting one costs some work that is done twice.
 */
public final class RecentEntries<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1L;

  private static final int MAX_ENTRIES = 10_000;

  private RecentEntries() {}

  /** Returns an empty map for several threads, guarded by itself. */
  public static <K, V> Map<K, V> create() {
    return Collections.synchronizedMap(new RecentEntries<>());
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > MAX_ENTRIES;
  }
}
