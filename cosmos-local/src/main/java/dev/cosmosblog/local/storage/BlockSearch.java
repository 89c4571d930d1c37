package dev.cosmosblog.local.storage;

import java.util.Arrays;

/**
 * The place of a key in a block. It never puts together a key: an entry that shares more with its predecessor than the
 * sought key does lies on the same side of it.
 */
final class BlockSearch {
  private final byte[] block;
  private final byte[] key;
  private final Entry entry;
  private final boolean atEnd;
  private int common;
  private int commonAfter;

  BlockSearch(byte[] block, byte[] key) {
    this.block = block;
    this.key = key;
    this.entry = new Entry(block);
    boolean more = entry.next();
    while (more && isLess()) {
      more = entry.next();
    }
    atEnd = !more;
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

  private boolean isLess() {
    if (entry.shared() != common) {
      commonAfter = Math.min(entry.shared(), common);
      return entry.shared() > common;
    }
    int suffixEnd = entry.suffixAt() + entry.suffixLength();
    int mismatch = Arrays.mismatch(block, entry.suffixAt(), suffixEnd, key, common, key.length);
    commonAfter = mismatch < 0 ? key.length : common + mismatch;
    boolean entryEnds = mismatch == entry.suffixLength();
    boolean keyEnds = commonAfter == key.length;
    boolean less =
        !keyEnds
            && (entryEnds
                || Byte.compareUnsigned(block[entry.suffixAt() + mismatch], key[commonAfter]) < 0);
    if (less) {
      common = commonAfter;
    }
    return less;
  }
}
