package dev.cosmosblog.local.internal.storage;

import java.util.List;
import java.util.function.BiConsumer;

/** Keeps nothing. */
final class NoLedger implements Ledger {
  @Override
  public Receipt write(List<Change> changes) {
    return Receipt.NONE;
  }

  @Override
  public void read(byte[] prefix, BiConsumer<byte[], byte[]> reader) {
    // There is nothing to read.
  }

  @Override
  public boolean interrupted() {
    return false;
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
