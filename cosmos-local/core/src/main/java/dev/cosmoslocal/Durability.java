package dev.cosmoslocal;

/**
 * The failures that an acknowledged write outlives, if the account has a {@linkplain
 * LocalCosmosBuilder#directory(java.nio.file.Path) directory}. In either case a transaction is
 * there as a whole or not at all. While the file can't be written, because the disk is full, say,
 * writes answer 503 and change nothing or take effect later; reads go on, and writes do when the
 * file can be written again.
 */
public enum Durability {
  /**
   * The end of the process, however it ends: the operating system has the data. If the machine
   * loses its power or its operating system crashes, the last writes may be lost, and the file may
   * be damaged, so that the account refuses it.
   */
  PROCESS,
  /**
   * The loss of power, too: the data is forced to the disk before a write is acknowledged. Waiting
   * writers share that, so that many writers lose less than one. A disk that acknowledges what it
   * only caches keeps no promise.
   */
  POWER_LOSS
}
