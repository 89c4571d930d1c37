package dev.cosmosblog.benchmarks.chaos;

import java.util.Map;

/**
 * What happened to a run.
 *
 * @param faults how many faults there were, by their names
 * @param kills how many hosts were killed
 * @param splits the ranges of each container that was split, after that
 * @param looks how often the observer looked
 * @param drained whether the hosts were done in time
 * @param drainSeconds how long they took
 * @param lateHosts how many hosts did not end when they were asked to
 */
record Events(
    Map<String, Long> faults,
    int kills,
    Map<String, String> splits,
    int looks,
    boolean drained,
    double drainSeconds,
    int lateHosts) {}
