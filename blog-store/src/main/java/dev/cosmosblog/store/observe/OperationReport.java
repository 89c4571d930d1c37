package dev.cosmosblog.store.observe;

import java.time.Duration;
import java.util.List;

/**
 * The report of one operation: its outcome and its cost.
 *
 * @param operation the operation
 * @param requestUnits the RU that Cosmos DB charged, failed requests included; an equal part of a
 *     batch that several comments and likes share
 * @param requests point operations, batches, stored procedures and pages of queries, without the
 *     SDK's own retries and query plans; a shared batch counts for the operation that sent it
 * @param retries how many of them repeated one that met a transient failure
 * @param duration from the call to its end, waits included
 * @param outcome its outcome
 * @param malformed the ids of stored items that were left out because they cannot be read
 */
public record OperationReport(
    BlogOperation operation,
    double requestUnits,
    int requests,
    int retries,
    Duration duration,
    OperationOutcome outcome,
    List<String> malformed) {
  public OperationReport {
    malformed = List.copyOf(malformed);
  }
}
