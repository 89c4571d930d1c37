package dev.cosmosblog.store.observe;

import dev.cosmosblog.store.config.RetryPolicy;
import java.time.Duration;
import java.util.List;

/**
 * What one operation took.
 *
 * @param operation what was asked
 * @param requestUnits what Cosmos DB charged, in RU, failed requests included
 * @param requests the calls to Cosmos DB that it took: point operations, batches, stored procedures
 *     and pages of queries; the SDK's own retries and query plans are not among them
 * @param retries how many of them were sent again after a passing failure ({@link RetryPolicy})
 * @param duration from the call to its end, waits included
 * @param outcome how it ended
 * @param malformed the ids of stored items that were left out of a list or an erasure, since they
 *     can't be read
 */
public record OperationReport(
    BlogOperation operation,
    double requestUnits,
    int requests,
    int retries,
    Duration duration,
    OperationOutcome outcome,
    List<String> malformed) {
  /** Copies the ids. */
  public OperationReport {
    malformed = List.copyOf(malformed);
  }
}
