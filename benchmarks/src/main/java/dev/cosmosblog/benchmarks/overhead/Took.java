package dev.cosmosblog.benchmarks.overhead;

/**
 * What a request took.
 *
 * @param requests requests to the account's partitions
 * @param ru modelled request units, to two decimals
 * @param ms milliseconds, the median, to three decimals
 */
record Took(int requests, double ru, double ms) {
  Took {
    ru = Math.round(ru * 100) / 100.0;
    ms = Math.round(ms * 1_000) / 1_000.0;
  }
}
