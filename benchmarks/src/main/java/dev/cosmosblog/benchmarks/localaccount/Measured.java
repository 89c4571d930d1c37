package dev.cosmosblog.benchmarks.localaccount;

/**
 * What a call took at a server.
 *
 * @param server which
 * @param call which
 * @param clients how many threads called at once
 * @param calls how many calls were measured
 * @param callsPerSecond answered
 * @param p50Ms half of the calls took at most this, seen from the client
 * @param p99Ms 99 of 100 took at most this
 * @param processorMicros processor time of the server's process for each call
 */
record Measured(
    String server,
    String call,
    int clients,
    int calls,
    double callsPerSecond,
    double p50Ms,
    double p99Ms,
    double processorMicros) {}
