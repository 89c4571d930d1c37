package dev.cosmosblog.maintenance.verify;

import java.util.Map;

/**
 * What a repair found and mended, from its beginning, the runs that it resumed included.
 *
 * @param verified what was found
 * @param dryRun whether nothing was written
 * @param mended what was mended, by kind; in a dry run, what would be
 */
public record RepairReport(VerifyReport verified, boolean dryRun, Map<FindingKind, Long> mended) {
  /** Copies the map. */
  public RepairReport {
    mended = Map.copyOf(mended);
  }

  /**
   * What is still wrong.
   *
   * @return how many findings were not mended: of kinds that a repair leaves, or in a post that was
   *     written so fast that no write under its ETag came through
   */
  public long left() {
    return sum(verified.found()) - sum(mended);
  }

  private static long sum(Map<FindingKind, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
