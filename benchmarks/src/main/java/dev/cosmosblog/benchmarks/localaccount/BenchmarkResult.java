package dev.cosmosblog.benchmarks.localaccount;

import java.util.List;
import java.util.Optional;

/**
 * What was measured.
 *
 * @param processors of this machine, shared by the clients and the servers
 * @param rival the other server, or why it was left out
 * @param start to the first answer
 * @param calls each call at each server that answers it
 * @param memory what an item takes
 * @param large a million items; empty where they were left out
 */
record BenchmarkResult(
    int processors,
    String rival,
    StartTimes start,
    List<Measured> calls,
    List<Footprint> memory,
    Optional<LargeContainer.Growth> large) {}
