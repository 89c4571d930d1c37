package dev.cosmosblog.store.error;

/**
 * The SDK failed without a response from Cosmos DB, such as an unstubbed mock; see the cause. This
 * isn't an outage, and a retry doesn't help. A write may have been applied.
 */
public final class SdkFailureException extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * @param failure what is known of the failed request
   */
  public SdkFailureException(Failure failure) {
    super(
        "The SDK (or a mock) failed without a response from Cosmos DB; see the cause. Check that"
            + " the client is open, and that a mocked container stubs this call.",
        failure);
  }
}
