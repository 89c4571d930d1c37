package dev.cosmosblog.local.internal.engine.changefeed;

/**
 * Where a page of the change feed begins.
 *
 * @param afterLsn only changes with a greater LSN; -1 for all; {@link #NOW} for those to come
 * @param afterSeconds only versions of a later second of the epoch
 */
public record ChangeStart(long afterLsn, long afterSeconds) {
  /** Past every LSN. */
  public static final long NOW = Long.MAX_VALUE;

  /** The beginning of the container. */
  public static final ChangeStart BEGINNING = new ChangeStart(-1, Long.MIN_VALUE);

  /**
   * The same start, some transactions earlier, so that what has been read is read again.
   *
   * @param transactions how many; the beginning is the earliest
   * @return the start
   */
  public ChangeStart earlier(int transactions) {
    return afterLsn == NOW || transactions == 0
        ? this
        : new ChangeStart(Math.max(-1, afterLsn - transactions), afterSeconds);
  }
}
