package dev.cosmoslocal.internal.storage;

import java.io.IOException;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;

/**
 * The check of a file before it is opened. It reads every entry once and writes nothing. Afterwards
 * a store can read the file without surprises, and without falling back to an older state, as it
 * does if the newest one is missing.
 */
final class LedgerCheck {
  private LedgerCheck() {}

  /**
   * Checks a file.
   *
   * @throws LedgerException if it is damaged or can't be read
   */
  static void check(LockedFile file) {
    try {
      LedgerFile content = LedgerFile.toCheck(file);
      MVStore store = FileLedger.store(content);
      try {
        check(file, content, store);
      } finally {
        store.closeImmediately();
      }
    } catch (LedgerException e) {
      throw e;
    } catch (MVStoreException e) {
      if (e.getErrorCode() == DataUtils.ERROR_UNSUPPORTED_FORMAT) {
        throw LedgerException.otherVersion(file.path(), "of a newer MVStore");
      }
      throw e.getCause() instanceof IOException
          ? LedgerException.inaccessible(file.path(), e)
          : LedgerException.unreadable(file.path(), e);
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError | AssertionError e) {
      // The store takes the numbers in a file for its own.
      throw LedgerException.unreadable(file.path(), e);
    }
  }

  private static void check(LockedFile file, LedgerFile content, MVStore store) {
    if (content.lastChunkVersion()
        < DataUtils.readHexLong(content.getStoreHeader(), "version", 0)) {
      throw LedgerException.cutOff(file.path());
    }
    int format = store.getStoreVersion();
    if (format != FileLedger.FORMAT && format != FileLedger.UNNAMED_FORMAT) {
      throw LedgerException.otherVersion(file.path(), String.valueOf(format));
    }
    String id = store.getMetaMap().get("name." + FileLedger.ENTRIES);
    if (id == null) {
      // The process was killed before it stored anything.
      return;
    }
    int map = DataUtils.parseHexInt(id);
    if (map <= 0 || map == store.getMetaMap().getId()) {
      throw LedgerException.unreadable(file.path(), null);
    }
    content.leaveToItsType(map);
    long bytes = 0;
    Cursor<byte[], byte[]> cursor = FileLedger.entries(store).cursor(null);
    while (cursor.hasNext()) {
      bytes += cursor.next().length + cursor.getValue().length;
      if (bytes > content.size()) {
        throw LedgerException.unreadable(file.path(), null);
      }
    }
  }
}
