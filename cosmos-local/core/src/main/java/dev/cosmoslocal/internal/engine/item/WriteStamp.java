package dev.cosmoslocal.internal.engine.item;

/**
 * The stamp that a write gives an item.
 *
 * @param rid the number of the item in its container, the same for all its versions
 * @param change the position in the partition's change log; its upper bits are the LSN
 * @param etag the number of the version in the account
 * @param seconds when, in seconds of the epoch
 * @param replaced whether the write replaced another version
 */
public record WriteStamp(long rid, long change, long etag, long seconds, boolean replaced) {
  /** The bits for the number of a write in its transaction. */
  public static final int CHANGE_BITS = 20;

  /** The first position in a change log after an LSN, which may be any number. */
  public static long firstAfter(long lsn) {
    long most = Long.MAX_VALUE >>> CHANGE_BITS;
    return Math.max(0, Math.min(lsn, most - 1) + 1) << CHANGE_BITS;
  }

  long lsn() {
    return change >>> CHANGE_BITS;
  }
}
