package dev.cosmosblog.local.internal.engine.partition;

/**
 * How much a physical partition holds: its last transaction's number, items, and items by the
 * path's number.
 */
public record PartitionTotals(long lsn, long items, int[] paths) {
  public long onPath(int path) {
    return path < paths.length ? paths[path] : 0;
  }
}
