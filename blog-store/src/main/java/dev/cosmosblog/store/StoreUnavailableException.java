package dev.cosmosblog.store;

/** Cosmos DB could not be reached, timed out, or failed inside. A command may or may not have been done. */
public final class StoreUnavailableException extends StoreException {
  private static final long serialVersionUID = 1L;

  StoreUnavailableException(Failure failure) {
    super(
        "Cosmos DB did not answer in time or failed. It is not known whether the request was done: repeat it with the same ids, which does nothing twice.",
        failure);
  }
}
