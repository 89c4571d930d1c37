package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.examples.blog.RequestLog;
import dev.cosmosblog.local.request.RequestRecord;

/**
 * What one request took once.
 *
 * @param requests requests to the account's partitions
 * @param partitions different physical partitions that they asked
 * @param itemsLoaded items that were loaded for it
 * @param ru modelled request units
 * @param ms milliseconds
 * @param returned entries of its answer
 */
record Sample(int requests, long partitions, long itemsLoaded, double ru, double ms, int returned) {
  static Sample of(RequestLog.Sent sent, double ms, int returned) {
    return new Sample(
        sent.requests().size(),
        sent.partitions(),
        sent.requests().stream().mapToLong(RequestRecord::itemsLoaded).sum(),
        sent.ru(),
        ms,
        returned);
  }
}
