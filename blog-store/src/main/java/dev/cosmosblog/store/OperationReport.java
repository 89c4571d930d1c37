package dev.cosmosblog.store;

import java.time.Duration;

/**
 * What one operation took.
 *
 * @param operation what was asked
 * @param requestUnits what Cosmos DB charged, in RU, failed requests included
 * @param requests the calls to Cosmos DB that it took: point operations, batches, stored procedures and pages of
 *     queries; the SDK's own retries and query plans are not among them
 * @param duration from the call to its end
 * @param outcome how it ended
 */
public record OperationReport(
    BlogOperation operation,
    double requestUnits,
    int requests,
    Duration duration,
    Outcome outcome) {}
