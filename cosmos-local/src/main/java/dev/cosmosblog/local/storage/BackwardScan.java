package dev.cosmosblog.local.storage;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** Goes through a range against the order of its keys. */
final class BackwardScan implements Scan {
  private record Read(byte[] key, ByteBuffer value) {}

  private final BlockCursor blocks;
  private final KeyRange range;

  /** What is left of a block, the greatest key first. */
  private final Deque<Read> rest = new ArrayDeque<>();

  private Read current = new Read(Block.EMPTY, ByteBuffer.allocate(0));

  /** The first block may reach beyond the range. */
  BackwardScan(BlockCursor blocks, KeyRange range) {
    this.blocks = blocks;
    this.range = range;
  }

  @Override
  public boolean next() {
    while (rest.isEmpty()) {
      byte[] block = blocks.next();
      if (block == null) {
        return false;
      }
      read(new BlockReader(block));
    }
    current = rest.pop();
    return Arrays.compareUnsigned(current.key, range.from()) >= 0;
  }

  private void read(BlockReader reader) {
    while (reader.next() && reader.compareKey(range.to()) < 0) {
      rest.push(new Read(reader.key(), reader.value()));
    }
  }

  @Override
  public byte[] key() {
    return current.key;
  }

  @Override
  public ByteBuffer value() {
    return current.value;
  }
}
