package dev.cosmosblog.testing;

import com.azure.cosmos.CosmosException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A failure of a mocked container, as the SDK throws it. */
final class StubbedFailure extends CosmosException {
  private static final long serialVersionUID = 1L;

  StubbedFailure(String request, int status, int subStatus, @Nullable Duration retryAfter) {
    super(
        status,
        "Stubbed with MockedBlog: %s failed with status %d and substatus %d."
            .formatted(request, status, subStatus),
        headers(subStatus, retryAfter),
        null);
  }

  /** The response to a request for a missing item. */
  static StubbedFailure notFound(String request) {
    return new StubbedFailure(request, 404, 0, null);
  }

  private static Map<String, String> headers(int subStatus, @Nullable Duration retryAfter) {
    Map<String, String> headers = new HashMap<>();
    headers.put("x-ms-substatus", String.valueOf(subStatus));
    if (retryAfter != null) {
      headers.put("x-ms-retry-after-ms", String.valueOf(retryAfter.toMillis()));
    }
    return headers;
  }

  /** Without the JSON that the SDK puts around it. */
  @Override
  public String getMessage() {
    return getShortMessage();
  }

  /** Without the client's settings, which a mock doesn't have. */
  @Override
  public String toString() {
    return CosmosException.class.getName() + ": " + getMessage();
  }
}
