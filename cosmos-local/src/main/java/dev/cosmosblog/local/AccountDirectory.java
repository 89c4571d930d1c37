package dev.cosmosblog.local;

import dev.cosmosblog.local.internal.engine.account.Account;
import dev.cosmosblog.local.internal.storage.Ledger;
import dev.cosmosblog.local.internal.storage.LedgerException;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * The directory in which an account keeps its data in one file.
 *
 * @param path the directory, which may be missing
 */
record AccountDirectory(Path path) {
  private static final String FILE = "account.mv";

  /**
   * Opens the file and the account that it stores. If one of them fails, the file is closed.
   *
   * @param durability what the account's writes outlive
   * @param account reads the account from the open file
   * @throws AccountDirectoryException if the directory is in use, damaged or not writable
   */
  Account open(Durability durability, Function<Ledger, Account> account) {
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
      throw new AccountDirectoryException(path, e);
    }
  }
}
