package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.examples.blog.RequestLog;
import dev.cosmosblog.local.request.RequestRecord;
import java.util.List;

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
  static Sample of(List<RequestRecord> sent, double ms, int returned) {
    List<RequestRecord> data = sent.stream().filter(RequestLog::asksPartitions).toList();
    return new Sample(
        data.size(),
        data.stream()
            .flatMap(each -> each.partitions().stream().map(id -> each.container() + " " + id))
            .distinct()
            .count(),
        data.stream().mapToLong(RequestRecord::itemsLoaded).sum(),
        data.stream().mapToDouble(RequestRecord::requestCharge).sum(),
        ms,
        returned);
  }
}
