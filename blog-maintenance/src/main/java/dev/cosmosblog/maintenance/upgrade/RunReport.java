package dev.cosmosblog.maintenance.upgrade;

import dev.cosmosblog.maintenance.verify.Finding;
import dev.cosmosblog.maintenance.verify.FindingKind;
import dev.cosmosblog.store.SchemaChange;
import java.util.List;
import java.util.Map;

/**
 * What an upgrade or a rebuild did, from its beginning, with what was done before it was killed.
 *
 * <p>A user's second like that went is told of once, whatever died or was lost on the way: which
 * ones are to go is kept before they do, and one that is gone then was taken away. So is whatever
 * was done in pages that came to their end. Of a page that a kill cut off, and of a write whose
 * answer was lost, other changes, findings and what it took may be missing; nothing is told that
 * was not written, and nothing twice.
 *
 * @param dryRun whether nothing was written
 * @param schema the containers that were made or changed by this call; in a dry run, would be
 * @param scanned the items that were read in their order, once in each phase
 * @param requestUnits what it took, in RU
 * @param changes what was written; in a dry run, what would be
 * @param found what the check at its end found; in a dry run, what could be told without writing
 * @param mended what the check mended
 * @param unsettled what went on changing while the check looked at it
 * @param findings the first findings, {@value #MOST_FINDINGS} at most and of this call alone; a
 *     listener hears of all
 */
public record RunReport(
    boolean dryRun,
    List<SchemaChange> schema,
    long scanned,
    double requestUnits,
    Map<RunChange, Long> changes,
    Map<FindingKind, Long> found,
    Map<FindingKind, Long> mended,
    long unsettled,
    List<Finding> findings) {
  /** How many findings a report lists. */
  public static final int MOST_FINDINGS = 100;

  /** Copies the collections. */
  public RunReport {
    schema = List.copyOf(schema);
    changes = Map.copyOf(changes);
    found = Map.copyOf(found);
    mended = Map.copyOf(mended);
    findings = List.copyOf(findings);
  }

  /**
   * What is still wrong: what nobody but an operator can decide, such as two users of one name.
   *
   * @return how many findings were not mended
   */
  public long left() {
    return Counts.sum(found) - Counts.sum(mended);
  }

  /**
   * Whether all is right now.
   *
   * @return whether it was no dry run, and nothing is left
   */
  public boolean isClean() {
    return !dryRun && left() == 0 && unsettled == 0;
  }
}
