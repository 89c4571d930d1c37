package dev.cosmosblog.store.error;

/**
 * The SDK (or a mock) failed without a response from Cosmos DB, or returned nothing; see the cause.
 * This is not an outage, and a retry does not help. Whether a write was done is unknown.
 */
public final class SdkFailureException extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * @param failure what is known of the failed request
   */
  public SdkFailureException(Failure failure) {
    super(
        "The SDK (or a mock) failed without a response from Cosmos DB; see the cause. Check that"
            + " the client is open, and that a mocked container has an answer for this call.",
        failure);
  }
}
