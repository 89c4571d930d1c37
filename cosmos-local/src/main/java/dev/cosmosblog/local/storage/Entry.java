package dev.cosmosblog.local.storage;

/**
 * One entry of a block: the number of bytes that its key shares with the key before, the length of the rest of its key,
 * that rest, the length of the value, the value. Lengths are written in seven bits a byte, the lowest first.
 */
final class Entry {
  private static final int LOW_BITS = 0x7f;

  private final byte[] block;
  private int at;

  private int start;
  private int shared;
  private int suffixAt;
  private int suffixLength;
  private int valueAt;
  private int valueLength;
  private int end;

  Entry(byte[] block) {
    this.block = block;
  }

  /** Says whether there is one. */
  boolean next() {
    if (end == block.length) {
      start = end;
      return false;
    }
    start = end;
    at = start;
    shared = number();
    suffixLength = number();
    suffixAt = at;
    at += suffixLength;
    valueLength = number();
    valueAt = at;
    end = at + valueLength;
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

  private int number() {
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
}
