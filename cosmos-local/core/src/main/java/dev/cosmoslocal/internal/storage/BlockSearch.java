package dev.cosmoslocal.internal.storage;

import java.util.Arrays;

/**
 * Finds the place of a key in a block. It never reconstructs a key: an entry that shares more with
 * its predecessor than the sought key does lies on the same side of it.
 */
final class BlockSearch {
  private final byte[] block;
  private final byte[] key;
  private final BlockEntry entry;
  private final boolean atEnd;
  private int common;
  private int commonAfter;

  BlockSearch(byte[] block, byte[] key) {
    this.block = block;
    this.key = key;
    int start = skipLess();
    this.entry = new BlockEntry(block, start);
    this.atEnd = !entry.next();
  }

  /**
   * The start of the first entry that is not less. The hot spot of the engine: it reads no more
   * than it must.
   */
  private int skipLess() {
    int start = 0;
    while (start < block.length) {
      int shared = BlockEntry.number(block, start);
      int lengthAt = start + BlockEntry.size(shared);
      int length = BlockEntry.number(block, lengthAt);
      int suffixAt = lengthAt + BlockEntry.size(length);
      if (shared < common) {
        commonAfter = shared;
        return start;
      }
      if (shared == common && !isLess(suffixAt, length)) {
        return start;
      }
      int valueLengthAt = suffixAt + length;
      int valueLength = BlockEntry.number(block, valueLengthAt);
      start = valueLengthAt + BlockEntry.size(valueLength) + valueLength;
    }
    return start;
  }

  /** Finds the entry with the key or the first one with a greater key, or the end of the block. */
  BlockEntry entry() {
    return entry;
  }

  /** How many bytes the key shares with the entry before. */
  int common() {
    return common;
  }

  /** How many bytes the key shares with {@link #entry}. */
  int commonAfter() {
    return commonAfter;
  }

  boolean found() {
    return !atEnd
        && commonAfter == key.length
        && entry.shared() + entry.suffixLength() == key.length;
  }

  /** Returns whether all keys in the block are less. */
  boolean atEnd() {
    return atEnd;
  }

  /** Compares the key with an entry that shares as much with its predecessor as the key does. */
  private boolean isLess(int suffixAt, int length) {
    if (length > 0 && common < key.length && block[suffixAt] != key[common]) {
      commonAfter = common;
      return Byte.compareUnsigned(block[suffixAt], key[common]) < 0;
    }
    int mismatch = Arrays.mismatch(block, suffixAt, suffixAt + length, key, common, key.length);
    commonAfter = mismatch < 0 ? key.length : common + mismatch;
    boolean less =
        commonAfter < key.length
            && (mismatch == length
                || Byte.compareUnsigned(block[suffixAt + mismatch], key[commonAfter]) < 0);
    if (less) {
      common = commonAfter;
    }
    return less;
  }
}
