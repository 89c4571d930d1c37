package dev.cosmoslocal.internal.storage;

import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;

/** A store of keys with values that outlive the process. Thread-safe. */
public interface Ledger extends AutoCloseable {
  Ledger NONE = new NoLedger();

  /**
   * Opens a file, or creates it.
   *
   * @param file the file; it and its directory are created for their owner alone if they are
   *     missing; only one ledger at a time may have it open
   * @param forced whether writes are forced to the disk, so that they outlive the loss of power
   * @throws LedgerException if the file is in use, damaged, or can't be read or written; it is left
   *     as it was
   */
  static Ledger open(Path file, boolean forced) {
    return FileLedger.open(file, forced);
  }

  /**
   * Writes changes as a whole. If two writes follow each other, either both outlive the process, or
   * the first, or neither. Doesn't block.
   *
   * @param onFailure what becomes of changes that can't be stored now
   * @return the receipt to await before the write is acknowledged
   */
  Receipt write(List<Change> changes, OnFailure onFailure);

  /**
   * Returns at once if the last write succeeded. Otherwise tries again to store what is to be
   * stored, and blocks meanwhile. To be called before a change is made in memory, so that a ledger
   * that can't store it refuses it without a trace.
   *
   * @throws LedgerException if the ledger can't store anything now
   */
  void checkWritable();

  /** How changes that can't be stored now are treated. Their writer always gets the failure. */
  enum OnFailure {
    /** They have been made in memory, so they are stored before all later changes. */
    STORE_LATER,
    /** They have not been made in memory, and are not stored later. */
    FORGET
  }

  /**
   * Reads entries in the order of their keys. Guaranteed are those that were written before the
   * ledger was opened.
   */
  void read(byte[] prefix, BiConsumer<byte[], byte[]> reader);

  /**
   * Returns whether the previous process ended without closing the ledger, so that it may have
   * acknowledged changes that were not stored.
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
     * @throws LedgerException if they could not be written
     */
    void await();
  }

  final class NoLedger implements Ledger {
    @Override
    public Receipt write(List<Change> changes, OnFailure onFailure) {
      return Receipt.NONE;
    }

    @Override
    public void checkWritable() {
      // There is nothing to write to.
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
