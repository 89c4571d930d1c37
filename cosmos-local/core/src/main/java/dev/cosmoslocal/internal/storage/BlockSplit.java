package dev.cosmoslocal.internal.storage;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The place at which an overlong block is split in two. */
record BlockSplit(int at, byte[] separator, byte[] right) {
  /**
   * Splits in the middle, or before an entry that was written at the end, so that ascending keys
   * leave full blocks; null for one entry.
   */
  static @Nullable BlockSplit of(byte[] block, byte[] written) {
    BlockEntry place = new BlockSearch(block, written).entry();
    int middle = place.end() == block.length ? place.start() : block.length / 2;
    BlockReader reader = new BlockReader(block);
    boolean more = reader.next() && reader.next();
    while (more && reader.entry().start() < middle && reader.entry().end() < block.length) {
      more = reader.next();
    }
    return more ? before(block, reader) : null;
  }

  private static BlockSplit before(byte[] block, BlockReader reader) {
    BlockEntry entry = reader.entry();
    byte[] key = reader.key();
    byte[] right =
        new BlockWriter(block.length - entry.start() + entry.shared() + 2)
            .number(0)
            .number(key.length)
            .copy(key, 0, key.length)
            .copy(block, entry.suffixAt() + entry.suffixLength(), block.length)
            .toBytes();
    return new BlockSplit(entry.start(), Arrays.copyOf(key, entry.shared() + 1), right);
  }
}
