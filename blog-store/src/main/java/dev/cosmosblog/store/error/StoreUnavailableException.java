package dev.cosmosblog.store.error;

/**
 * Cosmos DB couldn't be reached, timed out, or failed internally, even after retries.
 *
 * <p>A command may have been applied. Repeat it with the same ids ({@link #id} if they were
 * generated); commands are idempotent. Queries can be repeated, too.
 */
public final class StoreUnavailableException extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * @param failure what is known of the failed request
   */
  public StoreUnavailableException(Failure failure) {
    super(
        failure.isWrite()
            ? "Cosmos DB did not respond to a write in time or failed. The write may have been"
                + " applied. Repeat the command with the same ids; it has no second effect."
            : "Cosmos DB did not respond to a read in time or failed. Nothing was changed. Repeat"
                + " the query, or the command with the same ids.",
        failure);
  }
}
