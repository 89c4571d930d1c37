package dev.cosmosblog.store.error;

/**
 * The SDK, or a mock in its place, threw an exception that is no answer of Cosmos DB, or returned
 * nothing; the cause has it. It is no outage, and a retry does not help. Whether a write was done
 * is unknown.
 */
public final class SdkFailureException extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * @param failure what is known of the failed request
   */
  public SdkFailureException(Failure failure) {
    super(
        "The request failed without an answer of Cosmos DB; the cause says why. Check that the"
            + " client is open, and that a mocked container has an answer for this call.",
        failure);
  }
}
