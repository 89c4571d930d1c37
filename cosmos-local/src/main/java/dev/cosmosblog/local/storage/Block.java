package dev.cosmosblog.local.storage;

import java.util.Arrays;

/** Sorted entries in one array, which is never changed: each function gives a new one. */
final class Block {
  static final byte[] EMPTY = {};

  /** What a block may take; one that is longer is cut, unless it is a single entry. */
  static final int MOST = 512;

  /** A block that shrinks below this is joined with the next one, if they have room in one. */
  static final int FEW = MOST / 4;

  private Block() {}

  /** The first key of a block that is not empty. It has nothing before it to share with. */
  static byte[] first(byte[] block) {
    int length = Entry.number(block, 1);
    int at = 1 + Entry.bytes(length);
    return Arrays.copyOfRange(block, at, at + length);
  }

  /** Whether the first key of a block that is not empty is greater than another. */
  static boolean beginsAfter(byte[] block, byte[] key) {
    int length = Entry.number(block, 1);
    int at = 1 + Entry.bytes(length);
    return Arrays.compareUnsigned(block, at, at + length, key, 0, key.length) > 0;
  }

  static byte[] put(byte[] block, byte[] key, byte[] value) {
    BlockSearch place = new BlockSearch(block, key);
    Entry next = place.entry();
    int shared = place.common();
    int rest = key.length - shared;
    int length =
        Entry.bytes(shared) + Entry.bytes(rest) + rest + Entry.bytes(value.length) + value.length;
    boolean between = !place.found() && !place.atEnd();
    int known = between ? place.commonAfter() - next.shared() : 0;
    int left = next.suffixLength() - known;
    int from = between ? next.suffixAt() + known : next.end();
    length += between ? Entry.bytes(place.commonAfter()) + Entry.bytes(left) : 0;
    BlockWriter out = new BlockWriter(next.start() + length + block.length - from);
    out.copy(block, 0, next.start()).number(shared).number(rest).copy(key, shared, key.length);
    out.number(value.length).copy(value, 0, value.length);
    if (between) {
      out.number(place.commonAfter()).number(left);
    }
    return out.copy(block, from, block.length).toBytes();
  }

  /** The same array if the key is not there. */
  static byte[] remove(byte[] block, byte[] key) {
    BlockSearch place = new BlockSearch(block, key);
    if (!place.found()) {
      return block;
    }
    Entry gone = place.entry();
    int start = gone.start();
    int shared = gone.shared();
    if (!gone.next()) {
      return Arrays.copyOf(block, start);
    }
    // What the next key shared with the removed one alone, it has to say itself now.
    int more = Math.max(0, gone.shared() - shared);
    int common = gone.shared() - more;
    int rest = more + gone.suffixLength();
    int length = Entry.bytes(common) + Entry.bytes(rest) + more;
    return new BlockWriter(start + length + block.length - gone.suffixAt())
        .copy(block, 0, start)
        .number(common)
        .number(rest)
        .copy(key, shared, shared + more)
        .copy(block, gone.suffixAt(), block.length)
        .toBytes();
  }

  /** The entries of a block from the one that was read last on. */
  static byte[] from(byte[] block, BlockReader reader) {
    Entry entry = reader.entry();
    byte[] key = reader.key();
    int rest = entry.suffixAt() + entry.suffixLength();
    int length = Entry.bytes(0) + Entry.bytes(key.length) + key.length;
    return new BlockWriter(length + block.length - rest)
        .number(0)
        .number(key.length)
        .copy(key, 0, key.length)
        .copy(block, rest, block.length)
        .toBytes();
  }

  /** The entries of two blocks, all of the second's being greater. */
  static byte[] join(byte[] left, byte[] right) {
    if (left.length == 0 || right.length == 0) {
      return left.length == 0 ? right : left;
    }
    BlockReader reader = new BlockReader(left);
    while (reader.next()) {
      // On to the last.
    }
    byte[] last = reader.key();
    Entry first = new Entry(right);
    first.next();
    int suffixEnd = first.suffixAt() + first.suffixLength();
    int shared = Arrays.mismatch(last, 0, last.length, right, first.suffixAt(), suffixEnd);
    int rest = first.suffixLength() - shared;
    int length = Entry.bytes(shared) + Entry.bytes(rest) - first.suffixAt() - shared;
    return new BlockWriter(left.length + length + right.length)
        .copy(left, 0, left.length)
        .number(shared)
        .number(rest)
        .copy(right, first.suffixAt() + shared, right.length)
        .toBytes();
  }
}
