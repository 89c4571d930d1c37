package dev.cosmoslocal.internal.storage;

import java.util.Arrays;

/** Sorted entries in one array. The array is immutable: each function returns a new one. */
final class Block {
  static final byte[] EMPTY = {};

  /** Room for the three lengths of an entry. */
  private static final int HEADER = 15;

  private Block() {}

  static byte[] put(byte[] block, byte[] key, byte[] value) {
    BlockSearch place = new BlockSearch(block, key);
    BlockEntry next = place.entry();
    BlockWriter out = new BlockWriter(block.length + key.length + value.length + HEADER);
    out.copy(block, 0, next.start()).number(place.common()).number(key.length - place.common());
    out.copy(key, place.common(), key.length).number(value.length).copy(value, 0, value.length);
    if (place.atEnd()) {
      return out.toBytes();
    }
    if (!place.found()) {
      int known = place.commonAfter() - next.shared();
      out.number(place.commonAfter()).number(next.suffixLength() - known);
      out.copy(block, next.suffixAt() + known, next.end());
    }
    return out.copy(block, next.end(), block.length).toBytes();
  }

  /** The same array if the key is not there. */
  static byte[] remove(byte[] block, byte[] key) {
    BlockSearch place = new BlockSearch(block, key);
    if (!place.found()) {
      return block;
    }
    BlockEntry gone = place.entry();
    int start = gone.start();
    int shared = gone.shared();
    BlockWriter out = new BlockWriter(block.length).copy(block, 0, start);
    if (!gone.next()) {
      return out.toBytes();
    }
    // The next key now spells out what it shared with the removed key alone.
    int more = Math.max(0, gone.shared() - shared);
    out.number(gone.shared() - more).number(more + gone.suffixLength());
    out.copy(key, shared, shared + more).copy(block, gone.suffixAt(), block.length);
    return out.toBytes();
  }

  /** Joins two blocks. All entries of the second are greater. */
  static byte[] join(byte[] left, byte[] right) {
    if (left.length == 0 || right.length == 0) {
      return left.length == 0 ? right : left;
    }
    BlockReader reader = new BlockReader(left);
    while (reader.next()) {
      // Go to the last entry.
    }
    byte[] last = reader.key();
    BlockEntry first = new BlockEntry(right);
    first.next();
    int suffixEnd = first.suffixAt() + first.suffixLength();
    int shared = Arrays.mismatch(last, 0, last.length, right, first.suffixAt(), suffixEnd);
    return new BlockWriter(left.length + right.length)
        .copy(left, 0, left.length)
        .number(shared)
        .number(first.suffixLength() - shared)
        .copy(right, first.suffixAt() + shared, right.length)
        .toBytes();
  }
}
