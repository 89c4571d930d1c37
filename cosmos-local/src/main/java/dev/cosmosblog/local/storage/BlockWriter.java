package dev.cosmosblog.local.storage;

/** Puts a block together whose length is known. */
final class BlockWriter {
  private static final int LOW_BITS = 0x7f;

  private final byte[] bytes;
  private int length;

  BlockWriter(int length) {
    bytes = new byte[length];
  }

  BlockWriter copy(byte[] from, int start, int end) {
    System.arraycopy(from, start, bytes, length, end - start);
    length += end - start;
    return this;
  }

  /** Takes as many bytes as {@link Entry#bytes} says. */
  BlockWriter number(int number) {
    int rest = number;
    while (rest > LOW_BITS) {
      bytes[length++] = (byte) (rest | ~LOW_BITS);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
    return this;
  }

  byte[] toBytes() {
    return bytes;
  }
}
