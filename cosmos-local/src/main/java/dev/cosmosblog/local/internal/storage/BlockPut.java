package dev.cosmosblog.local.internal.storage;

import org.h2.mvstore.MVMap.Decision;
import org.h2.mvstore.MVMap.DecisionMaker;
import org.jspecify.annotations.Nullable;

/** Puts an entry into the block that is found. */
final class BlockPut extends DecisionMaker<Object> {
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

  /** The block with the entry; empty where none was found. */
  byte[] after() {
    return after;
  }
}
