package dev.cosmosblog.local.storage;

import java.util.Arrays;

/**
 * The place of a key in a block. It never puts together a key: an entry that shares more with its predecessor than the
 * sought key does lies on the same side of it.
 */
final class BlockSearch {
  private final byte[] key;
  private final Entry entry;
  private final boolean atEnd;
  private final int common;
  private final int commonAfter;

  /** Most entries are passed by, so that here they are read into local variables, which takes half of the time. */
  BlockSearch(byte[] block, byte[] key) {
    int start = 0;
    int before = 0;
    int after = 0;
    while (start < block.length) {
      int shared = Entry.number(block, start);
      int suffixAt = start + Entry.bytes(shared);
      int suffixLength = Entry.number(block, suffixAt);
      suffixAt += Entry.bytes(suffixLength);
      int suffixEnd = suffixAt + suffixLength;
      if (shared < before) {
        after = shared;
        break;
      }
      if (shared == before) {
        int mismatch = Arrays.mismatch(block, suffixAt, suffixEnd, key, before, key.length);
        after = mismatch < 0 ? key.length : before + mismatch;
        boolean ends = after == key.length;
        if (ends || mismatch < suffixLength && isGreater(block[suffixAt + mismatch], key[after])) {
          break;
        }
        before = after;
      }
      int valueLength = Entry.number(block, suffixEnd);
      start = suffixEnd + Entry.bytes(valueLength) + valueLength;
    }
    this.key = key;
    this.entry = new Entry(block, start);
    this.atEnd = !entry.next();
    this.common = before;
    this.commonAfter = after;
  }

  private static boolean isGreater(byte one, byte other) {
    return (one & 0xff) > (other & 0xff);
  }

  /** The entry with the key, or the first with a greater one; at the block's end if there is none. */
  Entry entry() {
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

  /** Whether the key is there. */
  boolean found() {
    return !atEnd
        && commonAfter == key.length
        && entry.shared() + entry.suffixLength() == key.length;
  }

  /** Whether no key in the block is as great. */
  boolean atEnd() {
    return atEnd;
  }
}
