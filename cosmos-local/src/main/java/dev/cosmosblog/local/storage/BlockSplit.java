package dev.cosmosblog.local.storage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Cuts a block that has grown too long. */
final class BlockSplit {
  private final byte[] written;
  private final List<byte[]> pieces = new ArrayList<>(3);

  private BlockSplit(byte[] written) {
    this.written = written;
  }

  /**
   * Its pieces, none of them too long unless by a single entry: cut in the middle, or before what was written at the
   * end, so that ascending keys leave full blocks.
   */
  static byte[][] pieces(byte[] block, byte[] written) {
    BlockSplit split = new BlockSplit(written);
    split.add(block);
    return split.pieces.toArray(byte[][]::new);
  }

  private void add(byte[] block) {
    if (block.length <= Block.MOST || !cut(block)) {
      pieces.add(block);
    }
  }

  /** Says whether it was, as a single entry can't be. */
  private boolean cut(byte[] block) {
    Entry place = new BlockSearch(block, written).entry();
    int middle = place.end() == block.length ? place.start() : block.length / 2;
    BlockReader reader = new BlockReader(block);
    boolean more = reader.next() && reader.next();
    while (more && reader.entry().start() < middle && reader.entry().end() < block.length) {
      more = reader.next();
    }
    if (more) {
      add(Arrays.copyOf(block, reader.entry().start()));
      add(Block.from(block, reader));
    }
    return more;
  }
}
