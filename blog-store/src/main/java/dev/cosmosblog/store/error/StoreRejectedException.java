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

  /**
   * {@return whether Cosmos DB refused to write an item, for its content or size} Then another item
   * may be accepted. Otherwise a query or another read was refused, as while an index is built that
   * the query needs; that is no item's fault.
   */
  public boolean isOfItem() {
    return isWrite();
  }
}
