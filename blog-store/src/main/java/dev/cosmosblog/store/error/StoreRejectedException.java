package dev.cosmosblog.store.error;

/** Cosmos DB refused a request for a reason unknown to this library. The request was not done. */
public final class StoreRejectedException extends StoreException {
  private static final long serialVersionUID = 1L;
  // HttpConstants.SubStatusCodes in the SDK: PARTITION_KEY_MISMATCH.
  private static final int OTHER_PARTITION_KEY = 1001;

  /**
   * @param failure what is known of the failed request
   */
  public StoreRejectedException(Failure failure) {
    super(message(failure), failure);
  }

  private static String message(Failure failure) {
    String refused = "Cosmos DB refused the request; the cause says why. The request was not done.";
    if (failure.subStatusCode() == OTHER_PARTITION_KEY) {
      return refused + " The container has another partition key: compare it with BlogSchema.";
    }
    return failure.isWrite()
        ? refused
        : refused
            + " If an index is being built, wait until BlogSchema.indexProgress() is 100; if one is"
            + " missing, provision the containers with BlogSchema.";
  }

  /**
   * {@return whether Cosmos DB refused to write an item, for its content or size} Otherwise a read
   * was refused, as while an index is built, or the container has another partition key; that is no
   * item's fault.
   */
  public boolean isOfItem() {
    return isWrite() && subStatusCode() != OTHER_PARTITION_KEY;
  }
}
