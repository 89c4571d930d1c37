package dev.cosmosblog.local.internal.storage;

import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;

/** A store of keys with values that outlive the process. Safe for many threads. */
public interface Ledger extends AutoCloseable {
  /** A ledger that stores nothing. */
  Ledger NONE = new NoLedger();

  /**
   * Opens a file, or creates it.
   *
   * @param file the file; its directory is created if it is missing; only one process at a time may
   *     have it open
   * @return the ledger
   * @throws java.io.UncheckedIOException if the file can't be read or written, or another process
   *     has it open
   */
  static Ledger open(Path file) {
    return FileLedger.open(file);
  }

  /**
   * Writes changes as a whole. If two writes follow each other, either both outlive the process, or
   * the first, or neither. Doesn't block.
   *
   * @param changes the changes, in order
   * @return the receipt to await before the write is acknowledged
   */
  Receipt write(List<Change> changes);

  /**
   * Reads entries in the order of their keys. Guaranteed are those that were written before the
   * ledger was opened.
   *
   * @param prefix the first bytes of the keys
   * @param reader receives each key and value
   */
  void read(byte[] prefix, BiConsumer<byte[], byte[]> reader);

  /**
   * Returns whether the previous process ended without closing the ledger, so that it may have
   * acknowledged changes that were not stored.
   *
   * @return true if it was killed
   */
  boolean interrupted();

  /** Waits for pending writes and closes the ledger. May be called again. */
  @Override
  void close();

  /** A pending write. */
  interface Receipt {
    /** A write that is complete. */
    Receipt NONE = () -> {};

    /**
     * Blocks until the changes outlive the process, which takes some milliseconds.
     *
     * @throws java.io.UncheckedIOException if they could not be written
     */
    void await();
  }

  /** A ledger that stores nothing. */
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
}
