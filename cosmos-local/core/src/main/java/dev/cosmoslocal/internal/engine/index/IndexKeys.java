package dev.cosmoslocal.internal.engine.index;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.engine.partition.StoreKeys;
import dev.cosmoslocal.internal.storage.KeyWriter;

/**
 * The keys of index entries in a physical partition's store. Their first bytes follow those of
 * {@link StoreKeys}.
 */
public final class IndexKeys {
  /** Number of the path, value, rid. */
  public static final int TERM = 7;

  /** Number of the composite index, values, rid. */
  public static final int COMPOSITE = 8;

  private IndexKeys() {}

  /** The entry of an item's value at a path. */
  static byte[] term(int path, JsonNode value, long rid) {
    return IndexValue.write(new KeyWriter(TERM).number(path), value).number(rid).toBytes();
  }

  /** The prefix of all entries of a path. */
  public static byte[] path(int path) {
    return new KeyWriter(TERM).number(path).toBytes();
  }
}
