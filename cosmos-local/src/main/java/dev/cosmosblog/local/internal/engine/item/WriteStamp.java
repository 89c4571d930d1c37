package dev.cosmosblog.local.internal.engine.item;

/**
 * What a write gives an item.
 *
 * @param rid the item's number in its container, kept over its versions
 * @param change the place in the partition's change log; its upper bits are the LSN
 * @param etag the number of the version in the account
 * @param seconds when, in seconds of the epoch
 * @param replaced whether there was a version before
 */
public record WriteStamp(long rid, long change, long etag, long seconds, boolean replaced) {
  /** A transaction may change as many items as this has bits. */
  public static final int CHANGE_BITS = 20;

  /** The first place in a change log after an LSN, which may be anything. */
  public static long firstAfter(long lsn) {
    long most = Long.MAX_VALUE >>> CHANGE_BITS;
    return Math.max(0, Math.min(lsn, most - 1) + 1) << CHANGE_BITS;
  }

  long lsn() {
    return change >>> CHANGE_BITS;
  }
}
