package dev.cosmosblog.local.engine;

/**
 * How much a physical partition holds: its last transaction's number, items, and items by the
 * path's number.
 */
record PartitionTotals(long lsn, long items, int[] paths) {
  long onPath(int path) {
    return path < paths.length ? paths[path] : 0;
  }
}
