package dev.cosmosblog.store.error;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The SDK failed without a response from Cosmos DB; see the cause. This isn't an outage, and a
 * retry doesn't help. A write may have been applied. A mocked container without a stub fails like
 * this, too.
 */
public final class SdkFailureException extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * @param failure what is known of the failed request
   */
  public SdkFailureException(Failure failure) {
    super(
        isOfMock(failure.cause())
            ? "The container returned null, as a mock does for a call without a stub. Stub the call"
                + " that the cause's stack trace shows."
            : "The SDK failed without a response from Cosmos DB; see the cause. Check that the"
                + " client is open.",
        failure);
  }

  // The SDK never returns null, so the library's use of null is the fault of a mock.
  private static boolean isOfMock(@Nullable RuntimeException cause) {
    return cause instanceof NullPointerException
        && Arrays.stream(cause.getStackTrace())
            .limit(1)
            .anyMatch(top -> top.getClassName().startsWith("dev.cosmosblog."));
  }
}
