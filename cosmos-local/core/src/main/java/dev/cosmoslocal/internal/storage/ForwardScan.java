package dev.cosmoslocal.internal.storage;

import java.nio.ByteBuffer;
import org.h2.mvstore.Cursor;

/** Scans a range in ascending order of its keys. */
final class ForwardScan implements Scan {
  private final Cursor<byte[], byte[]> blocks;
  private final KeyRange range;
  private BlockReader reader = new BlockReader(Block.EMPTY);
  private boolean inside;

  /** The first block may begin before the range. */
  ForwardScan(Cursor<byte[], byte[]> blocks, KeyRange range) {
    this.blocks = blocks;
    this.range = range;
  }

  @Override
  public boolean next() {
    while (step()) {
      if (inside || reader.compareKey(range.from()) >= 0) {
        inside = true;
        return reader.compareKey(range.to()) < 0;
      }
    }
    return false;
  }

  private boolean step() {
    while (!reader.next()) {
      if (!blocks.hasNext()) {
        return false;
      }
      blocks.next();
      reader = new BlockReader(blocks.getValue());
    }
    return true;
  }

  @Override
  public byte[] key() {
    return reader.key();
  }

  @Override
  public ByteBuffer value() {
    return reader.value();
  }
}
