package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.benchmarks.ladder.rung.Rung;
import dev.cosmosblog.examples.blog.RequestLog;

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
    double ms = (System.nanoTime() - start) / 1e6;
    return Sample.of(log.take(), ms, returned);
  }
}
