package dev.cosmoslocal.internal.storage;

import java.nio.file.Path;

/** A process that opens a ledger and prints whether it succeeded. */
final class FileOpener {
  private FileOpener() {}

  /** Argument: the file. */
  public static void main(String[] arguments) {
    try (Ledger ledger = Ledger.open(Path.of(arguments[0]), false)) {
      System.out.println("opened, interrupted: " + ledger.interrupted());
    } catch (LedgerException e) {
      System.out.println(e.getMessage());
    }
  }
}
