package dev.cosmosblog.local.engine;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The keys of index entries in a physical partition's store. Their first bytes follow those of
 * {@link Keys}.
 */
final class IndexKeys {
  /** Number of the path, value, rid. */
  static final int TERM = 7;

  /** Number of the composite index, values, rid. */
  static final int COMPOSITE = 8;

  private IndexKeys() {}

  /** The entry of an item's value at a path. */
  static byte[] term(int path, JsonNode value, long rid) {
    return IndexValue.write(new KeyWriter(TERM).number(path), value).number(rid).toBytes();
  }

  /** The prefix of all entries of a path. */
  static byte[] path(int path) {
    return new KeyWriter(TERM).number(path).toBytes();
  }
}
