package dev.cosmosblog.store.error;

/** Cosmos DB rejected a request for a reason unknown to this library. The request had no effect. */
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
    String refused = "Cosmos DB rejected the request; see the cause. The request had no effect.";
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
   * {@return whether Cosmos DB rejected the write of an item because of its content or size}
   * Otherwise, it rejected a read, for example while an index is built, or the container has
   * another partition key.
   */
  public boolean isOfItem() {
    return isWrite() && subStatusCode() != OTHER_PARTITION_KEY;
  }
}
