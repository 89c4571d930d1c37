package dev.cosmosblog.benchmarks.overhead;

import java.io.IOException;

/** A way to make the requests that can be timed. */
interface Way {
  /** Asks one request of a round; how many nanoseconds it took. */
  long ask(BlogRequest request, int round) throws IOException, InterruptedException;
}
