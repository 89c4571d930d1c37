package dev.cosmoslocal.internal.storage;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.h2.mvstore.Cursor;

/** Scans a range in descending order of its keys. */
final class BackwardScan implements Scan {
  private record ScannedEntry(byte[] key, ByteBuffer value) {}

  private final Cursor<byte[], byte[]> blocks;
  private final KeyRange range;

  /** The unread entries of the block, the greatest key first. */
  private final Deque<ScannedEntry> rest = new ArrayDeque<>();

  private ScannedEntry current = new ScannedEntry(Block.EMPTY, ByteBuffer.allocate(0));

  /** The first block may extend beyond the range. */
  BackwardScan(Cursor<byte[], byte[]> blocks, KeyRange range) {
    this.blocks = blocks;
    this.range = range;
  }

  @Override
  public boolean next() {
    while (rest.isEmpty()) {
      if (!blocks.hasNext()) {
        return false;
      }
      blocks.next();
      read(new BlockReader(blocks.getValue()));
    }
    current = rest.pop();
    return Arrays.compareUnsigned(current.key, range.from()) >= 0;
  }

  private void read(BlockReader reader) {
    while (reader.next() && reader.compareKey(range.to()) < 0) {
      rest.push(new ScannedEntry(reader.key(), reader.value()));
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
