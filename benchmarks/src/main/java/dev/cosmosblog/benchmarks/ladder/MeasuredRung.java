package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.benchmarks.ladder.rung.Rung;
import dev.cosmosblog.examples.blog.RequestLog;
import dev.cosmoslocal.request.RequestRecord;

/**
 * A rung with a record of what it asks of the account.
 *
 * @param label what tables call it
 * @param rung the rung
 * @param log the requests of its client
 */
record MeasuredRung(String label, Rung rung, RequestLog log) {
  Sample ask(ArticleRequest request, LadderBlog blog, int round) {
    log.take();
    long start = System.nanoTime();
    int returned = request.ask(rung, blog, round);
    long nanos = System.nanoTime() - start;
    return Sample.of(log.take(), nanos, returned);
  }

  /**
   * The cost of one request, asked once.
   *
   * @param requests requests to the account's partitions
   * @param partitions different physical partitions that they asked
   * @param itemsLoaded items that were loaded for it
   * @param ru modelled request units
   * @param nanos nanoseconds
   * @param returned entries of its answer
   */
  record Sample(
      int requests, long partitions, long itemsLoaded, double ru, long nanos, int returned) {
    static Sample of(RequestLog.Sent sent, long nanos, int returned) {
      return new Sample(
          sent.requests().size(),
          sent.partitions(),
          sent.requests().stream().mapToLong(RequestRecord::itemsLoaded).sum(),
          sent.ru(),
          nanos,
          returned);
    }
  }
}
