package dev.cosmoslocal.internal.storage;

import java.util.Arrays;

/** Assembles a block. */
final class BlockWriter {
  private static final int LOW_BITS = 0x7f;

  private byte[] bytes;
  private int length;

  BlockWriter(int expected) {
    bytes = new byte[expected];
  }

  BlockWriter copy(byte[] from, int start, int end) {
    reserve(end - start);
    System.arraycopy(from, start, bytes, length, end - start);
    length += end - start;
    return this;
  }

  BlockWriter number(int number) {
    reserve(5);
    int rest = number;
    while (rest > LOW_BITS) {
      bytes[length++] = (byte) (rest | ~LOW_BITS);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
    return this;
  }

  byte[] toBytes() {
    return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
  }

  private void reserve(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, bytes.length * 2));
    }
  }
}
