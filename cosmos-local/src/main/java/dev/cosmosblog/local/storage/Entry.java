package dev.cosmosblog.local.storage;

/**
 * One entry of a block: the number of bytes that its key shares with the key before, the length of the rest of its key,
 * that rest, the length of the value, the value. Lengths are written in seven bits a byte, the lowest first.
 */
final class Entry {
  private static final int LOW_BITS = 0x7f;

  private final byte[] block;

  private int start;
  private int shared;
  private int suffixAt;
  private int suffixLength;
  private int valueAt;
  private int valueLength;
  private int end;

  Entry(byte[] block) {
    this(block, 0);
  }

  /** The first is the one that begins at a place. */
  Entry(byte[] block, int start) {
    this.block = block;
    this.end = start;
  }

  /** Says whether there is one. */
  boolean next() {
    if (end == block.length) {
      start = end;
      return false;
    }
    start = end;
    shared = number(block, start);
    suffixAt = start + bytes(shared);
    suffixLength = number(block, suffixAt);
    suffixAt += bytes(suffixLength);
    valueAt = suffixAt + suffixLength;
    valueLength = number(block, valueAt);
    valueAt += bytes(valueLength);
    end = valueAt + valueLength;
    return true;
  }

  int start() {
    return start;
  }

  int shared() {
    return shared;
  }

  int suffixAt() {
    return suffixAt;
  }

  int suffixLength() {
    return suffixLength;
  }

  int valueAt() {
    return valueAt;
  }

  int valueLength() {
    return valueLength;
  }

  int end() {
    return end;
  }

  /** The number at a place of a block. */
  static int number(byte[] block, int at) {
    int number = block[at];
    return number >= 0 ? number : longNumber(block, at);
  }

  /** How many bytes a number takes. */
  static int bytes(int number) {
    return number <= LOW_BITS ? 1 : longBytes(number);
  }

  private static int longNumber(byte[] block, int from) {
    int at = from;
    int number = 0;
    int shift = 0;
    byte b = block[at++];
    while (b < 0) {
      number |= (b & LOW_BITS) << shift;
      shift += 7;
      b = block[at++];
    }
    return number | b << shift;
  }

  private static int longBytes(int number) {
    return (Integer.SIZE - Integer.numberOfLeadingZeros(number) + 6) / 7;
  }
}
