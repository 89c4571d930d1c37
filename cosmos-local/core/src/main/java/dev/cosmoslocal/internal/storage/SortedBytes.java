package dev.cosmoslocal.internal.storage;

import dev.cosmoslocal.internal.storage.BlockKeys.Floor;
import java.util.Arrays;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVMap.Decision;
import org.h2.mvstore.MVMap.DecisionMaker;
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
  private MVMap<Object, byte[]> blocks;

  /** The entries, as long as they are those of a view; null otherwise. */
  private @Nullable SortedView shared;

  public SortedBytes() {
    blocks = noBlocks();
    blocks.put(Block.EMPTY, Block.EMPTY);
  }

  private static MVMap<Object, byte[]> noBlocks() {
    MVMap.Builder<Object, byte[]> type =
        new MVMap.Builder<Object, byte[]>()
            .keyType(BlockKeys.INSTANCE)
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
      MVMap<Object, byte[]> copy = noBlocks();
      shared.blocks(copy::put);
      blocks = copy;
      shared = null;
    }
  }

  public void put(byte[] key, byte[] value) {
    own();
    BlockPut put = new BlockPut(key, value);
    blocks.operate(new Floor(key), value, put);
    if (put.after().length == 0 || put.after().length > MOST) {
      // The block lies before the node where the key would, or has to be split.
      Cursor<Object, byte[]> floor = floor(key);
      store((byte[]) floor.getKey(), Block.put(floor.getValue(), key, value), key);
    }
  }

  public void remove(byte[] key) {
    own();
    Cursor<Object, byte[]> floor = floor(key);
    byte[] at = (byte[]) floor.getKey();
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
  private Cursor<Object, byte[]> floor(byte[] key) {
    Cursor<Object, byte[]> floor = blocks.cursor(key, null, true);
    floor.next();
    return floor;
  }

  private void merge(byte[] at, byte[] block) {
    @Nullable Object next = blocks.higherKey(at);
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

  /** Puts an entry into the block that the map finds. */
  private static final class BlockPut extends DecisionMaker<Object> {
    private final byte[] key;
    private final byte[] value;
    private byte[] after = Block.EMPTY;

    BlockPut(byte[] key, byte[] value) {
      this.key = key;
      this.value = value;
    }

    @Override
    public Decision decide(@Nullable Object block, Object entry) {
      if (block == null) {
        return Decision.ABORT;
      }
      after = Block.put((byte[]) block, key, value);
      return Decision.PUT;
    }

    @Override
    @SuppressWarnings("unchecked") // All values of the map are blocks.
    public <T> T selectValue(T block, T entry) {
      return (T) after;
    }

    /** The block with the entry; empty if none was found. */
    byte[] after() {
      return after;
    }
  }
}
