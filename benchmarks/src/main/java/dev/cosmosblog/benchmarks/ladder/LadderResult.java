package dev.cosmosblog.benchmarks.ladder;

/**
 * What becomes the JSON.
 *
 * @param scale of the article's data set
 * @param partitions physical partitions of each container
 * @param dataset what was loaded
 * @param cells what was measured
 */
record LadderResult(double scale, int partitions, DataSet dataset, Cells cells) {}
