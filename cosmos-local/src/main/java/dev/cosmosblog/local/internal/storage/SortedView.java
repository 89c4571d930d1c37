package dev.cosmosblog.local.internal.storage;

import dev.cosmosblog.local.internal.storage.BlockKeys.Floor;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.RootReference;
import org.jspecify.annotations.Nullable;

/** The entries of a {@link SortedBytes} at one moment. Immutable, and safe for many threads. */
public final class SortedView {
  /** Up to so many blocks, it is as well to count as to guess. */
  private static final int COUNTED_BLOCKS = 4;

  private final MVMap<Object, byte[]> blocks;
  private final RootReference<Object, byte[]> root;

  SortedView(MVMap<Object, byte[]> blocks, RootReference<Object, byte[]> root) {
    this.blocks = blocks;
    this.root = root;
  }

  /**
   * The value of a key.
   *
   * @param key the key
   * @return the value, read-only; empty if the key is not there
   */
  public Optional<ByteBuffer> get(byte[] key) {
    byte[] block = block(key);
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
    if (range.isEmpty()) {
      return Scan.NONE;
    }
    Cursor<Object, byte[]> floor = downFrom(range.from());
    return new ForwardScan(blocks.cursor(root, floor.next(), null, false), range);
  }

  /**
   * The entries of a range, the greatest key first.
   *
   * @param range the keys
   * @return the entries, read as they are asked for
   */
  public Scan scanBackward(KeyRange range) {
    return range.isEmpty() ? Scan.NONE : new BackwardScan(downFrom(range.to()), range);
  }

  /**
   * About how many entries lie in a range: counted if they are few, otherwise guessed from the
   * number of their blocks, as they are when it is called.
   *
   * @param range the keys
   * @return the number
   */
  public long estimate(KeyRange range) {
    if (range.isEmpty()) {
      return 0;
    }
    long between = floorIndex(range.to()) - floorIndex(range.from());
    if (between <= COUNTED_BLOCKS) {
      return count(scan(range));
    }
    // The first block may begin with shorter or longer entries: look past it.
    Cursor<Object, byte[]> cursor = blocks.cursor(root, downFrom(range.from()).next(), null, false);
    long entries = 0;
    for (int i = 0; i <= COUNTED_BLOCKS && cursor.hasNext(); i++) {
      cursor.next();
      entries += i == 0 ? 0 : entries(cursor.getValue());
    }
    return between * Math.max(entries, COUNTED_BLOCKS) / COUNTED_BLOCKS;
  }

  private byte[] block(byte[] key) {
    byte @Nullable [] found = blocks.get(root.root, new Floor(key));
    if (found != null) {
      return found;
    }
    // It lies before the node where the key would.
    Cursor<Object, byte[]> floor = downFrom(key);
    floor.next();
    return floor.getValue();
  }

  private Cursor<Object, byte[]> downFrom(byte[] key) {
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
    Entry entry = new Entry(block);
    long entries = 0;
    while (entry.next()) {
      entries++;
    }
    return entries;
  }
}
