package dev.cosmosblog.store.error;

/**
 * Cosmos DB could not be reached, timed out, or failed internally, even after retries. A query can
 * be repeated as it is. Whether a command was done is unknown. Repeat it with the same ids ({@link
 * #id} if they were generated); a repeat has no second effect.
 */
public final class StoreUnavailableException extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * @param failure what is known of the failed request
   */
  public StoreUnavailableException(Failure failure) {
    super(
        failure.isWrite()
            ? "Cosmos DB did not answer a write in time or failed. Whether it was done is unknown."
                + " Repeat the command with the same ids; a repeat has no second effect."
            : "Cosmos DB did not answer a read in time or failed. The read changed nothing: repeat"
                + " the query, or the command with the same ids.",
        failure);
  }
}
