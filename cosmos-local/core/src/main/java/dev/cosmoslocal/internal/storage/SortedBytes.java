package dev.cosmoslocal.internal.storage;

import java.util.Arrays;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.jspecify.annotations.Nullable;

/**
 * Keys in the order of their unsigned bytes, with values, in memory. One thread at a time may
 * write; any thread may read a {@link #view} at any time.
 *
 * <p>Entries lie in blocks of about 1 KB. A change of an entry rewrites its block, so a put or a
 * remove takes some microseconds, however many entries there are. An entry takes the bytes of its
 * value, those by which its key differs from the previous one, and five or six more.
 */
public final class SortedBytes {
  private static final int MOST = 1_024;
  private static final int FEW = MOST / 4;

  /**
   * Blocks by a key that is not greater than those of its entries and greater than all earlier
   * ones; the first by an empty key.
   */
  private MVMap<byte[], byte[]> blocks;

  /** The entries, as long as they are those of a view; null otherwise. */
  private @Nullable SortedView shared;

  public SortedBytes() {
    blocks = noBlocks();
    blocks.put(Block.EMPTY, Block.EMPTY);
  }

  private static MVMap<byte[], byte[]> noBlocks() {
    MVMap.Builder<byte[], byte[]> type =
        new MVMap.Builder<byte[], byte[]>()
            .keyType(ByteArrayDataType.INSTANCE)
            .valueType(ByteArrayDataType.INSTANCE);
    return new MVStore.Builder().open().openMap("blocks", type);
  }

  public SortedView view() {
    SortedView same = shared;
    return same != null ? same : new SortedView(blocks, blocks.flushAndGetRoot());
  }

  /**
   * Replaces all entries by those of a view. The next write copies the references to its blocks,
   * which takes less than a microsecond each. It doesn't change the view's tree, because {@link
   * SortedView#estimate} reads the latest state of a tree.
   *
   * @param view the view
   */
  public void reset(SortedView view) {
    shared = view;
  }

  private void own() {
    if (shared != null) {
      MVMap<byte[], byte[]> copy = noBlocks();
      shared.blocks(copy::put);
      blocks = copy;
      shared = null;
    }
  }

  public void put(byte[] key, byte[] value) {
    own();
    Cursor<byte[], byte[]> floor = floor(key);
    store(floor.getKey(), Block.put(floor.getValue(), key, value), key);
  }

  public void remove(byte[] key) {
    own();
    Cursor<byte[], byte[]> floor = floor(key);
    byte[] at = floor.getKey();
    byte[] before = floor.getValue();
    byte[] after = Block.remove(before, key);
    if (after.length == 0 && at.length > 0) {
      blocks.remove(at);
    } else if (after.length < FEW && before.length >= FEW) {
      merge(at, after);
    } else if (after != before) {
      blocks.put(at, after);
    }
  }

  /**
   * The block that contains a key, found in one descent of the tree. The first block is never
   * removed, so there is always one.
   */
  private Cursor<byte[], byte[]> floor(byte[] key) {
    Cursor<byte[], byte[]> floor = blocks.cursor(key, null, true);
    floor.next();
    return floor;
  }

  private void merge(byte[] at, byte[] block) {
    byte @Nullable [] next = blocks.higherKey(at);
    byte @Nullable [] other = next == null ? null : blocks.get(next);
    if (next == null || other == null || block.length + other.length > MOST - FEW) {
      blocks.put(at, block);
    } else {
      blocks.put(at, Block.join(block, other));
      blocks.remove(next);
    }
  }

  private void store(byte[] at, byte[] block, byte[] written) {
    BlockSplit split = block.length <= MOST ? null : BlockSplit.of(block, written);
    if (split == null) {
      blocks.put(at, block);
      return;
    }
    store(at, Arrays.copyOf(block, split.at()), written);
    store(split.separator(), split.right(), written);
  }
}
