package dev.cosmosblog.benchmarks.ladder;

/**
 * What it cost to keep one rung's feed while its posts were liked at one rate.
 *
 * @param rung the rung's label
 * @param likesPerSecondAsked the rate
 * @param likesPerSecond what this machine made of it
 * @param requestsPerSecond requests to the feed's container
 * @param ruPerSecond their modelled request units
 * @param stale entries whose count was wrong when the change feed had caught up
 */
record UpkeepRow(
    String rung,
    int likesPerSecondAsked,
    double likesPerSecond,
    double requestsPerSecond,
    double ruPerSecond,
    int stale) {}
