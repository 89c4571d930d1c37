package dev.cosmosblog.store.error;

/**
 * Cosmos DB could not be reached, timed out, or failed internally, also after retries. Whether a
 * command was done is unknown: repeat it with the same ids ({@link #id} where they were generated).
 */
public final class StoreUnavailableException extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * @param failure what is known of the failed request
   */
  public StoreUnavailableException(Failure failure) {
    super(
        "Cosmos DB did not answer in time or failed. Whether the request was done is unknown:"
            + " repeat it with the same ids, which does nothing twice.",
        failure);
  }
}
