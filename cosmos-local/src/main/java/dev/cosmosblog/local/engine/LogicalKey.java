package dev.cosmosblog.local.engine;

/** A logical partition: where it lies, and its partition key, since keys of the first hash version may collide. */
record LogicalKey(String epk, String text) implements Comparable<LogicalKey> {
  @Override
  public int compareTo(LogicalKey other) {
    int byPlace = epk.compareTo(other.epk);
    return byPlace != 0 ? byPlace : text.compareTo(other.text);
  }
}
