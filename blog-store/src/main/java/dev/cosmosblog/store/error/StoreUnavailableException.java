package dev.cosmosblog.store.error;

import dev.cosmosblog.store.config.RetryPolicy;

/**
 * Cosmos DB could not be reached, timed out, or failed inside, also after retries ({@link
 * RetryPolicy}). A command may or may not have been done; repeated with the same ids ({@link #id}
 * where the library made it) it tells.
 */
public final class StoreUnavailableException extends StoreException {
  private static final long serialVersionUID = 1L;

  public StoreUnavailableException(Failure failure) {
    super(
        "Cosmos DB did not answer in time or failed. It is not known whether the request was done:"
            + " repeat it with the same ids, which does nothing twice.",
        failure);
  }
}
