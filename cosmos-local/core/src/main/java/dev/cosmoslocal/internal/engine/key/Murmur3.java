package dev.cosmoslocal.internal.engine.key;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * MurmurHash3 by Austin Appleby (public domain), x86 32 and x64 128 bits, as the service hashes
 * partition keys.
 */
final class Murmur3 {
  private static final int C1 = 0xcc9e2d51;
  private static final int C2 = 0x1b873593;
  private static final long D1 = 0x87c37b91114253d5L;
  private static final long D2 = 0x4cf5ad432745937fL;

  private Murmur3() {}

  static int hash32(byte[] data) {
    int hash = 0;
    int whole = data.length & ~3;
    for (int i = 0; i < whole; i += 4) {
      hash = Integer.rotateLeft(hash ^ mix32((int) little(data, i, 4)), 13) * 5 + 0xe6546b64;
    }
    if (whole < data.length) {
      hash ^= mix32((int) little(data, whole, data.length - whole));
    }
    hash ^= data.length;
    hash = (hash ^ hash >>> 16) * 0x85ebca6b;
    hash = (hash ^ hash >>> 13) * 0xc2b2ae35;
    return hash ^ hash >>> 16;
  }

  /** The 128 bits with the second half first, each half with its most significant byte first. */
  static byte[] hash128(byte[] data) {
    long h1 = 0;
    long h2 = 0;
    int whole = data.length & ~15;
    for (int i = 0; i < whole; i += 16) {
      h1 = (Long.rotateLeft(h1 ^ first(little(data, i, 8)), 27) + h2) * 5 + 0x52dce729;
      h2 = (Long.rotateLeft(h2 ^ second(little(data, i + 8, 8)), 31) + h1) * 5 + 0x38495ab5;
    }
    int rest = data.length - whole;
    h2 ^= second(little(data, whole + 8, Math.max(0, rest - 8)));
    h1 ^= first(little(data, whole, Math.min(8, rest)));
    h1 ^= data.length;
    h2 ^= data.length;
    h1 += h2;
    h2 += h1;
    h1 = avalanche(h1);
    h2 = avalanche(h2);
    h1 += h2;
    h2 += h1;
    return ByteBuffer.allocate(16).order(ByteOrder.BIG_ENDIAN).putLong(h2).putLong(h1).array();
  }

  private static int mix32(int block) {
    return Integer.rotateLeft(block * C1, 15) * C2;
  }

  private static long first(long block) {
    return Long.rotateLeft(block * D1, 31) * D2;
  }

  private static long second(long block) {
    return Long.rotateLeft(block * D2, 33) * D1;
  }

  private static long avalanche(long value) {
    long hash = (value ^ value >>> 33) * 0xff51afd7ed558ccdL;
    hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
    return hash ^ hash >>> 33;
  }

  private static long little(byte[] data, int from, int count) {
    long value = 0;
    for (int i = count - 1; i >= 0; i--) {
      value = value << 8 | data[from + i] & 0xffL;
    }
    return value;
  }
}
