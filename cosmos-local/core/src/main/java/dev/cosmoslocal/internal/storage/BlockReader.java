package dev.cosmoslocal.internal.storage;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Iterates over the entries of a block and reconstructs their keys. */
final class BlockReader {
  private static final int EXPECTED = 64;

  private final byte[] block;
  private final BlockEntry entry;
  private byte[] key = new byte[EXPECTED];
  private int keyLength;

  BlockReader(byte[] block) {
    this.block = block;
    this.entry = new BlockEntry(block);
  }

  boolean next() {
    if (!entry.next()) {
      return false;
    }
    keyLength = entry.shared() + entry.suffixLength();
    if (keyLength > key.length) {
      key = Arrays.copyOf(key, Math.max(keyLength, 2 * key.length));
    }
    System.arraycopy(block, entry.suffixAt(), key, entry.shared(), entry.suffixLength());
    return true;
  }

  BlockEntry entry() {
    return entry;
  }

  byte[] key() {
    return Arrays.copyOf(key, keyLength);
  }

  ByteBuffer value() {
    return ByteBuffer.wrap(block, entry.valueAt(), entry.valueLength()).asReadOnlyBuffer();
  }

  int compareKey(byte[] other) {
    return Arrays.compareUnsigned(key, 0, keyLength, other, 0, other.length);
  }
}
