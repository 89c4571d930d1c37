package dev.cosmosblog.local.engine;

/** What identifies an item in a container. */
record ItemKey(LogicalKey partition, String id) implements Comparable<ItemKey> {
  @Override
  public int compareTo(ItemKey other) {
    int byPartition = partition == other.partition ? 0 : partition.compareTo(other.partition);
    return byPartition != 0 ? byPartition : id.compareTo(other.id);
  }
}
