package dev.cosmoslocal.internal.storage;

/**
 * An entry of a block: the length of the prefix that its key shares with the previous key, the
 * length of the rest of its key, that rest, the length of the value, the value. Lengths are written
 * in seven bits a byte, the lowest first.
 */
final class BlockEntry {
  private static final int LOW_BITS = 0x7f;
  private static final int BITS = 7;

  private final byte[] block;

  private int start;
  private int shared;
  private int suffixAt;
  private int suffixLength;
  private int valueAt;
  private int valueLength;
  private int end;

  BlockEntry(byte[] block) {
    this(block, 0);
  }

  /** Positions before the entry at an offset. */
  BlockEntry(byte[] block, int end) {
    this.block = block;
    this.end = end;
  }

  /** Steps to the next entry. Returns whether there is one. */
  boolean next() {
    start = end;
    if (end == block.length) {
      return false;
    }
    shared = number(block, start);
    int lengthAt = start + size(shared);
    suffixLength = number(block, lengthAt);
    suffixAt = lengthAt + size(suffixLength);
    int valueLengthAt = suffixAt + suffixLength;
    valueLength = number(block, valueLengthAt);
    valueAt = valueLengthAt + size(valueLength);
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

  static int number(byte[] block, int at) {
    byte first = block[at];
    return first >= 0 ? first : longNumber(block, at);
  }

  private static int longNumber(byte[] block, int place) {
    int at = place;
    int number = 0;
    int shift = 0;
    byte b = block[at++];
    while (b < 0) {
      number |= (b & LOW_BITS) << shift;
      shift += BITS;
      b = block[at++];
    }
    return number | b << shift;
  }

  static int size(int number) {
    return number <= LOW_BITS
        ? 1
        : (Integer.SIZE - Integer.numberOfLeadingZeros(number) + BITS - 1) / BITS;
  }
}
