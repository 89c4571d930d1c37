package dev.cosmoslocal.internal.storage;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;
import org.h2.mvstore.type.ByteArrayDataType;

/**
 * The keys of blocks: bytes, in unsigned order. A search for a {@link Floor} finds the greatest key
 * that is not greater, as if it were equal, so that a single descent of the tree finds a key's
 * block and writes it.
 */
final class BlockKeys extends BasicDataType<Object> {
  static final BlockKeys INSTANCE = new BlockKeys();

  private BlockKeys() {}

  /** The search key for the block that contains a key. It is never stored. */
  record Floor(byte[] key) {}

  @Override
  public int compare(Object one, Object other) {
    return Arrays.compareUnsigned((byte[]) one, (byte[]) other);
  }

  /** In an inner node, a floor leads to the same child as its key. */
  @Override
  public int binarySearch(Object key, Object storage, int size, int initialGuess) {
    if (key instanceof Floor floor) {
      int index = search(floor.key(), (byte[][]) storage, size, initialGuess);
      return index >= 0 ? index : Math.max(-1, -index - 2);
    }
    return search((byte[]) key, (byte[][]) storage, size, initialGuess);
  }

  /**
   * Searches as {@link Arrays#binarySearch(Object[], Object)} does; the guess is an index plus one,
   * or 0.
   */
  private static int search(byte[] key, byte[][] keys, int size, int initialGuess) {
    int low = 0;
    int high = size - 1;
    int index = initialGuess > 0 && initialGuess <= size ? initialGuess - 1 : high >>> 1;
    while (low <= high) {
      int order = Arrays.compareUnsigned(key, keys[index]);
      if (order == 0) {
        return index;
      }
      low = order > 0 ? index + 1 : low;
      high = order < 0 ? index - 1 : high;
      index = low + high >>> 1;
    }
    return -low - 1;
  }

  @Override
  public byte[][] createStorage(int size) {
    return new byte[size][];
  }

  @Override
  public int getMemory(Object key) {
    return ((byte[]) key).length;
  }

  @Override
  public void write(WriteBuffer buffer, Object key) {
    ByteArrayDataType.INSTANCE.write(buffer, (byte[]) key);
  }

  @Override
  public Object read(ByteBuffer buffer) {
    return ByteArrayDataType.INSTANCE.read(buffer);
  }
}
