package dev.cosmosblog.store.observe;

import dev.cosmosblog.store.error.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The report of one operation: its outcome and its cost.
 *
 * @param operation the operation
 * @param requestUnits the charge in RU, including failed requests; several comments and likes share
 *     the charge of a batch equally
 * @param requests point operations, batches, stored procedures and pages of queries, without the
 *     SDK's retries and query plans; a shared batch counts for the operation that sent it
 * @param retries the number of requests that were retries after a transient failure
 * @param duration the time from the call to its end, including waits
 * @param outcome its outcome
 * @param failure the exception that the operation threw, or empty if it succeeded
 * @param malformed the ids of stored items that were skipped because they can't be read
 */
public record OperationReport(
    BlogOperation operation,
    double requestUnits,
    int requests,
    int retries,
    Duration duration,
    OperationOutcome outcome,
    Optional<Throwable> failure,
    List<String> malformed) {
  public OperationReport {
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(duration, "duration");
    Objects.requireNonNull(outcome, "outcome");
    Objects.requireNonNull(failure, "failure");
    malformed = List.copyOf(Objects.requireNonNull(malformed, "malformed"));
  }

  /** {@return the HTTP status of the failure, or 0 if there was no failure or no response} */
  public int statusCode() {
    return failure.orElse(null) instanceof StoreException e ? e.statusCode() : 0;
  }

  /** {@return the substatus of the failure, or 0 if there was none} */
  public int subStatusCode() {
    return failure.orElse(null) instanceof StoreException e ? e.subStatusCode() : 0;
  }
}
