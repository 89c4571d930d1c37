package dev.cosmoslocal;

import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.transfer.DataFileException;
import dev.cosmoslocal.internal.engine.transfer.DataFolder;
import dev.cosmoslocal.internal.storage.Ledger;
import dev.cosmoslocal.internal.storage.LedgerException;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where the emulator's data is stored, in memory or in a file, and the folder that it is loaded
 * from.
 *
 * @param directory the directory, which may be missing; null for memory only
 * @param durability the failures that writes survive, if there is a directory
 * @param contents the folder to load; null for none
 */
record EmulatorStorage(
    @Nullable Path directory, Durability durability, @Nullable DataFolder contents) {
  static final EmulatorStorage MEMORY = new EmulatorStorage(null, Durability.PROCESS, null);

  private static final String FILE = "account.mv";

  EmulatorStorage in(Path other) {
    return new EmulatorStorage(other, durability, contents);
  }

  EmulatorStorage with(Durability other) {
    return new EmulatorStorage(directory, other, contents);
  }

  EmulatorStorage beginningWith(Path folder) {
    return new EmulatorStorage(directory, durability, new DataFolder(folder));
  }

  /**
   * Opens the stored data and loads the contents. If that fails, everything is closed.
   *
   * @param account creates the account from the open file
   * @throws DataDirectoryException if the directory is in use, damaged or not writable
   * @throws ContentsException if the contents can't be loaded
   */
  Account open(Function<Ledger, Account> account) {
    Account opened = directory == null ? account.apply(Ledger.NONE) : open(directory, account);
    try {
      DataFolder.undoUnfinished(opened);
      if (contents != null) {
        contents.load(opened);
      }
      return opened;
    } catch (DataFileException failure) {
      opened.close();
      throw new ContentsException(failure);
    } catch (RuntimeException failure) {
      opened.close();
      throw failure;
    }
  }

  private Account open(Path path, Function<Ledger, Account> account) {
    Path file = path.resolve(FILE);
    try {
      Ledger ledger = Ledger.open(file, durability == Durability.POWER_LOSS);
      try {
        return account.apply(ledger);
      } catch (RuntimeException e) {
        ledger.close();
        throw LedgerException.unreadable(file, e);
      }
    } catch (LedgerException e) {
      throw new DataDirectoryException(path, e);
    }
  }
}
