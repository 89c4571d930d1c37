package dev.cosmoslocal.internal.engine.changefeed;

/**
 * The position at which a page of the change feed begins.
 *
 * @param afterLsn only changes with a greater LSN; -1 for all; {@link #NOW} for future ones
 * @param afterSeconds only versions from a later second of the epoch
 */
public record ChangeStart(long afterLsn, long afterSeconds) {
  public static final long NOW = Long.MAX_VALUE;

  public static final ChangeStart BEGINNING = new ChangeStart(-1, Long.MIN_VALUE);

  /**
   * Returns the same position some transactions earlier, so that their changes are delivered again.
   */
  public ChangeStart earlier(int transactions) {
    return afterLsn == NOW || transactions == 0
        ? this
        : new ChangeStart(Math.max(-1, afterLsn - transactions), afterSeconds);
  }
}
