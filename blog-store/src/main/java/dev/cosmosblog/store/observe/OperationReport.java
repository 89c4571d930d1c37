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
 * @param requestUnits the RU that Cosmos DB charged, failed requests included; an equal part of a
 *     batch that several comments and likes share
 * @param requests point operations, batches, stored procedures and pages of queries, without the
 *     SDK's own retries and query plans; a shared batch counts for the operation that sent it
 * @param retries how many of them repeated one that met a transient failure
 * @param duration from the call to its end, waits included
 * @param outcome its outcome
 * @param failure what the operation threw, or empty if it was done
 * @param malformed the ids of stored items that were left out because they cannot be read
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

  /** {@return Cosmos DB's HTTP status of the failure; 0 without one, or without an answer} */
  public int statusCode() {
    return failure.orElse(null) instanceof StoreException e ? e.statusCode() : 0;
  }

  /** {@return Cosmos DB's substatus of the failure; 0 without one} */
  public int subStatusCode() {
    return failure.orElse(null) instanceof StoreException e ? e.subStatusCode() : 0;
  }
}
