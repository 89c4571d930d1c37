package dev.cosmoslocal.internal.storage;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.RootReference;

/** A snapshot of a {@link SortedBytes}. Immutable and thread-safe. */
public final class SortedView {
  /** The number of blocks up to which counting is as cheap as estimating. */
  private static final int COUNTED_BLOCKS = 4;

  private final MVMap<byte[], byte[]> blocks;
  private final RootReference<byte[], byte[]> root;

  SortedView(MVMap<byte[], byte[]> blocks, RootReference<byte[], byte[]> root) {
    this.blocks = blocks;
    this.root = root;
  }

  /** Finds the value of a key, read-only; empty if it does not exist. */
  public Optional<ByteBuffer> get(byte[] key) {
    byte[] block = block(key);
    BlockSearch place = new BlockSearch(block, key);
    return place.found()
        ? Optional.of(ByteBuffer.wrap(block, place.entry().valueAt(), place.entry().valueLength()))
        : Optional.empty();
  }

  /** Scans a range in ascending order of its keys, lazily. */
  public Scan scan(KeyRange range) {
    if (range.isEmpty()) {
      return Scan.NONE;
    }
    Cursor<byte[], byte[]> floor = downFrom(range.from());
    return new ForwardScan(blocks.cursor(root, floor.next(), null, false), range);
  }

  /** Scans a range in descending order of its keys, lazily. */
  public Scan scanBackward(KeyRange range) {
    return range.isEmpty() ? Scan.NONE : new BackwardScan(downFrom(range.to()), range);
  }

  /**
   * Estimates the number of entries in a range. Few are counted; otherwise the number of blocks
   * gives an estimate, as of the time of the call.
   */
  public long estimate(KeyRange range) {
    if (range.isEmpty()) {
      return 0;
    }
    long between = floorIndex(range.to()) - floorIndex(range.from());
    if (between <= COUNTED_BLOCKS) {
      return count(scan(range));
    }
    // Skip the first block, whose entries may be unusually short or long.
    Cursor<byte[], byte[]> cursor = blocks.cursor(root, downFrom(range.from()).next(), null, false);
    long entries = 0;
    for (int i = 0; i <= COUNTED_BLOCKS && cursor.hasNext(); i++) {
      cursor.next();
      entries += i == 0 ? 0 : entries(cursor.getValue());
    }
    return between * Math.max(entries, COUNTED_BLOCKS) / COUNTED_BLOCKS;
  }

  /** Passes each block with its key, in ascending order. */
  void blocks(BiConsumer<byte[], byte[]> reader) {
    Cursor<byte[], byte[]> all = blocks.cursor(root, null, null, false);
    while (all.hasNext()) {
      reader.accept(all.next(), all.getValue());
    }
  }

  private byte[] block(byte[] key) {
    Cursor<byte[], byte[]> floor = downFrom(key);
    floor.next();
    return floor.getValue();
  }

  private Cursor<byte[], byte[]> downFrom(byte[] key) {
    return blocks.cursor(root, key, null, true);
  }

  private long floorIndex(byte[] key) {
    long index = blocks.getKeyIndex(key);
    return index >= 0 ? index : -index - 2;
  }

  private static long count(Scan scan) {
    long count = 0;
    while (scan.next()) {
      count++;
    }
    return count;
  }

  private static long entries(byte[] block) {
    BlockEntry entry = new BlockEntry(block);
    long entries = 0;
    while (entry.next()) {
      entries++;
    }
    return entries;
  }
}
