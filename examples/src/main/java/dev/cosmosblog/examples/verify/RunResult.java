package dev.cosmosblog.examples.verify;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.cosmosblog.maintenance.verify.BlogVerifier;
import dev.cosmosblog.maintenance.verify.Finding;
import dev.cosmosblog.maintenance.verify.FindingKind;
import dev.cosmosblog.maintenance.verify.RepairReport;
import dev.cosmosblog.maintenance.verify.VerifyReport;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one run found and did.
 *
 * @param kind what it was to do
 * @param scanned the items that it read in their order
 * @param requestUnits what it took, in RU
 * @param seconds how long it took
 * @param found the findings by kind
 * @param mended those that were mended or, in a dry run, would be
 * @param unsettled what could not be told, since it was being written
 * @param findings the first of them
 */
record RunResult(
    RunKind kind,
    long scanned,
    double requestUnits,
    double seconds,
    Map<FindingKind, Long> found,
    Map<FindingKind, Long> mended,
    long unsettled,
    List<Finding> findings) {
  static RunResult of(RunKind kind, BlogVerifier verifier, Optional<String> token)
      throws InterruptedException {
    long start = System.nanoTime();
    RepairReport report =
        switch (kind) {
          case VERIFY -> {
            VerifyReport found =
                token.isPresent() ? verifier.verify(token.get()) : verifier.verify();
            yield new RepairReport(found, false, Map.of());
          }
          case DRY_RUN -> verifier.dryRun();
          case REPAIR -> token.isPresent() ? verifier.repair(token.get()) : verifier.repair();
        };
    VerifyReport verified = report.verified();
    return new RunResult(
        kind,
        verified.scanned(),
        Math.round(verified.requestUnits() * 100) / 100.0,
        Math.round((System.nanoTime() - start) / 1e8) / 10.0,
        verified.found(),
        report.mended(),
        verified.unsettled(),
        verified.findings());
  }

  /** Whether nothing is wrong now, as far as the run can tell. */
  @JsonIgnore
  boolean isClean() {
    boolean allMended = kind == RunKind.REPAIR && found.equals(mended);
    return (found.isEmpty() || allMended) && unsettled == 0;
  }
}
