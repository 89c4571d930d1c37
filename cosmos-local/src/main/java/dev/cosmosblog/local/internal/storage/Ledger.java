package dev.cosmosblog.local.internal.storage;

import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;

/** Keys with values that outlive the process. Safe for many threads. */
public interface Ledger extends AutoCloseable {
  /** Keeps nothing. */
  Ledger NONE = new NoLedger();

  /**
   * Opens a file, or makes one.
   *
   * @param file the file, whose directory is made if it is missing; one process at a time may have
   *     it open
   * @return what is in it
   * @throws java.io.UncheckedIOException if it can't be read or written, or somebody else has it
   *     open
   */
  static Ledger open(Path file) {
    return FileLedger.open(file);
  }

  /**
   * Changes entries, all or none: of changes handed over one after the other, either both outlive
   * the process, or the first, or neither. Doesn't block.
   *
   * @param changes what to change, in order
   * @return what to wait for before telling anybody that it is done
   */
  Receipt write(List<Change> changes);

  /**
   * Reads entries in the order of their keys, those that were written before the ledger was opened
   * at least.
   *
   * @param prefix how their keys begin
   * @param reader is given each key and value
   */
  void read(byte[] prefix, BiConsumer<byte[], byte[]> reader);

  /**
   * Whether the process before this one ended without closing the ledger, so that it may have told
   * its clients of changes that were still on their way.
   *
   * @return whether it was killed
   */
  boolean interrupted();

  /** Waits for what is on its way, and ends. May be called again. */
  @Override
  void close();

  /** What a change comes to. */
  interface Receipt {
    /** There is nothing to wait for. */
    Receipt NONE = () -> {};

    /**
     * Blocks until the changes are sure to outlive the process, some milliseconds.
     *
     * @throws java.io.UncheckedIOException if they could not be written
     */
    void await();
  }

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
}
