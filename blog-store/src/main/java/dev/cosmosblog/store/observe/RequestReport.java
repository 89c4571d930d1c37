package dev.cosmosblog.store.observe;

/**
 * The end of one request of an operation.
 *
 * @param statusCode the HTTP status, or 0 if there was no response
 * @param subStatusCode the substatus, or 0
 * @param requestUnits the charge in RU
 * @param attempt 1 for the first attempt, 2 for its first retry by the store, and so on
 * @param sent whether the request was sent, rather than rejected by the SDK, or found to be
 *     unnecessary because a query had no further page
 */
public record RequestReport(
    int statusCode, int subStatusCode, double requestUnits, int attempt, boolean sent) {}
