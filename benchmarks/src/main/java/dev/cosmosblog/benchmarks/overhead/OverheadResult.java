package dev.cosmosblog.benchmarks.overhead;

import java.util.Map;

/**
 * What was measured.
 *
 * @param processors of this machine, which the client and the account share
 * @param partitions physical partitions of a container
 * @param rounds how often each request was timed
 * @param springData which Spring Data was compared with, or why none was
 * @param cells by request
 */
record OverheadResult(
    int processors, int partitions, int rounds, String springData, Map<BlogRequest, Cell> cells) {}
