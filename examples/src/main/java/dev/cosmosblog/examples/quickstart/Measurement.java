package dev.cosmosblog.examples.quickstart;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.cosmosblog.examples.blog.RequestLog;
import dev.cosmosblog.local.request.RequestRecord;
import java.util.List;

/**
 * What one request took.
 *
 * @param id what the article calls it
 * @param what what it does
 * @param requestsSent requests to the account's partitions
 * @param partitions different physical partitions that they asked
 * @param queryPlans requests for a query plan beside them, which ask no partition and cost no RU
 * @param ru modelled request units, to two decimals
 * @param ms milliseconds, the median of a few, to two decimals
 */
record Measurement(
    String id,
    @JsonIgnore String what,
    int requestsSent,
    int partitions,
    int queryPlans,
    double ru,
    double ms) {

  static Measurement of(BlogRequest request, List<RequestRecord> sent, double ms) {
    List<RequestRecord> data = sent.stream().filter(RequestLog::asksPartitions).toList();
    long partitions =
        data.stream()
            .flatMap(record -> record.partitions().stream().map(id -> record.container() + id))
            .distinct()
            .count();
    return new Measurement(
        request.id(),
        request.what(),
        data.size(),
        Math.toIntExact(partitions),
        Math.toIntExact(sent.stream().filter(RequestLog::isQueryPlan).count()),
        hundredths(data.stream().mapToDouble(RequestRecord::requestCharge).sum()),
        hundredths(ms));
  }

  private static double hundredths(double value) {
    return Math.round(value * 100) / 100.0;
  }
}
