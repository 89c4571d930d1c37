package dev.cosmosblog.local.storage;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The entries of a {@link SortedBytes} at one moment. Immutable, and safe for many threads. */
public final class SortedView {
  /** Up to so many blocks, it is as well to count as to guess. */
  private static final int COUNTED_BLOCKS = 16;

  private final Tree root;

  SortedView(Tree root) {
    this.root = root;
  }

  /**
   * The value of a key.
   *
   * @param key the key
   * @return the value, read-only; empty if the key is not there
   */
  public Optional<ByteBuffer> get(byte[] key) {
    byte[] block = root.block(key);
    BlockSearch place = new BlockSearch(block, key);
    return place.found()
        ? Optional.of(ByteBuffer.wrap(block, place.entry().valueAt(), place.entry().valueLength()))
        : Optional.empty();
  }

  /**
   * The entries of a range in the order of their keys.
   *
   * @param range the keys
   * @return the entries, read as they are asked for
   */
  public Scan scan(KeyRange range) {
    return range.isEmpty()
        ? Scan.NONE
        : new ForwardScan(BlockCursor.forward(root, range.from()), range);
  }

  /**
   * The entries of a range, the greatest key first.
   *
   * @param range the keys
   * @return the entries, read as they are asked for
   */
  public Scan scanBackward(KeyRange range) {
    return range.isEmpty()
        ? Scan.NONE
        : new BackwardScan(BlockCursor.backward(root, range.to()), range);
  }

  /**
   * About how many entries lie in a range: counted if they are few, otherwise guessed from the number of their blocks,
   * as they are when it is called.
   *
   * @param range the keys
   * @return the number
   */
  public long estimate(KeyRange range) {
    if (range.isEmpty()) {
      return 0;
    }
    long between = (long) root.before(range.to()) - root.before(range.from());
    if (between <= COUNTED_BLOCKS) {
      return count(scan(range));
    }
    // The first block may begin with shorter or longer entries: look past it.
    BlockCursor blocks = BlockCursor.forward(root, range.from());
    blocks.next();
    long entries = 0;
    for (int i = 0; i < COUNTED_BLOCKS; i++) {
      entries += entries(blocks.next());
    }
    return between * Math.max(entries, COUNTED_BLOCKS) / COUNTED_BLOCKS;
  }

  private static long count(Scan scan) {
    long count = 0;
    while (scan.next()) {
      count++;
    }
    return count;
  }

  private static long entries(byte @Nullable [] block) {
    long entries = 0;
    if (block != null) {
      Entry entry = new Entry(block);
      while (entry.next()) {
        entries++;
      }
    }
    return entries;
  }
}
