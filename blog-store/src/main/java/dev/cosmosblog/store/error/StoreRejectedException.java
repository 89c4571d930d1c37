package dev.cosmosblog.store.error;

/** Cosmos DB refused a request for a reason unknown to this library. The request was not done. */
public final class StoreRejectedException extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * @param failure what is known of the failed request
   */
  public StoreRejectedException(Failure failure) {
    super("Cosmos DB refused the request; the cause says why. The request was not done.", failure);
  }
}
