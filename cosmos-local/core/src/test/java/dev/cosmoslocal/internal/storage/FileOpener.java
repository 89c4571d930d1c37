package dev.cosmoslocal.internal.storage;

import java.nio.file.Path;

/** A process that opens a ledger and says whether it could. */
final class FileOpener {
  private FileOpener() {}

  /** The file. */
  public static void main(String[] arguments) {
    try (Ledger ledger = Ledger.open(Path.of(arguments[0]))) {
      System.out.println("opened, interrupted: " + ledger.interrupted());
    } catch (LedgerException e) {
      System.out.println(e.getMessage());
    }
  }
}
