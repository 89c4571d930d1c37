package dev.cosmoslocal;

/**
 * The failures that acknowledged writes survive if the emulator has a {@linkplain
 * LocalCosmosBuilder#directory(java.nio.file.Path) directory}. Transactions are always stored as a
 * whole. While the file can't be written, for example because the disk is full, writes fail with
 * 503 and have no effect or take effect later; reads still work. Writes work again once the file
 * can be written.
 */
public enum Durability {
  /**
   * Survives the end of the process, even a crash, because the operating system has the data. After
   * a power failure or a crash of the operating system, the last writes may be lost, or the file
   * may be damaged so that the emulator refuses to open it.
   */
  PROCESS,
  /**
   * Survives power failures too: each write is acknowledged after the data was forced to the disk.
   * Concurrent writers share this step. It doesn't help if the disk acknowledges data that it only
   * caches.
   */
  POWER_LOSS
}
